import Exchanges
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Workbench

/// The sessions of other clients, judged by what their requests say.
@Suite struct ClientSessionsTests {
    private typealias Scene = TrafficScene

    /// The rows of exchanges as a server streams them, and as a HAR file has them.
    private static func rows(_ entries: [Scene.Entry]) async throws -> [[TrafficRow]] {
        var stream = TrafficStream(
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
        var log = TrafficLog()
        for entry in entries {
            for news in await stream.handle(Array(entry.json.text().utf8)) {
                switch news {
                case .added(let contents): for content in contents { log.append(content) }
                case .replaced(let row, let content): log.set(content, of: row)
                case .read(let row, let reading): log.set(reading, of: row)
                case .dropped, .interception: Issue.record("a server told something else")
                }
            }
        }
        return [log.rows, try await Scene.rows(Scene.har(entries))]
    }

    private static func entry(
        at: Int, _ body: String = "", status: Int = 200, asked: [(String, String)] = [],
        headers: [(String, String)] = [("Content-Type", "text/html")]
    ) -> Scene.Entry {
        Scene.Entry(at: at, asked: asked, status: status, headers: headers, body: body)
    }

    @Test func `an update is read with the version whose tags were sent, whichever client received it`()
        async throws
    {
        for rows in try await Self.rows([
            Scene.whole("low", at: 0), Scene.whole("mid", at: 10),
            Scene.update(from: "low", to: "mid", at: 20),
            // The phone that has just got the update, at another address.
            Scene.update(from: "mid", to: "high", at: 30, client: "192.0.2.9"),
            Scene.update(from: "low", to: "high", at: 40, agent: "phone/1"),
        ]) {
            #expect(rows.map(\.outcome) == [.firstLoad, .firstLoad, .dataUpdate, .dataUpdate, .dataUpdate])
            #expect(rows.map(\.hasError) == [false, false, false, false, false])
            #expect(rows[2].session?.page == Array(Scene.page("mid").utf8))
            #expect(rows[4].session?.result?.changedBlocks == ["tide"])
        }
    }

    @Test func `a client that sends no tags has nothing stored`() async throws {
        var confirmed = Self.entry(at: 20, status: 304, asked: [("accept-diff", "true")])
        confirmed.headers = [("ETag", Scene.sha1(Scene.page("low")))]
        for rows in try await Self.rows([
            Scene.whole("low", at: 0), Scene.whole("high", at: 10), confirmed,
        ]) {
            #expect(rows.map(\.outcome) == [.firstLoad, .firstLoad, .failed])
        }
    }

    @Test func `a client without accept-diff gets plain pages`() async throws {
        var sonic = Scene.whole("low", at: 20)
        sonic.asked = []
        var refused = Scene.whole("low", at: 30)
        refused.asked = [("accept-diff", "false")]
        for rows in try await Self.rows([
            Self.entry(at: 0, "<p>1"), Self.entry(at: 10, "<p>2"), sonic, refused,
            Self.entry(at: 40, "<p>Lost", status: 404),
        ]) {
            #expect(rows.map(\.outcome) == [.plain, .plain, .plain, .plain, .failed])
            #expect(rows[0].session?.page == Array("<p>1".utf8))
            #expect(rows.allSatisfy { $0.session?.turns.first?.notes.isEmpty == true })
        }
    }

    @Test(arguments: [
        (("ETag", "\"1\""), ("If-None-Match", "\"1\"")), (("ETag", "\"1\""), ("If-None-Match", "W/\"1\"")),
        (
            ("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT"),
            ("If-Modified-Since", "Fri, 20 Nov 2026 10:00:00 GMT")
        ),
    ])
    func `a 304 confirms the page that a client without Sonic names`(
        _ sent: (String, String), _ asked: (String, String)
    ) async throws {
        let type = ("Content-Type", "text/html")
        for rows in try await Self.rows([
            Self.entry(at: 0, "<p>1", headers: [type, sent, ("Cache-Control", "max-age=600")]),
            Self.entry(at: 10, status: 304, asked: [asked], headers: [sent]),
        ]) {
            #expect(rows.map(\.outcome) == [.plain, .allCached])
            #expect(rows[1].session?.page == Array("<p>1".utf8))
        }
    }

    @Test func `the outcome for a client with an unknown version is the server's`() async throws {
        var cached = Scene.update(from: "low", to: "low", at: 10)
        (cached.status, cached.body) = (304, "")
        var changed = Scene.update(from: "low", to: "high", at: 20)
        changed.headers = Scene.whole("high").headers
        changed.body = Scene.page("high")
        var stated = Scene.update(from: "low", to: "high", at: 30)
        stated.served = "templateChange"
        for rows in try await Self.rows([
            Scene.update(from: "low", to: "mid", at: 0), cached, stated, changed,
            // What a client received after all is known.
            Scene.update(from: "high", to: "mid", at: 40),
        ]) {
            #expect(
                rows.map(\.outcome)
                    == [.dataUpdate, .allCached, .templateChange, .templateChange, .dataUpdate])
            #expect(rows.map { $0.undetermined != nil } == [true, true, true, true, false])
            #expect(rows.allSatisfy { !$0.hasError && $0.session != nil })
            #expect(rows[4].session?.page == Array(Scene.page("mid").utf8))
        }
    }

