/// When a frame is drawn for what changed: at once, but for rows of traffic that come by themselves.
///
/// - Safety: Frames for rows alone are at least `interval` apart, however many rows come.
/// - Liveness: Rows that no frame shows yet are waited for, and a frame is due within `interval`.
public struct FrameSchedule: Sendable {
    /// What changed on the screen since the last decision, from the least to the most urgent.
    public enum Change: Comparable, Sendable {
        /// Nothing; the time that was waited for may have come.
        case nothing
        /// Rows of traffic, and nothing that somebody waits for.
        case rows
        /// Anything else: what a key, a timer, a load or a program brought.
        case other
    }

    /// What is to be done now.
    public enum Decision: Equatable, Sendable {
        /// Draw a frame of all that is known.
        case draw
        /// Ask again at this time, by the clock of `decide`, in place of any time before.
        case wait(until: Duration)
        /// Nothing: all is drawn, or the time to ask again is known.
        case leave
    }

    private enum State {
        /// The last frame shows everything.
        case drawn
        /// Rows came that no frame shows yet; one is due at this time.
        case waiting(until: Duration)
    }

    /// The least time between two frames for rows alone. Nobody reads more than ten screens a second, and what a frame
    /// costs is taken from the server that is watched where both are on one machine.
    public static let interval = Duration.milliseconds(100)

    private var state = State.drawn
    /// When the last frame was drawn for rows alone; nil before.
    private var lastForRows: Duration?

    /// Nothing is drawn yet, and nothing waits.
    public init() {}

    /// Decides on a change; whoever is told to draw draws before the next decision.
    /// - Parameter now: The time by a clock that never jumps.
    public mutating func decide(on change: Change, at now: Duration) -> Decision {
        switch (change, state) {
        case (.other, _):
            state = .drawn
            return .draw
        case (.nothing, .drawn): return .leave
        case (.rows, .drawn):
            let due = lastForRows.map { $0 + Self.interval } ?? now
            if now >= due { return drawRows(at: now) }
            state = .waiting(until: due)
            return .wait(until: due)
        case (.rows, .waiting(let due)): return now >= due ? drawRows(at: now) : .leave
        // An alarm may come a little early by this clock.
        case (.nothing, .waiting(let due)): return now >= due ? drawRows(at: now) : .wait(until: due)
        }
    }

    private mutating func drawRows(at now: Duration) -> Decision {
        state = .drawn
        lastForRows = now
        return .draw
    }
}
