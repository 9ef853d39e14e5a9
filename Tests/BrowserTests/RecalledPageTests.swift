import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Addresses with a cached redirect.
@Suite struct RecalledPageTests {
    private static let address = "http://news.test/"
    private static let target = Stage.url("http://www.news.test/start")

    /// The target of the cached redirect is shown.
    private static func recalled(_ html: String = "<p>Stored there") -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.enter(.readingCache)
        var page = stage.stored(Array(html.utf8))
        page.version.url = target
        stage.report(.cachedRedirectFollowed(to: target, page))
        return stage
    }

    @Test func `the cached target is shown under its own address while the address is requested`() {
        var stage = Self.recalled()
        #expect(stage.text.contains("Stored there"))
        #expect(stage.model.document?.url == Self.target)
        #expect(
            stage.text.contains("Showing http://www.news.test/start, where this address redirected before."))
        stage.ask(302, "Found")
        #expect(stage.text.contains("Stored there"))
        stage.report(.redirected(from: stage.url, to: Self.target, status: 302))
        var page = stage.stored(Array("<p>Stored there".utf8))
        page.version.url = Self.target
        stage.report(.cachedPageFound(page))
        stage.end(.allCached, "status 304")
        #expect(stage.text.contains("Stored there"))
        #expect(stage.model.document?.source == .current)
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `a page without a redirect replaces the cached target, and nothing is marked as changed`() {
        var stage = Self.recalled()
        stage.ask(200)
        stage.replace(with: "<p>Its own")
        stage.end(.firstLoad, "the page came whole")
        #expect(stage.text.contains("Its own") && !stage.text.contains("Stored there"))
        #expect(stage.model.document?.url.href == Self.address)
        #expect(stage.model.document?.latest.changes.isEmpty == true)
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `an error keeps the cached target on the screen and is reported`() {
        var stage = Self.recalled()
        stage.ask(500, "Broken")
        stage.end(.failed(.status(500)), "the server answered 500")
        #expect(stage.text.contains("Stored there"))
        #expect(stage.text.contains("The server answered 500"))
    }

    @Test func `the cached target is scrolled to the requested fragment`() {
        var stage = Stage()
        stage.open("http://news.test/#s50")
        stage.enter(.readingCache)
        let html = (1...90).map { "<p id=s\($0)>Paragraph \($0)" }.joined()
        var page = stage.stored(Array(html.utf8))
        page.version.url = Self.target
        stage.report(.cachedRedirectFollowed(to: Stage.url("http://www.news.test/start#s50"), page))
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
    }

    /// The cached redirect leads to a fragment of a page.
    private static func recalledPlace() -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.enter(.readingCache)
        var page = stage.stored(Array(paragraphs("Paragraph").utf8))
        page.version.url = target
        stage.report(.cachedRedirectFollowed(to: Stage.url("http://www.news.test/start#s50"), page))
        return stage
    }

    private static func paragraphs(_ word: String) -> String {
        (1...90).map { "<p id=s\($0)>\(word) \($0)" }.joined()
    }

    @Test func `a page without a redirect has its own address and is shown from its top`() {
        var stage = Self.recalledPlace()
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
        stage.ask(200)
        stage.replace(with: Self.paragraphs("Line"))
        stage.end(.firstLoad, "the page came whole")
        #expect(stage.model.document?.url.href == Self.address)
        #expect(stage.screen[1].contains("Line 1"), "\(stage.screen.prefix(4))")
    }

    @Test func `a redirect to another page is scrolled to its fragment`() {
        var stage = Self.recalledPlace()
        stage.ask(302, "Found")
        let other = Stage.url("http://www.news.test/other#s20")
        stage.report(.redirected(from: stage.url, to: other, status: 302))
        var page = stage.stored(Array(Self.paragraphs("Line").utf8))
        page.version.url = other.withoutFragment
        stage.report(.cachedPageFound(page))
        #expect(stage.model.document?.url == other)
        #expect(stage.screen[1].contains("Line 20"), "\(stage.screen.prefix(4))")
    }

    @Test func `a redirect to the same page keeps the scroll position`() {
        var stage = Self.recalledPlace()
        stage.type("jjj")
        let top = stage.screen[1]
        stage.ask(302, "Found")
        stage.report(
            .redirected(from: stage.url, to: Stage.url("http://www.news.test/start#s50"), status: 302))
        var page = stage.stored(Array(Self.paragraphs("Paragraph").utf8))
        page.version.url = Self.target
        stage.report(.cachedPageFound(page))
        #expect(stage.screen[1] == top && !top.contains("Paragraph 50"), "\(top)")
    }
}
