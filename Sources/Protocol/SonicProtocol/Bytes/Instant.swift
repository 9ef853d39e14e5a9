/// A moment of wall-clock time: whole milliseconds since 1970-01-01 00:00 UTC. Clocks are arguments; this
/// target reads none.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch, negative before it.
    public var milliseconds: Int64

    /// The moment this many milliseconds after the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Whether the left moment is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// The moment `seconds` later (earlier when negative); saturates at the ends of the range.
    public func adding(seconds: Int64) -> Instant {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflow2) = milliseconds.addingReportingOverflow(product)
        guard !overflow, !overflow2 else { return Instant(milliseconds: seconds < 0 ? .min : .max) }
        return Instant(milliseconds: sum)
    }

    /// Whether it is less than `span` milliseconds ago by a clock that says `now`. One that is ahead by more than a
    /// minute is not: the clock was ahead when it was noted, and how long ago that is nobody knows.
    package func isWithin(_ span: Int64, before now: Instant) -> Bool {
        let (passed, overflow) = now.milliseconds.subtractingReportingOverflow(milliseconds)
        return !overflow && passed >= -60_000 && passed < span
    }
}
