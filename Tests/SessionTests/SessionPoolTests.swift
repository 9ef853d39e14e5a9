import SonicProtocol
import Synchronization
import SystemLibraries
import Testing

@testable import SonicSession

/// A server that responds when the test says so and counts its requests.
private actor Server {
    private(set) var requests: [Request] = []
    private(set) var abandoned = 0
    private var transfers: [ResponseEvents.Continuation] = []
    private var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    private var mourners: [CheckedContinuation<Void, Never>] = []

    func ask(_ request: Request, _ transfer: ResponseEvents.Continuation) {
        requests.append(request)
        transfers.append(transfer)
        for watcher in watchers where watcher.count <= requests.count { watcher.1.resume() }
        watchers.removeAll { $0.count <= requests.count }
    }

    func abandon() {
        abandoned += 1
        for mourner in mourners { mourner.resume() }
        mourners = []
    }

    /// Returns once this many requests were received.
    func untilAsked(_ count: Int = 1) async {
        if requests.count >= count { return }
        await withCheckedContinuation { watchers.append((count, $0)) }
    }

    /// Returns once a transfer has been cancelled.
    func untilAbandoned() async {
        if abandoned > 0 { return }
        await withCheckedContinuation { mourners.append($0) }
    }

    /// Sends these events on the transfer of the given request, counting from 1.
    func send(_ events: [ResponseEvent], on number: Int = 1) {
        for event in events { transfers[number - 1].tell(event) }
    }
}

private struct Wire: Connection {
    let server: Server

    func exchange(_ request: Request) -> ResponseEvents {
        let (events, continuation) = ResponseEvents.makeStream()
        continuation.onTermination = { termination in
            if case .cancelled = termination { Task { await server.abandon() } }
        }
        Task { await server.ask(request, continuation) }
        return events
    }
}

/// A clock that the test sets, in seconds.
private final class Clock: Sendable {
    let seconds = Atomic(0)
}

/// How far a preloaded session has got when its page is opened.
private enum Progress: CaseIterable {
    case readingCache, asked, headReceived, halfReceived, storing, ended
}

