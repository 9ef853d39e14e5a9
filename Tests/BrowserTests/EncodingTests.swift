import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Pages that are not UTF-8: they are shown decoded, and stored and compared as bytes.
struct EncodingTests {
    /// A page of some paragraphs in Chinese (“中文”) in GBK.
    private static let page: [UInt8] = (0..<40).flatMap {
        Array("<p>\($0) ".utf8) + [0xD6, 0xD0, 0xCE, 0xC4]
    }

    private static let headers = Headers([HeaderField("Content-Type", "text/html; charset=GBK")])

    private static func shown(_ html: [UInt8], _ headers: Headers = headers) -> Stage {
        var stage = Stage(columns: 60, rows: 40)
        stage.open("http://a.example/")
        stage.enter(.readingCache)
        let version = PageVersion(
            url: stage.url, html: html, sha1: "", etag: nil, templateTag: nil, headers: headers,
            stored: Instant(milliseconds: 0))
        stage.report(
            .cachedPageFound(
                StoredPage(
                    number: 1, version: version, checked: Instant(milliseconds: 0), verification: .done)))
        return stage
    }

    @Test func `an update that splits an escape sequence decodes the whole page again`() throws {
        let page = { (block: String) in
            Array("<p>1<!--sonicdiff-a-->\(block)<!--sonicdiff-a-end--> F|K\\ 2".utf8)
        }
        let (old, new) = (page("\u{1B}(B"), page("\u{1B}$B"))
        var stage = Self.shown(old, Headers([HeaderField("Content-Type", "text/html; charset=iso-2022-jp")]))
        let split = PageSplit(html: new)
        let changes = try #require(PageSplit(html: old).changes(in: old, to: split, in: new))
        stage.report(
            .blocksUpdated(
                ShownPage(url: stage.url, html: new, split: split, headers: Headers()), changes: changes,
                of: old))
        var whole = SentText(
            .known(EncodingChoice(.iso2022JP, .contentType)), stage.model.setup.environment.charsets)
        #expect(stage.model.document?.layout.source == whole.append(new, isLast: true))
    }

    @Test func `the same bytes are the same page in any encoding`() {
        let html = Self.page
        var stage = Self.shown(html)
        // The top line has text: a place is that of the first text on the screen.
        stage.press(" ", "k")
        let before = stage.screen
        stage.ask(200, "OK", [("Content-Type", "text/html; charset=GBK")])
        for piece in [0..<40, 40..<41, 41..<html.count] {
            stage.report(.pieceReceived(Array(html[piece])))
        }
        #expect(stage.model.document?.source == .arriving)
        stage.report(
            .pageReplaced(
                ShownPage(url: stage.url, html: html, split: PageSplit(html: html), headers: Self.headers)))
        #expect(stage.model.document?.source == .current)
        #expect(stage.model.document?.bytes == html)
        #expect(stage.screen[2...20] == before[2...20])
    }
}
