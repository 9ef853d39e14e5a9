import SonicProtocol
import Synchronization
import Testing

@testable import SonicSession

/// A wall clock that is set by the test.
final class HandClock: Sendable {
    private let milliseconds = Atomic<Int64>(1_700_000_000_000)

    var now: Instant { Instant(milliseconds: milliseconds.load(ordering: .relaxed)) }

    func advance(_ seconds: Int64) { milliseconds.add(seconds * 1000, ordering: .relaxed) }
}

/// An engine with a scripted connection.
struct FetchWorld {
    let script: Script
    /// The gate at which replies without an end wait before they finish.
    let gate = Door(isOpen: false)
    let clock = HandClock()
    let store: any ResponseStore
    let engine: HTTPEngine

    static let url = WebURL("http://example.com/a")!

    init(
        _ replies: [[ResponseEvent]], store: any ResponseStore = MemoryResponseStore(),
        cookies: any CookieStore = NoCookies(), bodyLimit: Int = 1 << 20,
        secretHeaders: SecretHeaders = .standard
    ) {
        script = Script(replies, over: [.failed(.reset(detail: "the script is over"))])
        self.store = store
        let clock = clock
        engine = HTTPEngine(
            connection: ScriptedConnection(script: script, door: gate), store: store, cookies: cookies,
            clocks: SessionEngine.Clocks(now: { clock.now }, uptime: { .zero }), bodyLimit: bodyLimit
        ).with(secretHeaders: secretHeaders)
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

    /// The source, status and body of the response, such as `cache 200 one`; or the failure.
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

/// A response with header lines and a body; `last` is how the transfer ends, nil for one that waits at the gate.
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
