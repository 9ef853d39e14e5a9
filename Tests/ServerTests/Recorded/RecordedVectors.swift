import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing
import Transport

/// Recordings of servers, replayed to the real engine over the real transport.
@Suite struct RecordedVectors {
    @Test func `recordings exist, and all can be read`() {
        #expect(!Recording.found.recordings.isEmpty, "nothing in \(Recording.folder)")
        #expect(Recording.found.problems == [])
    }

    @Test(arguments: Recording.found.recordings)
    func `the engine's results match the recorded bytes`(_ recording: Recording) async throws {
        // One response per connection: the page, the unchanged page, the changed page, and the full changed page
        // for a repeated request.
        let server = RawServer { connection in
            let answers = [recording.first, recording.same, recording.update]
            let answer = connection < answers.count ? answers[connection] : recording.changed
            return [.readRequest, .send(answer.answer)]
        }
        let replay = try Replay(server)

        let first = try await replay.open()
        try expect(first, .first(recording), recording.first, at: "first load")
        let same = try await replay.open()
        try expect(same, .later(recording.same, of: recording), recording.first, at: "same page")
        let updated = try await replay.open()
        let expected = Expectation.later(recording.update, of: recording)
        let page = expected == .allCached ? recording.first : recording.changed
        try expect(updated, expected, page, at: "update")

        let requests = await replay.requests(expected == .refetched ? 4 : 3)
        #expect(!requests[0].contains("template-tag:") && !requests[0].contains("If-None-Match:"))
        #expect(requests[0].contains("\r\naccept-diff: true\r\n"))
        // Node's middleware uses Sonic only for clients that accept gzip.
        #expect(requests.allSatisfy { $0.contains("\r\nAccept-Encoding: gzip, ") })
        if first.page != nil {
            for (request, recorded) in zip(requests[1...2], [recording.same, recording.update]) {
                for name in ["accept-diff", "template-tag", "If-None-Match"] {
                    let value = try #require(recorded.asked(name))
                    #expect(request.contains("\r\n\(name): \(value)\r\n"), "\(request)")
                }
            }
        }
        if expected == .refetched {
            #expect(!requests[3].contains("template-tag:") && !requests[3].contains("If-None-Match:"))
        }
    }

    private func expect(
        _ seen: Replay.Seen, _ expected: Expectation, _ page: Transcript, at step: Comment
    ) throws {
        switch expected {
        case .firstLoad: #expect(seen.result.outcome == .firstLoad, step)
        case .allCached: #expect(seen.result.outcome == .allCached, step)
        case .dataUpdate: #expect(seen.result.outcome == .dataUpdate, step)
        case .templateChange, .refetched: #expect(seen.result.outcome == .templateChange, step)
        case .failed:
            guard case .failed = seen.result.outcome else {
                Issue.record("\(step): \(seen.result.outcome.name)")
                return
            }
            #expect(seen.page == nil, step)
            return
        }
        #expect(seen.page == page.body, step)
        #expect(!seen.result.reason.words.isEmpty, step)
    }
}

/// A client of one recorded page: the engine with its own store.
private actor Replay {
    private let engine: SessionEngine
    private let store = MemoryStore()
    private let order: SessionOrder
    private let server: RawServer

    /// The result of a session and the page stored after it.
    struct Seen {
        let result: SessionResult
        let page: [UInt8]?
    }

    init(_ server: RawServer) throws {
        self.server = server
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        engine = SessionEngine(
            connection: CurlConnection(configuration), store: store, hashes: .nettle,
            clocks: .init(now: { Instant(milliseconds: 0) }, uptime: { .zero }))
        order = SessionOrder(
            url: try WebURL.parse(server.url("/page")), headers: RequestHeaders(product: "vectors/1"))
    }

    func open() async throws -> Seen {
        let ended = await engine.open(order).result()
        let result = try #require(ended)
        return Seen(result: result, page: await store.load(result.pageID)?.version.html)
    }

    /// The first requests that the server received.
    func requests(_ count: Int) async -> [String] {
        var requests: [String] = []
        for await case .request(let bytes, _) in server.events {
            requests.append(Bytes.text(bytes))
            if requests.count == count { break }
        }
        return requests
    }
}
