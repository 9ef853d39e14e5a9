import SonicProtocol
import Synchronization
import Testing

@testable import SonicSession

/// A server that answers requests in order by a script, a clock that is moved by hand, and an engine between
/// them.
actor FetchScript {
    private var replies: [[ResponseEvent]]
    private(set) var requests: [Request] = []
    private(set) var abandoned = 0
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ replies: [[ResponseEvent]]) { self.replies = replies }

    func next(_ request: Request) -> [ResponseEvent] {
        requests.append(request)
        return replies.isEmpty ? [.failed(.reset(detail: "the script is over"))] : replies.removeFirst()
    }

    func abandon() {
        abandoned += 1
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    /// Returns when a transfer has been given up.
    func untilAbandoned() async {
        if abandoned > 0 { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    /// Returns when so many requests have come.
    func untilAsked(_ count: Int) async {
        while requests.count < count { await Task.yield() }
    }
}

/// Plays the script; a reply without a last word stays open until the gate is opened, and then ends well.
struct FetchScriptConnection: Connection {
    let script: FetchScript
    let gate: Gate

    func exchange(_ request: Request) -> AsyncStream<ResponseEvent> {
        let (events, continuation) = AsyncStream<ResponseEvent>.makeStream()
        continuation.onTermination = { termination in
            if case .cancelled = termination { Task { await script.abandon() } }
        }
        Task {
            var isOver = false
            for event in await script.next(request) {
                continuation.yield(event)
                switch event {
                case .finished, .failed: isOver = true
                case .entered, .requestSent, .noted, .headReceived, .bodyReceived: break
                }
            }
            if !isOver {
                await gate.opened()
                continuation.yield(.finished(TransferReport()))
            }
            continuation.finish()
        }
        return events
    }
}

/// Holds replies back.
actor Gate {
    private var isOpen = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func open() {
        isOpen = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func opened() async {
        if isOpen { return }
        await withCheckedContinuation { waiters.append($0) }
    }
}

/// A wall clock that is moved by hand.
final class HandClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_700_000_000_000)

    var now: Instant { Instant(milliseconds: milliseconds.load(ordering: .relaxed)) }

    func advance(_ seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
}

/// An engine over a script.
struct FetchWorld {
    let script: FetchScript
    let gate = Gate()
    let clock = HandClock()
    let store: any ResponseStore
    let engine: HTTPEngine

    static let url = WebURL("http://example.com/a")!

    init(
        _ replies: [[ResponseEvent]], store: any ResponseStore = MemoryResponseStore(),
        cookies: any CookieStore = NoCookies(), bodyLimit: Int = 1 << 20
    ) {
        script = FetchScript(replies)
        self.store = store
        let clock = clock
        engine = HTTPEngine(
            connection: FetchScriptConnection(script: script, gate: gate), store: store, cookies: cookies,
            clocks: SessionEngine.Clocks(now: { clock.now }, uptime: { .zero }), bodyLimit: bodyLimit)
    }

    func fetch(
        _ headers: String = "", method: String = "GET", url: WebURL = url, mode: CacheMode = .default,
        redirect: RedirectMode = .follow, choices: CacheChoices = CacheChoices(), body: [UInt8] = []
    ) async -> FetchResult {
        await engine.fetch(
            FetchRequest(
                method: method, url: url, headers: Self.headers(headers), body: body, mode: mode,
                redirect: redirect, choices: choices))
    }

    /// Where the answer comes from, its status and its body, such as `cache 200 one`; the failure for none.
    func word(
        _ headers: String = "", method: String = "GET", url: WebURL = url, mode: CacheMode = .default,
        redirect: RedirectMode = .follow, choices: CacheChoices = CacheChoices()
    ) async -> String {
        Self.word(
            await fetch(
                headers, method: method, url: url, mode: mode, redirect: redirect, choices: choices))
    }

    static func word(_ result: FetchResult) -> String {
        switch result.ending {
        case .answered(let answer):
            "\(answer.head.source.rawValue) \(answer.head.status) \(Bytes.text(answer.body))"
        case .failed(.connection): "broken"
        case .failed(let failure): "\(failure)"
        }
    }

    static func headers(_ lines: String) -> Headers { Headers(behindFirstLineOf: Array(("\n" + lines).utf8)) }
}

/// An answer with header lines and a body; `last` is how the transfer ends, nil for one that waits at the gate.
func reply(
    _ status: Int = 200, _ lines: String = "", _ body: String = "",
    last: ResponseEvent? = .finished(TransferReport())
) -> [ResponseEvent] {
    let head = ResponseHead(
        version: "HTTP/1.1", status: status, reason: "Said", headers: FetchWorld.headers(lines), raw: [])
    return [.headReceived(head)] + (body.isEmpty ? [] : [.bodyReceived(Array(body.utf8))])
        + (last.map { [$0] } ?? [])
}

let brokenOff = ResponseEvent.failed(.truncated(received: 0, expected: nil))
