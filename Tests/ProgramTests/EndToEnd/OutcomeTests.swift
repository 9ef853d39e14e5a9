import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// A page of two blocks.
private func page(_ headline: String, weather: String = "rain", style: String = "plain") -> String {
    """
    <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="\(style)">
    <h1>News</h1>
    <!--sonicdiff-headlines--><p>\(headline)</p><!--sonicdiff-headlines-end-->
    <!--sonicdiff-weather--><p>\(weather)</p><!--sonicdiff-weather-end-->
    </body></html>
    """
}

@Suite struct OutcomeTests {
    @Test func `an update transfers fewer bytes than the page`() async throws {
        // The server compresses pages, so repeated text would hardly count.
        let filler = (0..<400).map { "<p>\(Hashes.nettle.sha1(Array("\($0)".utf8)))</p>\n" }.joined()
        let site = try await Site.serving(["a.html": page("one") + filler])
        let whole = try await site.get("/a.html")
        try site.folder.write(page("two") + filler, to: "a.html")
        let update = try await site.get("/a.html")
        #expect(update.outcome == "dataUpdate")
        #expect(update.bytesReceived * 10 < whole.bytesReceived)
    }

    @Test func `concurrent processes that open the same page all get the full page`() async throws {
        let site = try await Site.serving(["a.html": page("one")])
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<6 { group.addTask { try await site.get("/a.html").outcome } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.allSatisfy { $0 == "firstLoad" || $0 == "allCached" })
        #expect(try await site.get("/a.html").outcome == "allCached")
    }
}
