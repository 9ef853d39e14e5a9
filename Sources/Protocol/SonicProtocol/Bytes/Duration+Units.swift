// Spans of time as numbers and as text. Each says what it does with the rest that does not fit: cut off, rounded to the
// nearest, or rounded up. They are apart because outputs that scripts compare are written with each of them.

extension Duration {
    /// Whole seconds; fractions are cut off.
    package var wholeSeconds: Int64 { components.seconds }

    /// Whole milliseconds; fractions are cut off. What 64 bits do not hold is the largest or smallest number that they do.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole microseconds; fractions are cut off. From none to an hour of them.
    package var microsecondsToAnHour: Int {
        let limited = min(max(self, .zero), .seconds(3600))
        return Int(limited.components.seconds) * 1_000_000
            + Int(limited.components.attoseconds / 1_000_000_000_000)
    }

    /// The milliseconds to wait so that this time has passed: rounded up, from none to an hour.
    package var waitingMilliseconds: Int {
        let limited = min(max(self, .zero), .seconds(3600))
        return Int(limited.components.seconds) * 1000
            + Int((limited.components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Seconds with their fraction, as exactly as a double has them.
    package var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) / 1e18
    }

    /// Milliseconds with their fraction, as exactly as a double has them.
    package var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    /// Milliseconds, rounded to the nearest microsecond. Half a microsecond goes where the double lies, which is not
    /// always up.
    package var millisecondsToMicrosecond: Double { (milliseconds * 1000).rounded() / 1000 }

    /// Milliseconds, rounded to the nearest microsecond before the seconds are added: half a microsecond goes up
    /// whatever the seconds are, so that sums of such numbers hold when they are written in decimals.
    package var millisecondsForSums: Double {
        Double(components.seconds) * 1000 + (Double(components.attoseconds) / 1e12).rounded() / 1000
    }

    /// Milliseconds; what is below a microsecond is cut off.
    package var millisecondsCutToMicrosecond: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000) / 1000
    }
}

extension Duration {
    /// The span with two digits that matter, rounded to the nearest: `0.4 ms`, `12 ms`, `1.2 s`; whole minutes from 100 s
    /// on: `3 min`.
    package var brief: String {
        let microseconds = Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
        func rounded(_ value: Double) -> String { Self.decimal(Int64((max(0, value) * 10).rounded())) }
        if microseconds < 9_950 { return "\(rounded(microseconds / 1000)) ms" }
        if microseconds < 999_500 { return "\(Int((microseconds / 1000).rounded())) ms" }
        if microseconds < 99_950_000 { return "\(rounded(microseconds / 1e6)) s" }
        return "\(wholeSeconds / 60) min"
    }

    /// The span in the unit in which people set it, where it is whole: `500 ms`, `5 s`, `2 min`, `1 h`; else seconds,
    /// rounded to the nearest tenth: `1.5 s`.
    package var inWholeUnit: String {
        let milliseconds = wholeMilliseconds
        let units: [(name: String, milliseconds: Int64)] = [("h", 3_600_000), ("min", 60_000), ("s", 1000)]
        for unit in units where milliseconds >= unit.milliseconds && milliseconds % unit.milliseconds == 0 {
            return "\(milliseconds / unit.milliseconds) \(unit.name)"
        }
        guard milliseconds >= 1000 else { return "\(milliseconds) ms" }
        let tenths = (milliseconds + 50) / 100
        return "\(tenths / 10).\(tenths % 10) s"
    }

    /// Whole seconds: `5 s`; fractions are cut off.
    package var inSeconds: String { "\(wholeSeconds) s" }

    /// Seconds with one decimal where it is not 0: `0.5 s`, `2 s`; what is below a tenth is cut off.
    package var inTenthsOfSeconds: String { "\(Self.decimal(max(0, wholeMilliseconds) / 100)) s" }

    /// The span as a clock shows it: `0:09`, `12:40`, `3:04:59`; more than a day is not told exactly.
    package var clock: String {
        let seconds = wholeSeconds
        guard seconds < 86_400 else { return "over a day" }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// So many tenths as a decimal, without a 0 behind the point.
    private static func decimal(_ tenths: Int64) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

extension Instant {
    /// The time since an earlier moment in its largest whole unit: `59 s`, `5 min`, `23 h`, `3 days`; `0 s` where that
    /// moment is later.
    ///
    /// - Parameter earlier: The earlier moment.
    package func words(since earlier: Instant) -> String {
        let seconds = max(0, (milliseconds &- earlier.milliseconds) / 1000)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" }
        if seconds < 86_400 { return "\(seconds / 3600) h" }
        return seconds < 172_800 ? "1 day" : "\(seconds / 86_400) days"
    }
}
