import SonicProtocol

extension [Duration] {
    /// The durations as numbers for a row, and their one unit: milliseconds, or seconds if one of them is 10 s or more.
    /// Those below 10 are rounded to the nearest tenth: `0.5`, `3`, `1500`.
    package var inOneUnit: (figures: [String], unit: String) {
        let isLong = contains { $0 >= .seconds(10) }
        let figures = map { time in
            let value = Swift.max(0, isLong ? time.seconds : time.milliseconds)
            let tenths = Int64((value * 10).rounded())
            let isWhole = tenths >= 100 || tenths % 10 == 0
            return isWhole ? "\(Int64(value.rounded()))" : "\(tenths / 10).\(tenths % 10)"
        }
        return (figures, isLong ? "s" : "ms")
    }
}