@Suite(.timeLimit(.minutes(1))) struct SessionPoolTests {
    private let server = Server()
    private let clock = Clock()
    private let order = SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0"))

    private func pool(
        _ store: any PageStore = MemoryStore(), limits: PreloadLimits = PreloadLimits()
    ) -> SessionPool {
        let clock = clock
        return SessionPool(
            SessionEngine(
                connection: Wire(server: server), store: store, hashes: .nettle,
                clocks: SessionEngine.Clocks(
                    now: { Play.now }, uptime: { .seconds(clock.seconds.load(ordering: .relaxed)) })),
            limits: limits)
    }

    private func order(_ address: String) -> SessionOrder {
        SessionOrder(url: WebURL(address)!, headers: RequestHeaders(product: "sonic/0"))
    }

    private var head: [ResponseEvent] {
        let lines = Sample.head(v1).split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        return [.headReceived(ResponseHead(raw: Array(("HTTP/1.1 " + lines).utf8))!)]
    }
    private let firstHalf = [ResponseEvent.bodyReceived(Array(v1.utf8.prefix(20)))]
    private let secondHalf = [
        ResponseEvent.bodyReceived(Array(v1.utf8.dropFirst(20))), .finished(TransferReport()),
    ]

    /// The events that a listener receives, without the phases.
    private func words(_ session: Session) async -> [String] {
        var words: [String] = []
        for await event in session.events { if let word = word(event) { words.append(word) } }
        return words
    }

    private func word(_ event: SessionEvent) -> String? {
        switch event {
        case .joined(let joined, let time): "joined \(joined) after \(time.components.seconds)"
        case .pieceReceived(let bytes): "piece \(bytes.count)"
        case .pageReplaced: "page"
        case .ended(let result): "ended " + result.outcome.name
        case .requestDecided: "request"
        case .headReceived: "head"
        default: nil
        }
    }

    private func heard(_ pool: SessionPool, _ wanted: String) async -> Bool {
        await pool.events(order).contains { word($0) == wanted }
    }

    @Test func `stopping a pool cancels its preloads and ends its sessions`() async {
        let pool = pool()
        await pool.preload(order("https://news.example/ahead"))
        await server.untilAsked()
        for number in 0..<9 { await pool.preload(order("https://news.example/\(number)")) }
        let watched = await pool.open(order)
        await pool.stop()
        #expect(await words(watched).last == "ended failed")
        await server.untilAbandoned()
        #expect(await pool.census == SessionPool.Census())
    }

    @Test(arguments: Progress.allCases)
    fileprivate func `opening a page takes over its preload at any stage, and no request is sent twice`(
        _ progress: Progress
    ) async {
        let reading = Door(isOpen: progress != .readingCache)
        let writing = Door(isOpen: progress != .storing)
        let pool = pool(GatedStore(reading: reading, writing: writing))
        await pool.preload(order)
        switch progress {
        case .readingCache: await reading.untilReached()
        case .asked: await server.untilAsked()
        case .headReceived:
            await server.untilAsked()
            await server.send(head)
            while await !heard(pool, "head") { await Task.yield() }
        case .halfReceived:
            await server.untilAsked()
            await server.send(head + firstHalf)
            while await !heard(pool, "piece 20") { await Task.yield() }
        case .storing, .ended:
            await server.untilAsked()
            await server.send(head + firstHalf + secondHalf)
            await writing.untilReached()
            while progress == .ended, await pool.census.kept == 0 { await Task.yield() }
        }
        clock.seconds.add(7, ordering: .relaxed)
        let session = await pool.open(order)
        await reading.open()
        await writing.open()
        await server.untilAsked()
        switch progress {
        case .readingCache, .asked: await server.send(head + firstHalf + secondHalf)
        case .headReceived: await server.send(firstHalf + secondHalf)
        case .halfReceived: await server.send(secondHalf)
        case .storing, .ended: break
        }
        // The page itself is all that is kept of the body once there is one.
        let pieces =
            [.storing, .ended].contains(progress) ? [] : ["piece 20", "piece \(v1.utf8.count - 20)"]
        #expect(
            await words(session)
                == ["joined preload after 7", "request", "head"] + pieces + ["page", "ended firstLoad"])
        #expect(await server.requests.count == 1)
        // The pool hears of the end after those who listen to the session.
        while await pool.census != SessionPool.Census() { await Task.yield() }
    }

    @Test func `two tabs that open one page share one session`() async {
        let pool = pool()
        let first = await pool.open(order)
        await server.untilAsked()
        let second = await pool.open(order)
        await server.send(head + firstHalf + secondHalf)
        let (one, two) = await (words(first), words(second))
        #expect(two == ["joined load after 0"] + one)
        #expect(one.last == "ended firstLoad")
        #expect(await server.requests.count == 1)
    }

    @Test func `leaving a shared session does not stop it for the others`() async {
        let pool = pool()
        let (first, second) = await (pool.open(order), pool.open(order))
        await server.untilAsked()
        await first.cancel()
        #expect(await words(first).contains("ended failed") == false)
        await server.send(head + firstHalf + secondHalf)
        #expect(await words(second).last == "ended firstLoad")
        #expect(await server.abandoned == 0)
    }

    @Test func `the last listener to stop a shared session receives its end`() async {
        let pool = pool()
        let (first, second) = await (pool.open(order), pool.open(order))
        await server.untilAsked()
        await second.cancel()
        await first.cancel()
        #expect(await words(first).last == "ended failed")
        await server.untilAbandoned()
        #expect(await pool.census == SessionPool.Census())
    }

    @Test func `a session without listeners is stopped`() async {
        let pool = pool()
        let session = await pool.open(order)
        let listening = Task { for await _ in session.events {} }
        await server.untilAsked()
        listening.cancel()
        await server.untilAbandoned()
    }

    @Test(arguments: [(60, 1), (61, 2)])
    fileprivate func `a preload is discarded after a minute`(
        _ seconds: Int, _ requests: Int
    ) async {
        let pool = pool()
        await pool.preload(order)
        await server.untilAsked()
        await server.send(head + firstHalf + secondHalf)
        while await pool.census.kept == 0 { await Task.yield() }
        clock.seconds.add(seconds, ordering: .relaxed)
        let session = await pool.open(order)
        #expect(await pool.census == SessionPool.Census(watched: requests - 1))
        await server.untilAsked(requests)
        #expect(await server.requests.count == requests)
        await session.cancel()
    }

    @Test func `a failed preload is not kept, and the page is requested again`() async {
        let pool = pool()
        await pool.preload(order)
        await server.untilAsked()
        await server.send([.failed(.malformed(detail: "gone"))])
        while await pool.census != SessionPool.Census() { await Task.yield() }
        let session = await pool.open(order)
        await server.untilAsked(2)
        await server.send(head + firstHalf + secondHalf, on: 2)
        #expect(await words(session).first == "request")
    }

    @Test func `three preloads run at a time, and the latest waiting one is next`() async {
        let pool = pool(limits: PreloadLimits(atATime: 3, waiting: 2))
        for path in 1...6 { await pool.preload(order("http://news.example/\(path)")) }
        await server.untilAsked(3)
        #expect(await pool.census == SessionPool.Census(ahead: 3, waiting: 2))
        await server.send([.failed(.malformed(detail: "gone"))])
        await server.untilAsked(4)
        #expect(await server.requests.last?.url.path == "/6")
        #expect(Set(await server.requests.prefix(3).map(\.url.path)) == ["/1", "/2", "/3"])
    }

    @Test func `opening a page whose preload is waiting starts it at once`() async {
        let pool = pool(limits: PreloadLimits(atATime: 1))
        await pool.preload(order("http://news.example/1"))
        await pool.preload(order)
        let session = await pool.open(order)
        await server.untilAsked(2)
        #expect(await pool.census == SessionPool.Census(ahead: 1, watched: 1))
        await session.cancel()
    }

    private func words(_ reports: AsyncStream<PreloadReport>) async -> [String] {
        await reports.reduce(into: []) { words, report in
            switch report {
            case .begun: words.append("begun")
            case .ended(let result): words.append("ended " + result.outcome.name)
            case .taken: words.append("taken")
            case .forgotten: words.append("forgotten")
            }
        }
    }

    @Test func `every preload of a page receives its progress reports`() async {
        let pool = pool()
        let first = await pool.preload(order)
        await server.untilAsked()
        let second = await pool.preload(order)
        await server.send(head + firstHalf + secondHalf)
        #expect(await words(first) == ["begun", "ended firstLoad"])
        #expect(await words(second) == ["begun", "ended firstLoad"])
        #expect(await words(pool.preload(order)) == ["ended firstLoad"])
        #expect(await server.requests.count == 1)
    }

    @Test func `a preload reports that it failed`() async {
        let pool = pool()
        let reports = await pool.preload(order)
        await server.untilAsked()
        await server.send([.failed(.malformed(detail: "gone"))])
        #expect(await words(reports) == ["begun", "ended failed"])
    }

    @Test func `an opened preload reports taken, a discarded one forgotten`() async {
        let pool = pool(limits: PreloadLimits(atATime: 1, waiting: 2))
        let running = await pool.preload(order)
        let waiting = [
            await pool.preload(order("http://news.example/1")),
            await pool.preload(order("http://news.example/2")),
            await pool.preload(order("http://news.example/3")),
        ]
        #expect(await words(waiting[0]) == ["forgotten"])
        let opened = [await pool.open(order("http://news.example/2")), await pool.open(order)]
        #expect(await words(waiting[1]) == ["taken"])
        #expect(await words(running) == ["begun", "taken"])
        #expect(await words(pool.preload(order)) == ["taken"])
        await pool.stop()
        #expect(await words(waiting[2]) == ["begun", "forgotten"])
        for session in opened { await session.cancel() }
    }

    @Test func `the number of kept preloads is limited to the latest`() async {
        let pool = pool(limits: PreloadLimits(kept: 2))
        for number in 1...3 {
            await pool.preload(order("http://news.example/\(number)"))
            await server.untilAsked(number)
            await server.send(head + firstHalf + secondHalf, on: number)
            while await pool.census != SessionPool.Census(kept: min(number, 2)) { await Task.yield() }
        }
        let session = await pool.open(order("http://news.example/1"))
        await server.untilAsked(4)
        await session.cancel()
    }

    @Test func `another mode, account or header is another session, and so is every POST`() async {
        var others = [order, order, order, order]
        others[0].mode = .reload
        others[1].account = "ann"
        others[2].headers.custom = [HeaderField("X-A", "1")]
        others[3].method = .post(PostBody([0x61], contentType: "text/plain"))
        let pool = pool()
        // The same POST twice.
        var sessions: [Session] = []
        for order in [order] + others + [others[3]] { sessions.append(await pool.open(order)) }
        await server.untilAsked(6)
        for session in sessions { await session.cancel() }
    }
}
