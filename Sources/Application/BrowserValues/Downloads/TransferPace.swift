/// The transfer rate and the remaining time, from the bytes received in the last seconds.
public struct TransferPace: Equatable, Sendable {
    /// The time span of the measurement.
    private static let span = Duration.seconds(5)
    /// The minimum time before a rate is reported.
    private static let least = Duration.milliseconds(500)

    private struct Sample: Equatable, Sendable {
        let time: Duration
        let bytes: Int
    }

    private var samples: [Sample] = []

    /// Creates the pace of a transfer that has not begun.
    public init() {}

    /// Records the number of bytes received at a time. Times must not decrease.
    public mutating func note(_ bytes: Int, at time: Duration) {
        // The transfer started over.
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append(Sample(time: time, bytes: bytes))
        // One sample beyond the span stays, so that the span is measured from its beginning.
        while samples.count > 2, time - samples[1].time >= Self.span { samples.removeFirst() }
    }

    /// Returns the bytes per second at a time; nil if there is too little data. It falls while nothing is received.
    public func rate(at time: Duration) -> Int? {
        guard let first = samples.first, let last = samples.last, time - first.time >= Self.least else {
            return nil
        }
        return Int(Double(last.bytes - first.bytes) / (max(time, last.time) - first.time).seconds)
    }

    /// Returns the time until `length` bytes are received; nil if there is too little data, or if nothing is being
    /// received.
    public func timeLeft(until length: Int, at time: Duration) -> Duration? {
        guard let rate = rate(at: time), rate > 0, let last = samples.last, length >= last.bytes else {
            return nil
        }
        return .seconds(Double(length - last.bytes) / Double(rate))
    }
}
