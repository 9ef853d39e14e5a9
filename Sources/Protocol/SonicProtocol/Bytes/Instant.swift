/// A point in wall-clock time: whole milliseconds since 1970-01-01 00:00 UTC. Clocks are passed as arguments; this
/// target reads none.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch; negative before it.
    public var milliseconds: Int64

    /// Creates the instant this many milliseconds after the epoch.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// Whether the left instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool {
        left.milliseconds < right.milliseconds
    }

    /// Returns the instant `seconds` later, or earlier if negative; saturates at the ends of the range.
    public func adding(seconds: Int64) -> Instant {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflow2) = milliseconds.addingReportingOverflow(product)
        guard !overflow, !overflow2 else { return Instant(milliseconds: seconds < 0 ? .min : .max) }
        return Instant(milliseconds: sum)
    }

    /// Whether it is less than `span` milliseconds before `now`. False if it is more than a minute after `now`: the
    /// clock was wrong when it was recorded, so its age is unknown.
    package func isWithin(_ span: Int64, before now: Instant) -> Bool {
        let (passed, overflow) = now.milliseconds.subtractingReportingOverflow(milliseconds)
        return !overflow && passed >= -60_000 && passed < span
    }
}
