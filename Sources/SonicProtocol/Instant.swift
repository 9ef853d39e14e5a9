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
}
