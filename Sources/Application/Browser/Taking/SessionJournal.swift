import SonicProtocol
import SonicSession

/// The sessions that ended in this run with their bytes, the latest last, as far as there is room for them: to be saved
/// together.
struct SessionJournal: Sendable {
    /// The sessions.
    private(set) var sessions: [SessionTrace] = []
    /// How many have ended.
    private(set) var added = 0
    /// How many bytes they hold.
    private var bytes = 0

    /// The most sessions that are kept.
    static let most = 200
    /// The most bytes of pages and bodies that are kept: 32 MiB. The latest session stays whatever it has.
    static let mostBytes = 32 << 20

    /// Takes the sessions away of pages that were forgotten.
    mutating func forget(_ isForgotten: (WebURL) -> Bool) {
        sessions.removeAll { trace in trace.result.map { isForgotten($0.url) } ?? false }
        bytes = sessions.reduce(0) { $0 + $1.heldBytes }
    }

    /// Adds a session that ended; the oldest go where there is no room.
    mutating func add(_ trace: SessionTrace) {
        sessions.append(trace)
        added += 1
        bytes += trace.heldBytes
        while sessions.count > 1, sessions.count > Self.most || bytes > Self.mostBytes {
            bytes -= sessions.removeFirst().heldBytes
        }
    }
}
