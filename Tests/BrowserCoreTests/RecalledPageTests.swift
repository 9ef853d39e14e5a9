import SonicProtocol
import SonicSession
import Testing

@testable import BrowserCore

/// Addresses that led elsewhere when they were last asked.
@Suite struct RecalledPageTests {
    private static let address = "http://news.test/"
    private static let target = Stage.url("http://www.news.test/start")

    /// The page that the address led to is shown.
    private static func recalled(_ html: String = "<p>Stored there") -> Stage {
        var stage = Stage()
        stage.open(address)
        stage.enter(.readingCache)
        var page = stage.stored(Array(html.utf8))
        page.version.url = target
        stage.report(.redirectRecalled(to: target, page))
        return stage
    }

    @Test func `the page it led to is on the screen with its own address while the address is asked`() {
        var stage = Self.recalled()
        #expect(stage.text.contains("Stored there"))
        #expect(stage.model.document?.url == Self.target)
        #expect(stage.text.contains("Shown is http://www.news.test/start, where this address led before."))
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

    @Test func `its own page takes the place of that, and nothing of it is marked as changed`() {
        var stage = Self.recalled()
        stage.ask(200)
        stage.replace(with: "<p>Its own")
        stage.end(.firstLoad, "the page came whole")
        #expect(stage.text.contains("Its own") && !stage.text.contains("Stored there"))
        #expect(stage.model.document?.url.href == Self.address)
        #expect(stage.model.document?.changes.isEmpty == true)
        #expect(stage.model.history.before.isEmpty)
    }

    @Test func `an error leaves the page it led to, and tells of the error`() {
        var stage = Self.recalled()
        stage.ask(500, "Broken")
        stage.end(.failed(.status(500)), "the server answered 500")
        #expect(stage.text.contains("Stored there"))
        #expect(stage.text.contains("The server answered 500"))
    }

    @Test func `the page it led to comes up where the place asked for is`() {
        var stage = Stage()
        stage.open("http://news.test/#s50")
        stage.enter(.readingCache)
        let html = (1...90).map { "<p id=s\($0)>Paragraph \($0)" }.joined()
        var page = stage.stored(Array(html.utf8))
        page.version.url = Self.target
        stage.report(.redirectRecalled(to: Stage.url("http://www.news.test/start#s50"), page))
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
    }
}
