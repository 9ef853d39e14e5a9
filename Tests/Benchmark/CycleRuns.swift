import CPty
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// An unchanged page: one request, one 304.
enum CycleRuns {
    /// Several connections, each with threads of its own: their placement by the system changes the time by a tenth.
    private static let connections = 10
    private static let rounds = 300

    static func run(_ place: Workplace, _ report: inout Report) async throws {
        report.begin(
            "A 304, from the order to the end of the session, beside the same bytes through libcurl alone",
            other: "libcurl")
        let address = "\(try place.address())/\(PageSize.small.rawValue).html"
        try warm(BareRequests(address, like: []))
        let cache = PageCache(root: place.path + "/cycles", hashes: .nettle, now: { now })
        // Sequentially and on one thread, like the bare requests.
        try await measure(
            "the page in memory", address, in: MemoryStore(), isOnOneThread: true, .share(1.7), &report)
        try await measure(
            "the page in the file cache", address, in: cache, isOnOneThread: true, .none, &report)
        try await measure(
            "in memory, sessions on threads of the pool", address, in: MemoryStore(), isOnOneThread: false,
            .none, &report)
    }

    private static func measure(
        _ name: String, _ address: String, in store: any PageStore, isOnOneThread: Bool,
        _ target: Report.Target, _ report: inout Report
    ) async throws {
        var sessions = Samples()
        var requests = Samples()
        for _ in 0..<connections {
            let connection = CurlConnection()
            let engine = SessionEngine(
                connection: connection, store: store, hashes: .nettle, clocks: clocks)
            let executor = isOnOneThread ? connection.executor : nil
            let times = try await withTaskExecutorPreference(executor) {
                try await cycles(address, engine.running(on: executor))
            }
            for time in times.sessions { sessions.add(time) }
            for time in times.bare { requests.add(time) }
        }
        report.add(name, sessions.median, beside: ("bare", requests.median), target: target)
    }

    private static func cycles(
        _ address: String, _ engine: SessionEngine
    ) async throws -> (sessions: [Double], bare: [Double]) {
        guard let url = WebURL(address) else { throw Failure("\(address) is no address") }
        let order = SessionOrder(url: url, headers: RequestHeaders(product: "sonic-bench"))
        _ = await engine.open(order).result()
        var head: [UInt8] = []
        _ = await engine.open(order).result { event in
            if case .requestSent(let bytes) = event { head = bytes }
        }
        let bare = try BareRequests(address, like: head)
        guard try bare.head() == head else { throw Failure("the two requests are not the same bytes") }
        var sessions: [Double] = []
        var requests: [Double] = []
        for _ in 0..<rounds {
            var watch = Stopwatch()
            let result = await engine.open(order).result()
            sessions.append(watch.milliseconds)
            watch = Stopwatch()
            let status = try bare.send()
            requests.append(watch.milliseconds)
            guard result?.outcome == .allCached, status == 304 else {
                throw Failure("the page changed, or could not be had")
            }
        }
        return (sessions, requests)
    }

    /// Requests the page until the server has it cached: it caches no file that changed within the last two seconds,
    /// since that may change again unnoticed, and so compresses it again for each response.
    private static func warm(_ bare: BareRequests) throws {
        let end = uptime + .seconds(3)
        while uptime < end { _ = try bare.send() }
    }

    /// The clocks of this machine.
    static var clocks: SessionEngine.Clocks { .init(now: { now }, uptime: { uptime }) }

    private static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    private static var uptime: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
