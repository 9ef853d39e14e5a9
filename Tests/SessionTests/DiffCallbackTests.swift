import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// The diff callback that a page receives, for every outcome.
@Suite struct DiffCallbackTests {
    /// Plays a session and returns the page's callback, 7 ms after the response was evaluated.
    private func told(
        stored: StoredPage? = nil, sonicOff: Instant? = nil, mode: SessionMode = .open,
        localServer: LocalServer = .off, _ replies: [Reply]
    ) throws -> (callback: DiffCallback?, status: Int) {
        var play = Play(stored: stored, sonicOff: sonicOff, replies)
        play.terms = SiteTerms { $0.localServer = localServer }
        _ = play.run(mode)
        var trace = SessionTrace(Play.url, mode: mode)
        for event in play.events { trace.handle(event, at: .zero) }
        trace.handle(.ended(try #require(play.result)), at: .zero)
        let callback = DiffCallback(trace, at: .microseconds(7_900))
        return (callback, SonicStatus(callback).rawValue)
    }

    private func extra(_ page: String, offline: String = "true", isReload: Bool = false) -> String {
        "\"extra\":{\"eTag\":\"\(Sample.sha1(page))\",\"template-tag\":\"\(Sample.templateTag(page))\","
            + "\"cache-offline\":\"\(offline)\",\"isReload\":\(isReload)}}"
    }

    @Test func `a first load has code 1000`() throws {
        let (callback, status) = try told([Sample.full(v1)])
        #expect(callback?.json.text() == "{\"code\":1000,\"srcCode\":1000,\(extra(v1))")
        #expect(status == 1)
    }

    @Test func `pages compared locally have the same codes as those of a Sonic server`() throws {
        let reply = Reply.answer("200 OK\nContent-Type: text/html", body: v1)
        let (callback, status) = try told(localServer: .on, [reply])
        #expect(
            callback?.json.text() == "{\"code\":1000,\"srcCode\":1000,\"extra\":{\"isReload\":false}}")
        #expect(status == 1)
    }

    @Test func `a template change has code 2000`() throws {
        let (callback, status) = try told(stored: Sample.stored(v1), [Sample.full(other)])
        #expect(callback?.json.text() == "{\"code\":2000,\"srcCode\":2000,\(extra(other))")
        #expect(status == 2)
    }

    @Test func `an update has code 200, with the changed blocks as JSON in a string`() throws {
        let (callback, status) = try told(stored: Sample.stored(v1), [Sample.data(v2)])
        #expect(
            callback?.json.text()
                == "{\"local_refresh_time\":7,\"result\":"
                + "\"{\\\"{a}\\\":\\\"<!--sonicdiff-a-->2<!--sonicdiff-a-end-->\\\"}\","
                + "\"code\":200,\"srcCode\":200,\(extra(v2))")
        #expect(status == 3)
    }

    @Test func `a changed title is reported as {title}, with its element`() throws {
        let retitled = v2.replacing("<title>N", with: "<title>M")
        let (callback, _) = try told(stored: Sample.stored(v1), [Sample.data(retitled)])
        #expect(
            callback?.update?.blocks == [
                .init(name: "{title}", text: "<title>M</title>"),
                .init(name: "{a}", text: "<!--sonicdiff-a-->2<!--sonicdiff-a-end-->"),
            ])
    }

    @Test func `a 304 has code 304, and headers missing from the response are left out`() throws {
        let (callback, status) = try told(
            stored: Sample.stored(v1), [.answer("304 Not Modified\nCache-Offline: store", body: "")])
        #expect(
            callback?.json.text()
                == "{\"code\":304,\"srcCode\":304,\"extra\":{\"cache-offline\":\"store\",\"isReload\":false}}"
        )
        #expect(status == 4)
    }

    @Test func `unchanged data have code 304 from 200, an unchanged full page 304 from 2000`()
        throws
    {
        var renamed = Sample.stored(v1)
        renamed.version.etag = "another"
        for (stored, reply, source) in [
            (renamed, Sample.data(v1), 200), (renamed, Sample.full(v1), 2000),
        ] {
            let (callback, status) = try told(stored: stored, [reply])
            #expect(callback?.code == 304)
            #expect(callback?.srcCode == source)
            #expect(status == 4)
        }
    }

    @Test func `a full response with the requested ETag counts as 304`() throws {
        var play = Play(stored: Sample.stored(v1), [Sample.full(v1)])
        _ = play.run()
        var result = try #require(play.result)
        result.request = Request(
            url: Play.url, headers: Headers([HeaderField("If-None-Match", Sample.sha1(v1))]))
        var trace = SessionTrace(Play.url, mode: .open)
        trace.handle(.ended(result), at: .zero)
        let callback = DiffCallback(trace, at: .zero)
        #expect(callback?.srcCode == 304)
    }

    @Test(arguments: [(Sample.data(v2, offline: "store"), 200), (Sample.full(other, offline: "store"), 2000)])
    func `when the screen must not change, the page receives code 304`(reply: Reply, source: Int) throws {
        let (callback, status) = try told(stored: Sample.stored(v1), [reply])
        #expect(callback?.code == 304)
        #expect(callback?.srcCode == source)
        #expect(callback?.update == nil)
        #expect(callback?.extra.cacheOffline == "store")
        #expect(status == 4)
    }

    @Test(arguments: [(SessionMode.open, false), (.reload, true), (.forceReload, true)])
    func `a reloaded page has isReload set`(mode: SessionMode, isReload: Bool) throws {
        let (callback, _) = try told(stored: Sample.stored(v1), mode: mode, [Sample.full(other)])
        #expect(callback?.extra.isReload == isReload)
    }

    @Test(arguments: [
        Unheard(.open, nil, .answer("200 OK\nContent-Type: text/css", body: "b{}")),
        Unheard(.back, v1, .failure(.cancelled)),
        Unheard(.cacheOnly, v1, .failure(.cancelled)),
        Unheard(.cacheOnly, nil, .failure(.cancelled)),
        Unheard(.open, v1, .failure(.malformed(detail: "x"))),
        Unheard(.open, nil, .failure(.malformed(detail: "x"))),
        Unheard(.open, v1, .answer("404 Not Found", body: "")),
    ])
    func `outcomes without a VasSonic code have no callback`(_ unheard: Unheard) throws {
        let (callback, status) = try told(
            stored: unheard.stored.map { Sample.stored($0) }, mode: unheard.mode, [unheard.reply])
        #expect(callback == nil)
        #expect(status == 0)
    }

    /// A session without a callback to the page.
    struct Unheard: Sendable {
        var mode: SessionMode
        var stored: String?
        var reply: Reply

        init(_ mode: SessionMode, _ stored: String?, _ reply: Reply) {
            self.mode = mode
            self.stored = stored
            self.reply = reply
        }
    }
}
