/// What is known of the server behind this one: how long it took to respond, and whether it did.
public struct UpstreamFigures: Sendable {
    /// The upper bounds of the intervals in which times are counted, in seconds.
    private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
    /// How long a failure counts as evidence. A balancer that sends no requests meanwhile gives no other.
    private static let memory = Duration.seconds(10)

    /// The number of responses in each interval; the last one has no upper bound.
    private var counts = [Int](repeating: 0, count: bounds.count + 1)
    /// The sum of all times, in seconds.
    private var seconds = 0.0
    /// The number of requests without a response.
    private(set) var failures = 0
    /// When the last request failed; nil if it got a response.
    private var failed: ContinuousClock.Instant?

    /// Creates the figures of a server that was not asked yet.
    public init() {}

    /// Counts a response, of any status, by the time from its request to the end of its headers.
    public mutating func noteResponse(after duration: Duration) {
        let time = duration / .seconds(1)
        counts[Self.bounds.firstIndex { time <= $0 } ?? Self.bounds.count] += 1
        seconds += time
        failed = nil
    }

    /// Counts a request without a response.
    public mutating func noteFailure() {
        failures += 1
        failed = .now
    }

    /// What follows the name of a figure, and its number.
    typealias Samples = [(suffix: String, number: any CustomStringConvertible)]

    /// The times as a histogram: the counts grow, and the last one has all.
    var samples: Samples {
        var count = 0
        let buckets: Samples = zip(Self.bounds.map { "\($0)" } + ["+Inf"], counts).map { bound, more in
            count += more
            return ("_bucket{le=\"\(bound)\"}", count)
        }
        return buckets + [("_sum", seconds), ("_count", count)]
    }

    /// Returns whether the last request failed, not long ago.
    func isUnreachable(at now: ContinuousClock.Instant) -> Bool {
        failed.map { $0 + Self.memory > now } ?? false
    }
}
