import SonicProtocol

@testable import SonicSession

/// A connection that plays one reply after another and reports when a transfer was cancelled.
actor Script {
    private var replies: [[ResponseEvent]]
    private let over: [ResponseEvent]
    private(set) var requests: [Request] = []
    private(set) var abandoned = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// A script of these replies, in order; `over` is the reply to all further requests.
    init(_ replies: [[ResponseEvent]], over: [ResponseEvent] = []) {
        self.replies = replies
        self.over = over
    }

    func next(_ request: Request) -> [ResponseEvent] {
        requests.append(request)
        return replies.isEmpty ? over : replies.removeFirst()
    }

    func abandon() {
        abandoned += 1
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns when a transfer has been cancelled.
    func untilAbandoned() async {
        if abandoned > 0 { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Returns once this many requests were received.
    func untilAsked(_ count: Int) async {
        while requests.count < count { await Task.yield() }
    }
}

struct ScriptedConnection: Connection {
    let script: Script
    /// The gate at which a reply without an end waits before it finishes; without a gate it never ends.
    var door: Door?

    /// Plays the next reply.
    func exchange(_ request: Request) -> ResponseEvents {
        let (events, continuation) = ResponseEvents.makeStream()
        continuation.onTermination = { termination in
            if case .cancelled = termination { Task { await script.abandon() } }
        }
        Task {
            for event in await script.next(request) {
                continuation.yield(event)
                switch event {
                case .finished, .failed: return continuation.finish()
                case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived, .bodyReceived: break
                }
            }
            guard let door else { return }
            await door.pass()
            continuation.yield(.finished(TransferReport()))
            continuation.finish()
        }
        return events
    }
}

extension ResponseEvents.Continuation {
    /// Sends an event and finishes after the last one, so that leaving afterwards cancels nothing.
    func tell(_ event: ResponseEvent) {
        switch event {
        case .finished, .failed:
            onTermination = nil
            yield(event)
            finish()
        case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived, .bodyReceived: yield(event)
        }
    }
}

struct OneCookie: CookieStore {
    func line(for ask: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        ("a=1", ["a is sent"])
    }
    func receive(_ setCookies: [HeaderValue], to ask: CookieRequest) async {}
}

/// A complete response: the head's lines, then the body.
func response(_ head: String, _ body: String) -> [ResponseEvent] {
    let lines = head.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
    let bytes = Array(body.utf8)
    return [.headReceived(ResponseHead(raw: Array(("HTTP/1.1 " + lines).utf8))!)]
        + (bytes.isEmpty ? [] : [.bodyReceived(bytes)])
        + [.finished(TransferReport(timings: [.waiting: .milliseconds(2)]))]
}

extension SessionEngine.Clocks {
    /// Stopped clocks: waiting returns at once.
    static let still = SessionEngine.Clocks(now: { Play.now }, uptime: { .zero }, wait: { _ in })
}
