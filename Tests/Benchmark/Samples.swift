import Glibc

/// Measurements of one thing, in one unit.
struct Samples {
    /// The numbers as they were measured.
    private(set) var values: [Double] = []

    /// One more.
    mutating func add(_ value: Double) { values.append(value) }

    /// The middle one; of an even count the upper of the two. NaN without measurements.
    var median: Double { quantile(0.5) }

    /// The number that `share` of all are below. NaN without measurements.
    func quantile(_ share: Double) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return .nan }
        return sorted[min(sorted.count - 1, Int(Double(sorted.count) * share))]
    }
}

/// Milliseconds since it was made.
struct Stopwatch {
    private let start = Self.now

    /// The time that has passed.
    var milliseconds: Double { Self.now - start }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
    }
}

/// Something that could not be run, in a sentence.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    /// A system call that failed, with the system's reason.
    init(call: String) { self.init("\(call) failed: \(String(cString: strerror(errno)))") }
}
