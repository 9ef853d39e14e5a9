import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// The mouse: wheel, clicks and drags.
struct PointingTests {
    static let page =
        "<title>News</title><h1>News</h1><p>See <a href='/a'>the first</a> and <a href='/b'>the second</a>.</p>"
        + (1...60).map { "<p>Paragraph \($0).</p>" }.joined()

    static func stage(columns: Int = 80, rows: Int = 24, _ html: String = page) -> Stage {
        var stage = Stage(columns: columns, rows: rows)
        stage.open("http://a.example/")
        stage.readCache(html)
        stage.end(.allCached, "the ETag is the same")
        stage.settle()
        return stage
    }

    @Test func `while a question is open clicks do not answer it`() throws {
        var stage = Self.stage()
        stage.model.inputMode = .question(
            .repeatPost(stage.url, PostBody([1], contentType: "text/plain"), .open, .stay))
        try stage.click("the first")
        #expect(stage.url.path == "/")
        #expect(stage.model.inputMode != nil)
        #expect(stage.text.contains("y is yes, n no"))
    }
}
