import SonicProtocol
import SonicSession

/// The ended sessions of this run with their bytes, the latest last, within limits; they can be exported together.
struct SessionJournal: Sendable {
    /// The sessions.
    private(set) var sessions: [SessionTrace] = []
    /// The number of sessions that have ended.
    private(set) var added = 0
    /// The size of the sessions in bytes.
    private var bytes = 0

    /// The maximum number of sessions.
    static let most = 200
    /// The maximum size in bytes of pages and bodies: 32 MiB. The latest session is always kept.
    static let maxBytes = 32 << 20

    /// Removes the sessions of pages that were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        sessions.removeAll { trace in trace.result.map { isForgotten($0.url) } ?? false }
        bytes = sessions.reduce(0) { $0 + $1.heldBytes }
    }

    /// Adds a session that ended; the oldest are dropped if the limits are exceeded.
    mutating func add(_ trace: SessionTrace) {
        sessions.append(trace)
        added += 1
        bytes += trace.heldBytes
        while sessions.count > 1, sessions.count > Self.most || bytes > Self.maxBytes {
            bytes -= sessions.removeFirst().heldBytes
        }
    }
}
