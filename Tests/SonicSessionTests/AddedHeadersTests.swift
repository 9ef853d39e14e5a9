import SonicProtocol
import Testing

@testable import SonicSession

/// Headers that a reader adds to answers.
@Suite struct AddedHeadersTests {
    private static let plain = Reply.answer("200 OK\nContent-Type: text/html", body: v1)

    /// Plays a session whose site and whose order add headers.
    private func play(
        stored: StoredPage? = nil, site: [HeaderField] = [], order: [HeaderField] = [], _ reply: Reply
    ) -> Play {
        var play = Play(stored: stored, [reply])
        play.terms = SiteTerms(responseHeaders: site, localServer: .off)
        play.orderHeaders = order
        _ = play.run()
        return play
    }

    @Test func `an added header turns Sonic on, and is not stored`() throws {
        let added = HeaderField("Cache-Offline", "true")
        let play = play(site: [added], Self.plain)
        let result = try #require(play.result)
        #expect(result.outcome == .firstLoad)
        #expect(result.addedHeaders == [added])
        #expect(result.head?.headers.contains("cache-offline") == false)
        #expect(play.commits.first?.headers.fields == [HeaderField("Content-Type", "text/html")])
    }

    @Test func `a header of the server beats an added one`() throws {
        let play = play(
            site: [HeaderField("cache-offline", "http")], order: [HeaderField("template-change", "false")],
            Sample.full(v1))
        let result = try #require(play.result)
        #expect(result.outcome == .firstLoad)
        #expect(result.addedHeaders.isEmpty)
        #expect(play.commits.count == 1)
    }

    @Test func `what a session adds stands in place of what its site adds`() throws {
        let own = HeaderField("cache-control", "no-store")
        let play = play(site: [HeaderField("Cache-Control", "max-age=5")], order: [own], Self.plain)
        let result = try #require(play.result)
        #expect(result.addedHeaders == [own])
        #expect(result.storage == .notAllowed(.writing(.noStore)))
        #expect(play.commits.isEmpty)
    }

    @Test func `an added header counts for a 304, too, and reaches the page`() throws {
        let play = play(
            stored: Sample.stored(v1), order: [HeaderField("cache-offline", "false")],
            .answer("304 Not Modified", body: ""))
        let result = try #require(play.result)
        #expect(play.lines.contains("write remove"))
        var trace = SessionTrace(Play.url, mode: .open)
        trace.handle(.ended(result), at: .zero)
        #expect(DiffCallback(trace, at: .zero)?.extra.cacheOffline == "false")
    }

    @Test(arguments: ["ETag", "template-tag", "Location", "set-cookie", "Content-Length", "sonic-etag-key"])
    func `what only the server can say is passed over`(name: String) throws {
        let play = play(order: [HeaderField(name, "x")], Self.plain)
        let result = try #require(play.result)
        #expect(result.outcome == .plain(.notSonic))
        #expect(result.addedHeaders.isEmpty)
        #expect(play.commits.first?.etag == nil)
    }

    @Test func `nothing is added where no answer came`() throws {
        let play = play(order: [HeaderField("X-A", "1")], .failure(.malformed(detail: "x")))
        #expect(play.result?.addedHeaders == [])
    }
}
