import SonicProtocol
import SonicSession
import Testing

@testable import Browser

/// Fragments that come from a redirect or refresh, not from the address that was entered.
@Suite struct FragmentTests {
    private static let article =
        "<h1>Article</h1>" + (1...90).map { "<p id=s\($0)>Paragraph \($0)" }.joined()

    /// The cache holds the page that the session was redirected to.
    private func find(_ address: String, _ stage: inout Stage) {
        var stored = stage.stored(Array(Self.article.utf8))
        stored.version.url = Stage.url(address)
        stored.verification = .done
        stage.report(.cachedPageFound(stored))
    }

    @Test func `a followed refresh scrolls to its fragment`() {
        var stage = Stage()
        stage.open("http://a.test/")
        stage.readCache("<meta http-equiv=refresh content=\"0;URL='/article#s50'\">")
        stage.end(.allCached, "status 304")
        #expect(stage.url.href == "http://a.test/article#s50")
        stage.readCache(Self.article)
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
        #expect(stage.screen[0].contains("article#s50") && stage.model.history.before.isEmpty)
    }

    @Test(arguments: ["http://a.test/old", "http://a.test/old#s3"])
    func `a redirect to a stored page scrolls to its fragment`(address: String) {
        var stage = Stage()
        stage.open(address)
        stage.readCache(nil)
        stage.ask(302, "Found")
        let target = Stage.url("http://a.test/article#s50")
        stage.report(.redirected(from: Stage.url(address), to: target, status: 302))
        find("http://a.test/article", &stage)
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
        #expect(stage.model.document?.url.href == "http://a.test/article#s50")
    }

    @Test func `a redirect without a fragment keeps the requested one`() {
        var stage = Stage()
        stage.open("http://a.test/old#s50")
        stage.readCache(nil)
        stage.ask(301, "Moved")
        let target = Stage.url("http://a.test/article#s50")
        stage.report(.redirected(from: Stage.url("http://a.test/old#s50"), to: target, status: 301))
        find("http://a.test/article", &stage)
        #expect(stage.screen[1].contains("Paragraph 50"), "\(stage.screen.prefix(4))")
    }
}
