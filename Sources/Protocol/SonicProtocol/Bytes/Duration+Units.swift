// Durations as numbers and as text. Each member documents its rounding: down, to the nearest, or up. There are several
// because outputs that scripts compare use each of them.

extension Duration {
    /// Whole seconds, truncated.
    package var wholeSeconds: Int64 { components.seconds }

    /// Whole milliseconds, truncated and clamped to 64 bits.
    package var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflow2) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
        return overflow || overflow2 ? (seconds < 0 ? .min : .max) : sum
    }

    /// Whole microseconds, truncated and clamped to 0 … 1 hour.
    package var microsecondsToAnHour: Int {
        let limited = min(max(self, .zero), .seconds(3600))
        return Int(limited.components.seconds) * 1_000_000
            + Int(limited.components.attoseconds / 1_000_000_000_000)
    }

    /// The milliseconds to wait until this time has passed: rounded up, clamped to 0 … 1 hour.
    package var waitingMilliseconds: Int {
        let limited = min(max(self, .zero), .seconds(3600))
        return Int(limited.components.seconds) * 1000
            + Int((limited.components.attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }

    /// Seconds with their fraction, to the precision of a double.
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

    /// Milliseconds with their fraction, to the precision of a double.
    package var milliseconds: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds) / 1e15
    }

    /// Milliseconds, rounded to the nearest microsecond. Half a microsecond is rounded as the double represents it, not
    /// always up.
    package var millisecondsToMicrosecond: Double { (milliseconds * 1000).rounded() / 1000 }

    /// Milliseconds, rounded to the nearest microsecond before the seconds are added: half a microsecond is rounded up
    /// whatever the seconds are, so that sums of such numbers are exact in decimals.
    package var millisecondsForSums: Double {
        Double(components.seconds) * 1000 + (Double(components.attoseconds) / 1e12).rounded() / 1000
    }

    /// Milliseconds, truncated to a microsecond.
    package var millisecondsCutToMicrosecond: Double {
        Double(components.seconds) * 1000 + Double(components.attoseconds / 1_000_000_000_000) / 1000
    }

    /// The duration with two significant digits, rounded to the nearest: `0.4 ms`, `12 ms`, `1.2 s`; whole minutes from
    /// 100 s: `3 min`.
    package var brief: String {
        let microseconds = Double(components.seconds) * 1e6 + Double(components.attoseconds) / 1e12
        func rounded(_ value: Double) -> String { Self.decimal(Int64((max(0, value) * 10).rounded())) }
        if microseconds < 9_950 { return "\(rounded(microseconds / 1000)) ms" }
        if microseconds < 999_500 { return "\(Int((microseconds / 1000).rounded())) ms" }
        if microseconds < 99_950_000 { return "\(rounded(microseconds / 1e6)) s" }
        return "\(wholeSeconds / 60) min"
    }

    /// The duration in the largest unit in which it is whole: `500 ms`, `5 s`, `2 min`, `1 h`; otherwise in seconds,
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

    /// Whole seconds, truncated: `5 s`.
    package var inSeconds: String { "\(wholeSeconds) s" }

    /// Seconds truncated to tenths, with a decimal only if it is not 0: `0.5 s`, `2 s`.
    package var inTenthsOfSeconds: String { "\(Self.decimal(max(0, wholeMilliseconds) / 100)) s" }

    /// The duration in the form of a clock: `0:09`, `12:40`, `3:04:59`; `over a day` from 24 hours.
    package var clock: String {
        let seconds = wholeSeconds
        guard seconds < 86_400 else { return "over a day" }
        func two(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
        return hours > 0
            ? "\(hours):\(two(minutes)):\(two(seconds % 60))" : "\(minutes):\(two(seconds % 60))"
    }

    /// Returns a number of tenths as a decimal, without a trailing `.0`.
    private static func decimal(_ tenths: Int64) -> String {
        tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}
