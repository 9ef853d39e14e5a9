/// How fast bytes come and when the last will be here, from what came in the last seconds.
public struct TransferPace: Equatable, Sendable {
    /// How far back is looked.
    private static let span = Duration.seconds(5)
    /// The time after which something can be said.
    private static let least = Duration.milliseconds(500)

    private struct Sample: Equatable, Sendable {
        let time: Duration
        let bytes: Int
    }

    private var samples: [Sample] = []

    /// The pace of a transfer that has not begun.
    public init() {}

    /// Takes in how many bytes are here at a time. Times never go back.
    public mutating func note(_ bytes: Int, at time: Duration) {
        // The file came anew.
        if let last = samples.last, bytes < last.bytes { samples = [] }
        samples.append(Sample(time: time, bytes: bytes))
        // One sample beyond the span stays, so that what lies in it is measured from its beginning on.
        while samples.count > 2, time - samples[1].time >= Self.span { samples.removeFirst() }
    }

    /// Bytes a second at a time; nil while nothing can be said. It falls while nothing comes.
    public func rate(at time: Duration) -> Int? {
        guard let first = samples.first, let last = samples.last, time - first.time >= Self.least else {
            return nil
        }
        return Int(Double(last.bytes - first.bytes) / (max(time, last.time) - first.time).seconds)
    }

    /// The time until so many bytes are here; nil while nothing can be said, and where nothing comes.
    public func timeLeft(until length: Int, at time: Duration) -> Duration? {
        guard let rate = rate(at: time), rate > 0, let last = samples.last, length >= last.bytes else {
            return nil
        }
        return .seconds(Double(length - last.bytes) / Double(rate))
    }
}
