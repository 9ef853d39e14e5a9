import Configuration
import HTML
import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// An encoding chosen by the user: the page is decoded again from the same bytes.
@Suite struct EncodingChoiceTests {
    /// “привет” in windows-1251, which in windows-1252 reads “ïðèâåò”.
    private static let greeting: [UInt8] = [0xEF, 0xF0, 0xE8, 0xE2, 0xE5, 0xF2]

    private static func page(_ parts: String...) -> [UInt8] {
        Array(parts.map { Array($0.utf8) }.joined(separator: greeting))
    }

    private static let headers = Headers([HeaderField("Content-Type", "text/html; charset=iso-8859-1")])

    private static func stage(_ html: [UInt8], columns: Int = 60) -> Stage {
        var stage = Stage(columns: columns, rows: 40)
        stage.open("http://a.example/")
        stage.enter(.readingCache)
        stage.report(.cachedPageFound(stage.stored(html, headers)))
        return stage
    }

    private static func type(_ line: String, in stage: inout Stage) {
        stage.press(":")
        stage.type(line)
        stage.press(.enter)
    }

    @Test func `a chosen encoding applies at once, without a request and without changing bytes`() throws {
        let html = Self.page("<title>", "</title><p>", "</p>")
        var stage = Self.stage(html)
        #expect(stage.text.contains("ïðèâåò"))
        let effects = stage.effects.count
        Self.type("encoding windows-1251", in: &stage)
        #expect(stage.text.contains("привет") && !stage.text.contains("ïðèâåò"))
        #expect(stage.model.document?.layout.title == "привет")
        #expect(stage.model.document?.bytes == html)
        let asked = stage.effects.dropFirst(effects).filter {
            if case .open = $0 { true } else { false }
        }
        #expect(asked.isEmpty)
        Self.type("encoding auto", in: &stage)
        #expect(stage.text.contains("ïðèâåò"))
    }

    @Test(arguments: [
        ("encoding", "windows-1252 (from the Content-Type header)"),
        ("encoding koi8-r", "KOI8-R (chosen with :encoding)"),
    ])
    func `the current encoding and its source are reported`(line: String, words: String) {
        var stage = Self.stage(Self.page("<p>", ""))
        Self.type(line, in: &stage)
        #expect(stage.screen.last?.contains("Read as \(words)") == true, "\(stage.screen.last ?? "")")
        stage.press("=")
        #expect(stage.text.contains("encoding     \(words)"))
    }

    @Test func `an unknown name is reported with the list of encodings`() {
        var stage = Self.stage(Self.page("<p>", ""))
        Self.type("encoding klingon", in: &stage)
        #expect(stage.text.contains("klingon"))
        #expect(stage.text.contains("windows-1250") && stage.text.contains("gb2312"))
        #expect(stage.model.document?.kind.chosen == nil)
    }

    @Test func `links and forms are sent in the chosen encoding`() {
        let html = Self.page(
            "<a href='/?q=", "'>x</a><form><input name=q value='", "'><button>b</button></form>")
        var stage = Self.stage(html)
        Self.type("encoding windows-1251", in: &stage)
        stage.press(.tab, .enter)
        #expect(stage.url.href == "http://a.example/?q=%EF%F0%E8%E2%E5%F2")
        stage = Self.stage(html)
        Self.type("encoding windows-1251", in: &stage)
        stage.press(.tab, .tab, "S")
        #expect(stage.url.href == "http://a.example/?q=%EF%F0%E8%E2%E5%F2")
    }

    @Test func `search uses the text as now decoded`() {
        var stage = Self.stage(Self.page("<p>", "</p>"))
        Self.type("encoding windows-1251", in: &stage)
        stage.press("/")
        stage.type("прив")
        stage.press(.enter)
        stage.settle()
        #expect(stage.model.document?.tally?.number != nil)
    }

    @Test func `the scroll position stays`() {
        var html: [UInt8] = []
        for index in 0..<300 { html += Array("<p>\(index) ".utf8) + Self.greeting }
        var stage = Self.stage(html)
        for _ in 0..<5 { stage.press(" ") }
        let first = stage.screen[2].prefix { $0 != "ï" }
        Self.type("encoding windows-1251", in: &stage)
        #expect(stage.screen[2].prefix { $0 != "п" } == first, "\(stage.screen[2])")
    }

    @Test func `the diff uses the chosen encoding, now and for the next update`() throws {
        func block(_ text: [UInt8]) -> [UInt8] {
            Array("<p>same<!--sonicdiff-a--><p>".utf8) + text + Array("</p><!--sonicdiff-a-end-->".utf8)
        }
        let versions = [block(Self.greeting), block(Self.greeting + [0xEF]), block([0xF0])]
        var stage = Self.stage(versions[0], columns: 140)
        func update(from old: Int) throws {
            let split = PageSplit(html: versions[old + 1])
            let changes = try #require(
                PageSplit(html: versions[old]).changes(in: versions[old], to: split, in: versions[old + 1]))
            stage.report(
                .blocksUpdated(
                    ShownPage(url: stage.url, html: versions[old + 1], split: split, headers: Self.headers),
                    changes: changes, of: versions[old]))
            stage.settle()
        }
        func lines() -> [PageChange.Line] { stage.model.document?.latest.changes.first?.lines ?? [] }
        try update(from: 0)
        #expect(lines().contains { if case .added("ïðèâåòï", _) = $0 { true } else { false } })
        Self.type("encoding windows-1251", in: &stage)
        stage.settle()
        #expect(lines().contains { if case .added("приветп", _) = $0 { true } else { false } })
        #expect(lines().contains { if case .removed("привет", _) = $0 { true } else { false } })
        try update(from: 1)
        #expect(lines().contains { if case .added("р", _) = $0 { true } else { false } })
    }

    @Test func `the choice applies to the page across reloads, and to no other page`() {
        var stage = Self.stage(Self.page("<p>", "</p>"))
        Self.type("encoding windows-1251", in: &stage)
        stage.press("r")
        stage.enter(.readingCache)
        stage.report(.cachedPageFound(stage.stored(Self.page("<p>new ", "</p>"), Self.headers)))
        #expect(stage.text.contains("new привет"))
        stage.open("http://a.example/other")
        stage.enter(.readingCache)
        stage.report(.cachedPageFound(stage.stored(Self.page("<p>other ", "</p>"), Self.headers)))
        #expect(stage.text.contains("other ïðèâåò"))
    }

    @Test func `the configured encoding applies until the user chooses another`() {
        var stage = Self.stage(Self.page("<p>", "</p>"))
        var site = Choices()
        site[Settings.encoding] = .windows1251
        stage.send(.configured(BrowserSettings { [site] _ in site }, keys: .standard, warning: nil))
        stage.open("http://a.example/b")
        stage.enter(.readingCache)
        stage.report(.cachedPageFound(stage.stored(Self.page("<p>", "</p>"), Self.headers)))
        #expect(stage.text.contains("привет"))
        Self.type("encoding latin1", in: &stage)
        #expect(stage.text.contains("ïðèâåò"))
        Self.type("encoding auto", in: &stage)
        #expect(stage.text.contains("привет"))
    }

    @Test func `an encoding that the system does not support is reported`() throws {
        let url = try #require(WebURL("http://a.example/"))
        let document = Document(
            url: url, source: .current,
            kind: .html(contentType: nil, chosen: EncodingChoice(.windows1251, .reader)),
            charsets: .asciiOnly,
            html: Self.page("<p>", ""), width: 60)
        #expect(document.missingTables?.contains("windows-1251") == true)
        #expect(document.encodingWords.contains("windows-1251 (chosen with :encoding)"))
    }
}
