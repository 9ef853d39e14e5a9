/// What a watch has to tell: a change, an error when it begins, its end.
public struct WatchNews: Sendable, Equatable {
    /// What happened.
    public enum Kind: Sendable, Equatable {
        /// The first run ended well: this is the page that later ones are compared with.
        case begun
        /// The page changed.
        case changed
        /// The run failed as the one before did not.
        /// - Parameter next: How long after the failed run began another is tried.
        case failed(next: Duration)
        /// A run ended well after so many that failed, for so long.
        case recovered(failures: Int, lasted: Duration)
    }

    /// What happened.
    public var kind: Kind
    /// The run that says so.
    public var run: WatchRun
    /// How many runs since the last news found the page unchanged.
    public var unchanged: Int
}

/// The figures of all runs of a watch.
public struct WatchTally: Sendable, Equatable {
    /// Runs that ended.
    public private(set) var runs = 0
    /// Those that found the page changed.
    public private(set) var changes = 0
    /// Those that found it unchanged.
    public private(set) var unchanged = 0
    /// Those that failed.
    public private(set) var failures = 0
    /// Bytes received on the wire.
    public private(set) var bytes = 0

    /// No runs.
    init() {}

    /// Counts a run.
    /// - Parameter isChange: Whether it found another page than the one before; the first page of all is no change.
    mutating func count(_ run: WatchRun, isChange: Bool) {
        runs += 1
        bytes += run.bytes
        switch run.standing {
        case .unchanged: unchanged += 1
        case .changed, .changedInSource: changes += isChange ? 1 : 0
        case .failed: failures += 1
        }
    }

    /// The figures of two watches together.
    static func + (one: WatchTally, other: WatchTally) -> WatchTally {
        var sum = one
        sum.runs += other.runs
        sum.changes += other.changes
        sum.unchanged += other.unchanged
        sum.failures += other.failures
        sum.bytes += other.bytes
        return sum
    }
}
