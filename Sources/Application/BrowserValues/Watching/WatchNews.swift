/// News of a watch: a change, the beginning of a failure, or its end.
public struct WatchNews: Sendable, Equatable {
    /// The kind of news.
    public enum Kind: Sendable, Equatable {
        /// The first run succeeded; later ones are compared with its page.
        case begun
        /// The page changed.
        case changed
        /// The run failed, unlike the one before.
        /// - Parameter next: The time from the beginning of the failed run to the next attempt.
        case failed(next: Duration)
        /// A run succeeded after this number of failures, which lasted for this time.
        case recovered(failures: Int, lasted: Duration)
    }

    /// The kind of news.
    public var kind: Kind
    /// The run.
    public var run: WatchRun
    /// The number of runs since the last news that found the page unchanged.
    public var unchanged: Int
}

/// The statistics of the runs of a watch.
public struct WatchTally: Sendable, Equatable {
    /// The number of runs that ended.
    public private(set) var runs = 0
    /// The number of runs that found the page changed.
    public private(set) var changes = 0
    /// The number of runs that found it unchanged.
    public private(set) var unchanged = 0
    /// The number of runs that failed.
    public private(set) var failures = 0
    /// The number of bytes received on the wire.
    public private(set) var bytes = 0

    /// Creates empty statistics.
    package init() {}

    /// Counts a run.
    /// - Parameter isChange: Whether it found another page than the run before; the first page is not a change.
    package mutating func count(_ run: WatchRun, isChange: Bool) {
        runs += 1
        bytes += run.bytes
        switch run.pageState {
        case .unchanged: unchanged += 1
        case .changed, .changedInSource: changes += isChange ? 1 : 0
        case .failed: failures += 1
        }
    }

    /// Returns the combined statistics of two watches.
    package static func + (one: WatchTally, other: WatchTally) -> WatchTally {
        var sum = one
        sum.runs += other.runs
        sum.changes += other.changes
        sum.unchanged += other.unchanged
        sum.failures += other.failures
        sum.bytes += other.bytes
        return sum
    }
}
