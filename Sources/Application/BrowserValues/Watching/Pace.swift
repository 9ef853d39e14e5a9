/// The interval at which a watched page is polled.
public struct Pace: Sendable, Equatable {
    /// The minimum time from the beginning of a run to that of the next.
    public let interval: Duration

    /// The valid intervals: from 10 ms to a week.
    package static let intervals: ClosedRange<Duration> = .milliseconds(10) ... .seconds(7 * 86_400)

    /// Creates a pace; an invalid interval is clamped to the nearest valid one.
    public init(every interval: Duration) {
        self.interval = min(max(interval, Self.intervals.lowerBound), Self.intervals.upperBound)
    }

    /// The longest pause after failures: sixteen intervals, but at most five minutes unless the interval itself is
    /// longer.
    public var longestPause: Duration { max(interval, min(interval * 16, .seconds(300))) }

    /// Returns the time from the beginning of a run to that of the next after `count` consecutive failures: it doubles
    /// with each.
    public func pause(afterFailures count: Int) -> Duration {
        min(longestPause, interval * (1 << min(max(0, count), 4)))
    }

    /// The longest time for which a server's `Retry-After` is respected.
    package static let longestWait = Duration.seconds(3600)

    /// Returns a random addition to a pause that spreads the requests of clients that began together: up to a tenth of
    /// the interval.
    /// - Parameter share: From 0 up to 1.
    package func jitter(_ share: Double) -> Duration { interval * (share / 10) }

    /// Returns the earliest time of the next run: an interval after the last one began, and half of one after it ended,
    /// so that a server slower than the interval is not requested continuously.
    /// - Parameter wait: The time that the server asked to wait.
    package func earliest(begun: Duration, ended: Duration, wait: Duration) -> Duration {
        max(begun + interval, ended + max(interval / 2, min(wait, Self.longestWait)))
    }

    /// Parses `5`, `0.5`, `500ms`, `5s`, `2m` and `1h`; without a unit they are seconds. Returns nil for anything else,
    /// and for an invalid interval.
    public init?(_ text: some StringProtocol) {
        let units: [(name: String, milliseconds: Double)] = [
            ("ms", 1), ("s", 1000), ("m", 60_000), ("h", 3_600_000), ("", 1000),
        ]
        guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
        let digits = text.dropLast(unit.name.count)
        // Signs, exponents and words are not valid.
        guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }),
            digits.utf8.count <= 12, let number = Double(digits)
        else { return nil }
        let interval = Duration.milliseconds(Int64((number * unit.milliseconds).rounded()))
        guard Self.intervals.contains(interval) else { return nil }
        self.init(every: interval)
    }

    /// The interval for display: `5 s`, `500 ms`, `2 min`, `1 h`.
    public var words: String { interval.inWholeUnit }
}

/// A pseudorandom generator (SplitMix64) that is deterministic for a seed, so that a watch is a plain value.
struct Chance: Sendable, Equatable {
    var seed: UInt64

    /// Returns a number from 0 up to 1.
    mutating func share() -> Double {
        seed &+= 0x9E37_79B9_7F4A_7C15
        var mixed = seed
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Double((mixed ^ (mixed >> 31)) >> 11) / Double(1 << 53)
    }
}
