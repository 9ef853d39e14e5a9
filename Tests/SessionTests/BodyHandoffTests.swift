import SessionWords
import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicSession

/// Responses that are files: the receiver of the handoff continues the transfer.
@Suite struct BodyHandoffTests {
    private func session(_ script: Script, _ files: FileHandling, door: Door? = nil) -> Session {
        var order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0"))
        order.files = files
        return SessionEngine(
            connection: ScriptedConnection(script: script, door: door), store: MemoryStore(), hashes: .nettle,
            clocks: .still
        ).open(order)
    }

    private static let zip = "200 OK\nContent-Type: application/zip"

    @Test func `a file's transfer continues after its session has ended`() async throws {
        var handover: BodyHandoff?
        var result: SessionResult?
        for await event in session(Script([response(Self.zip, "abc")]), .handedOver) {
            if case .handedOver(let file) = event { handover = file }
            if case .pieceReceived = event { Issue.record("a file is no page") }
            if case .ended(let end) = event { result = end }
        }
        #expect(result?.outcome == .failed(.handedOver))
        #expect(result?.reason == .handedOver(.type("application/zip"), .nothing))
        #expect(result?.status == 200 && result?.storage == .untouched)
        let file = try #require(handover)
        #expect(file.head.status == 200 && file.request.url == Play.url)
        var body: [UInt8] = []
        var isFinished = false
        for await event in file.rest {
            if case .bodyReceived(let bytes) = event { body += bytes }
            if case .finished = event { isFinished = true }
        }
        #expect(body == Array("abc".utf8) && isFinished)
    }

    @Test func `a file's handoff carries the cause of its session`() async throws {
        let cause = RequestCause(chain: [try WebURL.parse("https://other.test/page")])
        var order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0"))
        (order.files, order.cause) = (.handedOver, cause)
        let engine = SessionEngine(
            connection: ScriptedConnection(script: Script([response(Self.zip, "abc")])),
            store: MemoryStore(), hashes: .nettle, clocks: .still)
        var found: RequestCause?
        for await event in engine.open(order).events {
            if case .handedOver(let file) = event { found = file.cause }
        }
        #expect(found == cause)
    }

    @Test func `the transfer of a file that no one reads is stopped`() async {
        let script = Script([
            response(Self.zip, "abc").filter { if case .finished = $0 { false } else { true } }
        ])
        for await event in session(script, .handedOver) {
            if case .handedOver = event { continue }
        }
        await script.untilAbandoned()
    }

    @Test func `without handoff, a session receives the file itself`() async {
        var events: [SessionEvent] = []
        for await event in session(Script([response(Self.zip, "abc")]), .taken) { events.append(event) }
        guard case .ended(let result)? = events.last else {
            Issue.record("no end")
            return
        }
        #expect(result.outcome == .plain(.notHTML))
    }

    @Test(arguments: [
        "404 Not Found\nContent-Type: application/zip",
        "302 Found\nLocation: /a\nContent-Type: application/zip",
        "200 OK\nContent-Type: text/plain",
    ])
    func `errors, redirects and plain text are not handed over as files`(head: String) async {
        let page = response("200 OK\nContent-Type: text/html", "<p>")
        for await event in session(Script([response(head, "abc"), page]), .handedOver) {
            if case .handedOver = event { Issue.record("\(head)") }
        }
    }
}
