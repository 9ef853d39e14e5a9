import Glibc

/// Measurements of one quantity, in one unit.
struct Samples {
    /// The measured numbers, in order.
    private(set) var values: [Double] = []

    /// Appends a measurement.
    mutating func add(_ value: Double) { values.append(value) }

    /// The median; of an even count the upper of the two middle ones. NaN without measurements.
    var median: Double { quantile(0.5) }

    /// The quantile at `share`. NaN without measurements.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// Milliseconds since its creation.
struct Stopwatch {
    private let start = Self.now

    /// The elapsed time.
    var milliseconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

/// The description of a failure, as a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// A system call that failed, with the system's reason.
    init(call: String) { self.init("\(call) failed: \(String(cString: strerror(errno)))") }
}
