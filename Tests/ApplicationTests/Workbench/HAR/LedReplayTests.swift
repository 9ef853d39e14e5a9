import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Exchanges
@testable import Workbench

/// Redirected sessions, exported and replayed from the file alone.
@Suite struct LedReplayTests {
    private static let began = Instant(milliseconds: 1_795_328_296_042)
    private static let page = Array("<title>News</title><p>Stored there".utf8)

    /// A server's responses, one list after the other.
    private actor Server: Connection {
        private var answers: ArraySlice<[ResponseEvent]>

        init(_ answers: [[ResponseEvent]]) { self.answers = answers[...] }

        private func next() -> [ResponseEvent] {
            answers.popFirst() ?? [.failed(.unreachable(host: "news.test", port: 80, detail: "refused"))]
        }

        nonisolated func exchange(_ request: Request) -> ResponseEvents {
            ResponseRelay.stream { ResponseRelay(await self.next()) }
        }
    }

    private static func answer(_ head: String, _ body: [UInt8] = []) throws -> [ResponseEvent] {
        let raw = Array((head.replacing("\n", with: "\r\n") + "\r\n\r\n").utf8)
        let head = try #require(ResponseHead(raw: raw))
        let report = TransferReport(bytesReceived: raw.count + body.count)
        return [.headReceived(head)] + (body.isEmpty ? [] : [.bodyReceived(body)]) + [.finished(report)]
    }

    private static var moved: [ResponseEvent] {
        get throws { try answer("HTTP/1.1 302 Found\nLocation: /start#s1\nContent-Length: 0") }
    }

    private static var whole: [ResponseEvent] {
        get throws { try answer("HTTP/1.1 200 OK\nContent-Type: text/html\nETag: \"a\"", page) }
    }

    /// Requests a URL twice, and exports the second session.
    private static func second(
        _ answers: [[ResponseEvent]], mode: SessionMode = .open
    ) async throws -> (trace: SessionTrace, file: [UInt8]) {
        let clocks = SessionEngine.Clocks(now: { began }, uptime: { .zero }, wait: { _ in })
        let engine = SessionEngine(
            connection: Server(answers), store: MemoryStore(), hashes: .nettle, clocks: clocks)
        var order = SessionOrder(
            url: try #require(WebURL("http://news.test/")), headers: RequestHeaders(product: "sonic/0"))
        _ = await engine.open(order).result()
        order.mode = mode
        let trace = await engine.open(order).trace()
        var log = HARLog(version: "1")
        log.add(trace)
        return (trace, Array(log.value.text().utf8))
    }

    /// Expects that the session replays from the file with the same result.
    private static func expectAgain(_ session: (trace: SessionTrace, file: [UInt8])) async throws {
        let again = await Recorded.traces(try Recording(har: session.file))
        #expect(again.count == 1)
        let (old, new) = (try #require(session.trace.result), try #require(again.first?.result))
        #expect(new.outcome == old.outcome)
        #expect(new.reason == old.reason)
        #expect(new.redirects.map(\.to) == old.redirects.map(\.to))
        #expect(again[0].turns.flatMap(\.screen) == session.trace.turns.flatMap(\.screen))
        #expect(again[0].page == session.trace.page)
    }

    @Test func `a redirect to a stored page is replayed with the same result`() async throws {
        let session = try await Self.second(
            [Self.moved, Self.whole, Self.moved, Self.answer("HTTP/1.1 304 Not Modified\nETag: \"a\"")])
        #expect(session.trace.result?.outcome == .allCached)
        try await Self.expectAgain(session)
    }

    @Test func `an unreachable URL is replayed with its cached redirect`() async throws {
        let session = try await Self.second([Self.moved, Self.whole])
        #expect(session.trace.result?.outcome.name == "offline")
        try await Self.expectAgain(session)
    }

    @Test func `a URL that no longer redirects is replayed with both pages`() async throws {
        let own = try Self.answer("HTTP/1.1 200 OK\nContent-Type: text/html", Array("<p>Its own".utf8))
        let session = try await Self.second([Self.moved, Self.whole, own])
        #expect(session.trace.turns.flatMap(\.screen).count == 2)
        try await Self.expectAgain(session)
    }

    @Test func `a fresh page behind a redirect is replayed as fresh`() async throws {
        let fresh = "HTTP/1.1 200 OK\nContent-Type: text/html\nCache-Control: max-age=60"
        let session = try await Self.second([Self.moved, Self.answer(fresh, Self.page), Self.moved])
        #expect(session.trace.result?.outcome == .fresh(.lifetime))
        try await Self.expectAgain(session)
    }

    @Test func `a page that is no longer in memory is left out, and the rest is readable`() async throws {
        var log = HARLog(version: "1")
        log.add(try await Self.second([Self.moved, Self.whole, Self.moved, Self.whole]).trace.withoutPages)
        let recording = try Recording(har: Array(log.value.text().utf8))
        #expect(recording.exchanges.count == 2)
        #expect(recording.exchanges[0].session?.caches.contains { $0.page != nil } == false)
        #expect(
            recording.exchanges[0].session?.caches.first?.redirects.map(\.to.href) == [
                "http://news.test/start#s1"
            ])
    }

    @Test func `a replay shows nothing in advance if the session did not`() async throws {
        let session = try await Self.second(
            [Self.moved, Self.whole, Self.moved, Self.whole], mode: .forceReload)
        #expect(session.trace.result?.outcome == .firstLoad)
        try await Self.expectAgain(session)
    }
}