    @Test func `a recording without request headers does not say what was stored`() async throws {
        var update = Scene.update(from: "low", to: "high", at: 10, agent: "")
        var cached = Scene.update(from: "low", to: "low", at: 20, agent: "")
        (update.asked, cached.asked) = ([], [])
        (cached.status, cached.body) = (304, "")
        for rows in try await Self.rows([update, cached]) {
            #expect(rows.map(\.outcome) == [.dataUpdate, .allCached])
            #expect(rows.allSatisfy { $0.undetermined != nil && !$0.hasError })
        }
    }

    @Test func `the headers of a response for an unknown version are checked`() async throws {
        var update = Scene.update(from: "low", to: "high", at: 0)
        update.headers.removeAll { $0.0 == "cache-offline" }
        for rows in try await Self.rows([update]) {
            #expect(rows[0].findings.map(\.rule) == [.cacheOfflineMissing])
        }
    }

    @Test func `an update that does not fit the version that was sent leaves the outcome open`() async throws
    {
        var wrong = Scene.update(from: "low", to: "high", at: 10)
        wrong.body = wrong.body.replacing(Scene.sha1(Scene.page("high")), with: Scene.sha1("other"))
        for rows in try await Self.rows([Scene.whole("low"), wrong]) {
            #expect(rows[1].undetermined != nil && rows[1].session?.result == nil)
            #expect(rows[1].outcome == .dataUpdate)
        }
    }

    @Test func `a page whose body was not recorded is no failure`() async throws {
        var plain = Self.entry(at: 0, "<p>1")
        var first = Scene.whole("low", at: 10)
        var update = Scene.update(from: "low", to: "high", at: 20)
        (plain.hasBody, first.hasBody, update.hasBody) = (false, false, false)
        var lost = Self.entry(at: 30, "<p>Lost", status: 500)
        lost.hasBody = false
        for rows in try await Self.rows([plain, first, update, lost]) {
            #expect(rows.map(\.outcome) == [.plain, .firstLoad, .dataUpdate, .failed])
            #expect(rows.map(\.hasError) == [false, false, false, true])
            #expect(rows.prefix(3).allSatisfy { $0.undetermined == "the body was not recorded" })
            #expect(rows.allSatisfy { $0.session?.page == nil })
        }
    }

    @Test func `a request without a response is a row, and no failure`() async throws {
        let text = #"{"request": {"method": "POST", "url": "http://quay.example/tides", "headers": []}"#
        for response in ["", #", "response": null"#, #", "response": {"status": "odd"}"#] {
            let har = Array(#"{"log": {"entries": [\#(text)\#(response)}]}}"#.utf8)
            let row = try #require(try await Scene.rows(har).first)
            #expect(row.exchange?.method == "POST" && row.exchange?.address == "http://quay.example/tides")
            #expect(row.outcome == nil && !row.hasError)
            #expect(row.exchange?.notes.count == 1)
        }
    }

    @Test func `the versions received last are known, each once`() async throws {
        let recording = try Recording(
            har: Scene.har(
                ["low", "mid", "mid", "high"].enumerated().map { Scene.whole($1, at: $0) }
                    + ["low", "mid"].map { Scene.update(from: $0, to: "high", at: 9) }))
        let clients = ClientSessions(
            hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
            now: { Instant(milliseconds: 0) }, maxVersions: 2)
        var results: [Bool] = []
        for exchange in recording.exchanges {
            guard case .session(let trace, _) = await clients.reading(of: exchange) else { continue }
            results.append(trace.result != nil)
        }
        #expect(results == [true, true, true, true, false, true])
    }

    // MARK: What a server cannot see

    @Test func `without all of a response, the row says what its server saw, whatever the client has stored`()
        async throws
    {
        var gone = Scene.update(from: "low", to: "high", at: 10)
        (gone.status, gone.headers, gone.body, gone.served) = (0, [], "", "lost")
        var cut = Scene.update(from: "low", to: "high", at: 20)
        (cut.body, cut.served) = (String(cut.body.prefix(40)), "lost")
        var silent = gone
        (silent.at, silent.served) = (30, "silent")
        for rows in try await Self.rows([Scene.whole("low", at: 0), gone, cut, silent]) {
            #expect(rows.map { $0.exchange?.shortfall } == [nil, .disconnected, .cutOff, .silent])
            #expect(rows.map(\.outcome) == [.firstLoad, nil, nil, nil])
            #expect(rows.map(\.hasError) == [false, true, true, true])
            #expect(rows.dropFirst().allSatisfy { $0.session?.result == nil && $0.undetermined != nil })
        }
    }

    @Test func `the result of a request that is another exchange is not guessed`() async throws {
        var wrong = Scene.update(from: "low", to: "high", at: 10)
        wrong.body = wrong.body.replacing("diff-tide-->high", with: "diff-tide-->hxgh")
        for rows in try await Self.rows([
            Scene.whole("low", at: 0), wrong, Scene.whole("high", at: 20),
        ]) {
            #expect(rows.map(\.outcome) == [.firstLoad, .dataUpdate, .firstLoad])
            #expect(rows[1].session?.result == nil && rows[1].undetermined != nil)
        }
    }
}
