import SonicProtocol
import Testing

@testable import SonicSession

/// Response headers that the user adds.
@Suite struct AddedHeadersTests {
    private static let plain = Reply.answer("200 OK\nContent-Type: text/html", body: v1)

    /// Plays a session whose site and order add response headers.
    private func play(
        stored: StoredPage? = nil, site: [HeaderField] = [], order: [HeaderField] = [], _ reply: Reply
    ) -> Play {
        var play = Play(stored: stored, [reply])
        play.terms = SiteTerms { ($0.responseHeaders, $0.localServer) = (site, .off) }
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

    @Test func `a header from the server takes precedence over an added one`() throws {
        let play = play(
            site: [HeaderField("cache-offline", "http")], order: [HeaderField("template-change", "false")],
            Sample.full(v1))
        let result = try #require(play.result)
        #expect(result.outcome == .firstLoad)
        #expect(result.addedHeaders.isEmpty)
        #expect(play.commits.count == 1)
    }

    @Test func `a header added by the order replaces the one added for the site`() throws {
        let own = HeaderField("cache-control", "no-store")
        let play = play(site: [HeaderField("Cache-Control", "max-age=5")], order: [own], Self.plain)
        let result = try #require(play.result)
        #expect(result.addedHeaders == [own])
        #expect(result.storage == .notAllowed(.noStore))
        #expect(play.commits.isEmpty)
    }

    @Test func `an added header also applies to a 304 and reaches the page`() throws {
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
    func `an added header that only the server may send is ignored`(name: String) throws {
        let play = play(order: [HeaderField(name, "x")], Self.plain)
        let result = try #require(play.result)
        #expect(result.outcome == .plain(.notSonic))
        #expect(result.addedHeaders.isEmpty)
        #expect(play.commits.first?.etag == nil)
    }

    @Test func `no header is added when no response was received`() throws {
        let play = play(order: [HeaderField("X-A", "1")], .failure(.malformed(detail: "x")))
        #expect(play.result?.addedHeaders == [])
    }
}
