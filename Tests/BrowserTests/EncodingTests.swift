import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Pages that are not UTF-8: they are shown decoded, and stored and compared as bytes.
struct EncodingTests {
    /// “中文” and “新闻” in GBK.
    private static let (chinese, news): ([UInt8], [UInt8]) = (
        [0xD6, 0xD0, 0xCE, 0xC4], [0xD0, 0xC2, 0xCE, 0xC5]
    )

    /// A page of some paragraphs in Chinese, with a block before the last line.
    private static func page(_ block: [UInt8], _ count: Int = 8) -> [UInt8] {
        var html = Array("<title>".utf8) + chinese + Array("</title>".utf8)
        for index in 0..<count { html += Array("<p>\(index) ".utf8) + chinese }
        html += Array("<!--sonicdiff-a--><p>".utf8) + block + Array("</p><!--sonicdiff-a-end--><p>".utf8)
        return html + chinese + Array(" end".utf8)
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

    /// Pages in windows-1251 with the same two letters in their addresses and fields.
    private static func russian(_ parts: [String]) -> [UInt8] {
        Array(parts.map { Array($0.utf8) }.joined(separator: [0xEF, 0xF0]))
    }

    @Test func `a link's query uses the page's encoding, path and fragment use UTF-8`() {
        let page = Self.russian(["<p>", " <a href='/", "?q=", "&amp;e=%ef#", "'>", "</a>"])
        var stage = Self.shown(page, Headers([HeaderField("Content-Type", "text/html; charset=cp1251")]))
        stage.press(.tab, .enter)
        let letters = "%D0%BF%D1%80"
        #expect(stage.url.href == "http://a.example/\(letters)?q=%EF%F0&e=%ef#\(letters)")
    }

    @Test func `a character missing from the page's encoding is escaped in a query`() {
        let page = Array("<a href='/?q=&#233;&euro;'>x</a>".utf8)
        var stage = Self.shown(page, Headers([HeaderField("Content-Type", "text/html; charset=cp1251")]))
        stage.press(.tab, .enter)
        #expect(stage.url.href == "http://a.example/?q=%26%23233%3B%88")
    }

    @Test func `a form is sent in the page's encoding, named in its _charset_ field`() {
        let page = Self.russian([
            "<form action=/s><input name=q value='", "'><input type=hidden name=_charset_><button>x</button>",
        ])
        var stage = Self.shown(page, Headers([HeaderField("Content-Type", "text/html; charset=cp1251")]))
        stage.press(.tab, "S")
        #expect(stage.url.href == "http://a.example/s?q=%EF%F0&_charset_=windows-1251")
    }

    @Test func `an update of a page in GBK changes only the affected lines and keeps its bytes`() throws {
        let (old, new) = (Self.page(Self.chinese), Self.page(Self.news + [0x20] + Self.news))
        var stage = Self.shown(old)
        #expect(stage.text.contains("7 中文"))
        let split = PageSplit(html: new)
        let changes = try #require(PageSplit(html: old).changes(in: old, to: split, in: new))
        stage.report(
            .blocksUpdated(
                ShownPage(url: stage.url, html: new, split: split, headers: Headers()), changes: changes,
                of: old))
        let document = try #require(stage.model.document)
        #expect(document.bytes == new)
        #expect(document.latest.changes.map(\.name) == ["a"])
        #expect(document.latest.changes[0].lines?.contains(.removed("中文", words: [])) == true)
        #expect(document.latest.changes[0].lines?.contains(.added("新闻 新闻", words: [])) == true)
        let marked = stage.screen.filter { $0.contains("▌") }
        #expect(marked.map { $0.contains("新闻 新闻") } == [true])
        #expect(stage.text.contains("中文 end"))
        #expect(document.layout.source == Array(Self.utf8(new)))
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
        let html = Self.page(Self.chinese, 40)
        var stage = Self.shown(html)
        stage.press(" ")
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

    @Test(arguments: [
        ("text/html; charset=gbk", "gb18030 (from the Content-Type header)"),
        ("text/html", "gb18030 (guessed: the bytes look like it)"),
        ("text/plain", "gb18030 (guessed: the bytes look like it)"),
    ])
    func `the facts show the encoding and where it was declared`(type: String, words: String) {
        var stage = Self.shown(Self.page(Self.news), Headers([HeaderField("Content-Type", type)]))
        #expect(stage.text.contains("新闻"))
        stage.press("=")
        #expect(stage.text.contains("encoding     " + words))
    }

    private static func utf8(_ gbk: [UInt8]) -> String.UTF8View {
        var text = ""
        var rest = gbk[...]
        while let first = rest.first {
            if rest.starts(with: chinese) || rest.starts(with: news) {
                text += rest.starts(with: chinese) ? "中文" : "新闻"
                rest = rest.dropFirst(4)
            } else {
                text.unicodeScalars.append(UnicodeScalar(first))
                rest = rest.dropFirst()
            }
        }
        return text.utf8
    }
}
