/// Decides when a frame is drawn: at once, except for new rows of live traffic.
///
/// - Safety: Frames for rows alone are at least `interval` apart, however many rows arrive.
/// - Liveness: While rows are not on the screen yet, a frame is due within `interval`.
public struct FrameSchedule: Sendable {
    /// What changed on the screen since the last decision, from the least to the most urgent.
    public enum Change: Comparable, Sendable {
        /// Nothing; a frame may be due.
        case nothing
        /// Rows of traffic only.
        case rows
        /// Anything else: the result of a key, a timer, a load or a program.
        case other
    }

    /// What the loop does now.
    public enum Decision: Equatable, Sendable {
        /// Draw a frame of the current state.
        case draw
        /// Call `decide` again at this time of its clock; it replaces an earlier time.
        case wait(until: Duration)
        /// Nothing: everything is drawn, or a time to call again is set.
        case leave
    }

    /// The minimum time between two frames for rows alone. Nobody reads more than ten screens a second, and if the server
    /// runs on the same machine, each frame takes processor time from it.
    public static let interval = Duration.milliseconds(100)

    /// When the rows that are not on the screen yet are due; nil if the last frame shows everything.
    private var due: Duration?
    /// When the last frame was drawn for rows alone; nil before.
    private var lastForRows: Duration?

    /// The schedule before the first frame.
    public init() {}

    /// Decides for a change. After `.draw`, the caller draws before the next decision.
    /// - Parameter now: The time of a monotonic clock.
    public mutating func decide(on change: Change, at now: Duration) -> Decision {
        switch (change, due) {
        case (.other, _):
            due = nil
            return .draw
        case (.nothing, nil): return .leave
        case (.rows, nil):
            let next = lastForRows.map { $0 + Self.interval } ?? now
            if now >= next { return drawRows(at: now) }
            due = next
            return .wait(until: next)
        case (.rows, let due?): return now >= due ? drawRows(at: now) : .leave
        // A timer may fire a little early by this clock.
        case (.nothing, let due?): return now >= due ? drawRows(at: now) : .wait(until: due)
        }
    }

    private mutating func drawRows(at now: Duration) -> Decision {
        due = nil
        lastForRows = now
        return .draw
    }
}
