import SessionWords
import SonicProtocol
import Synchronization
import SystemLibraries
import Testing

@testable import SonicSession

/// What is recorded of sessions, and what is not.
@Suite struct PastSessionTests {
    /// The sessions that an engine has recorded.
    private actor Memory {
        private(set) var sessions: [PastSession] = []

        func add(_ session: PastSession) { sessions.append(session) }
    }

    /// Opens an address once for each reply, and returns the recorded sessions.
    private func remembered(
        _ replies: [[ResponseEvent]], at url: WebURL = Play.url, method: RequestMethod = .get,
        headers: [HeaderField] = []
    ) async -> [PastSession] {
        let memory = Memory()
        let engine = SessionEngine(
            connection: ScriptedConnection(script: Script(replies)), store: MemoryStore(), hashes: .nettle,
            clocks: .still
        ).remembering { await memory.add($0) }
        for _ in replies {
            let order = SessionOrder(
                url: url, method: method, headers: RequestHeaders(product: "test", custom: headers))
            _ = await engine.open(order).result()
        }
        return await memory.sessions
    }

    /// The steps of sessions.
    private final class Steps: Sendable {
        private let steps = Mutex<[SessionStep]>([])

        var all: [SessionStep] { steps.withLock { $0 } }

        func add(_ step: SessionStep) { steps.withLock { $0.append(step) } }
    }

    private let first = response(Sample.head(v1), v1)
    private let update = response(Sample.head(v2, change: "false"), Sample.update(v2))

    @Test func `each session is recorded with its outcome and versions before its events end`() async {
        let sessions = await remembered([first, update, response("304 Not Modified", "")])
        #expect(sessions.map(\.outcome) == ["firstLoad", "dataUpdate", "allCached"])
        #expect(sessions.map(\.code) == [1000, 200, 304])
        #expect(sessions.map(\.versions) == ["v1", "v1 → v2", "v2"])
        #expect(sessions[1].changedBlocks == ["a"])
        #expect(sessions.map(\.pageBytes) == [v1, v2, v2].map(\.utf8.count))
        #expect(sessions.allSatisfy { $0.url == Play.url && !$0.reason.words.isEmpty })
    }

    @Test func `credentials and fragments are left out of recorded addresses`() async throws {
        let url = try #require(WebURL("http://ann:secret@news.example/a#part"))
        let past = try #require(await remembered([first], at: url).first)
        #expect(past.requested.href == "http://news.example/a" && past.url.href == "http://news.example/a")
        #expect(!past.json.text().contains("secret"))
    }

    @Test func `sessions whose responses must not be stored are not recorded`() async {
        let kept = Sample.head(v1) + "\nCache-Control: no-store"
        #expect(await remembered([response(kept, v1)]).isEmpty, "no-store")
        #expect(await remembered([response("404 Not Found\nCache-Control: no-store", "x")]).isEmpty)
        let secret = [HeaderField("Authorization", "Basic eDp5")]
        #expect(await remembered([first], headers: secret).isEmpty, "for one reader alone")
        let body = PostBody(Array("a=1".utf8), contentType: "x", origin: nil)
        #expect(await remembered([first], method: .post(body)).isEmpty, "the answer to a form")
    }

    @Test func `a recorded session is read back as it was written, and other JSON is rejected`() async throws
    {
        let sessions = await remembered([first, update, response("500 Broken", "x")])
        #expect(sessions.count == 3)
        for past in sessions {
            let node = try #require(JSONNode.read(Array(past.json.text().utf8)).node)
            // The reason is read back as its text.
            var written = past
            written.reason = .recorded(past.reason.words, code: past.reason.code)
            #expect(PastSession(node, account: "") == written)
        }
        for text in ["7", "[]", "{}", #"{"began":1,"milliseconds":2,"requested":"x","url":"http://a/"}"#] {
            let node = try #require(JSONNode.read(Array(text.utf8)).node)
            #expect(PastSession(node, account: "") == nil, "\(text)")
        }
    }

    @Test func `a step reports the event, its effects and the state`() async {
        let steps = Steps()
        let engine = SessionEngine(
            connection: ScriptedConnection(script: Script([first])), store: MemoryStore(), hashes: .nettle,
            clocks: .still
        ).stepping { steps.add($0) }
        let order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "test"))
        _ = await engine.open(order).result()
        let told = steps.all
        #expect(told.first?.event == "began")
        #expect(told.first?.state == "readingCache")
        #expect(told.first?.effects.first == "enter: readingCache")
        #expect(told.contains { $0.event == "headReceived: 200 OK" && $0.state == "receiving" })
        #expect(told.contains { $0.event.hasPrefix("evaluated: a page of \(v1.utf8.count) bytes") })
        #expect(told.last?.event == "written: version 1")
        #expect(told.last?.effects == ["end: firstLoad"])
        #expect(told.last?.state == "ended")
    }
}
