import Exchanges
import SonicProtocol
import SonicSession

/// Sessions as a HAR 1.2 log (W3C Web Performance group, “HTTP Archive format”): a page for each session and an entry
/// for each of its requests. Data without a place in the format is under `_sonic`.
public struct HARLog: Sendable {
    /// The program's version, for `creator`.
    let version: String
    /// How secrets are handled.
    let secrets: Secrets
    private var pages: [JSONValue] = []
    private var entries: [JSONValue] = []

    /// Creates an empty log.
    public init(version: String, secrets: Secrets = .masked) {
        self.version = version
        self.secrets = secrets
    }

    /// Adds an ended session; one that has not ended is skipped. Linear in the bytes of its pages.
    public mutating func add(_ trace: SessionTrace) {
        guard let result = trace.result else { return }
        let id = "session_\(pages.count + 1)"
        let sent = trace.turns.filter { $0.request != nil }
        let began = trace.turns.lazy.compactMap { $0.cache?.at ?? $0.requested }.first
        pages.append([
            "startedDateTime": .string(CalendarTime.timestamp(began ?? Instant(milliseconds: 0))),
            "id": .string(id),
            "title": .string(secrets.text(result.requested.href)),
            "pageTimings": ["onContentLoad": -1, "onLoad": -1],
            "_sonic": SonicExtras(secrets: secrets).session(result, trace),
        ])
        for turn in sent {
            guard let request = turn.request else { continue }
            entries.append(entry(turn, request).value(page: id))
        }
    }

    /// Adds an exchange of a recording or of a server. Linear in its body.
    public mutating func add(_ exchange: Exchange) {
        guard let turn = exchange.trace.turns.last, let request = turn.request else { return }
        entries.append(entry(turn, request).value(of: exchange))
    }

    private func entry(_ turn: SessionTrace.Turn, _ request: Request) -> HAREntry {
        HAREntry(
            turn: turn, request: request, extras: SonicExtras(secrets: secrets).entry(turn), secrets: secrets)
    }

    /// The log as JSON.
    public var value: JSONValue {
        [
            "log": [
                "version": "1.2",
                "creator": ["name": "sonic", "version": .string(version)],
                "pages": .array(pages),
                "entries": .array(entries),
                "_sonic": ["secrets": secrets.handling.word],
            ]
        ]
    }
}
