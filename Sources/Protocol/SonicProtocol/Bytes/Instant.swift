/// A point in wall-clock time: whole milliseconds since 1970-01-01 00:00 UTC. Clocks are passed as arguments; this
/// target reads none.
public struct Instant: Hashable, Comparable, Sendable, Codable {
    /// Milliseconds since the epoch; negative before it.
    public var milliseconds: Int64

    /// Creates the instant this many milliseconds after the epoch.
    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whether the left instant is earlier.
    public static func < (left: Instant, right: Instant) -> Bool { left.milliseconds < right.milliseconds }

    /// Returns the instant `seconds` later, or earlier if negative; saturates at the ends of the range.
    public func adding(seconds: Int64) -> Instant {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        let (sum, overflow2) = milliseconds.addingReportingOverflow(product)
        guard !overflow, !overflow2 else { return Instant(milliseconds: seconds < 0 ? .min : .max) }
        return Instant(milliseconds: sum)
    }

    /// Whether it is less than `span` milliseconds before `now`. False if it is more than a minute after `now`: the
    /// clock was wrong when it was recorded, so its age is unknown.
    package func isWithin(_ span: Int64, before now: Instant) -> Bool {
        let (passed, overflow) = now.milliseconds.subtractingReportingOverflow(milliseconds)
        return !overflow && passed >= -60_000 && passed < span
    }

    /// Returns how long before `now` it is: `5 min`, `3 days`; nil if it is more than a minute after `now`: the clock
    /// was set back since it was recorded.
    package func age(at now: Instant) -> String? {
        isWithin(.max, before: now) ? now.words(since: self) : nil
    }

    /// Returns when it was, as an adverbial: `5 min ago`, or `at a later time by this clock`.
    package func ago(at now: Instant) -> String {
        age(at: now).map { "\($0) ago" } ?? "at a later time by this clock"
    }

    /// Returns the time since an earlier instant in its largest whole unit: `59 s`, `5 min`, `23 h`, `3 days`; `0 s` if
    /// that instant is later.
    ///
    /// - Parameter earlier: The earlier instant.
    public func words(since earlier: Instant) -> String {
        let seconds = max(0, (milliseconds &- earlier.milliseconds) / 1000)
        if seconds < 60 { return "\(seconds) s" }
        if seconds < 3600 { return "\(seconds / 60) min" }
        if seconds < 86_400 { return "\(seconds / 3600) h" }
        return seconds < 172_800 ? "1 day" : "\(seconds / 86_400) days"
    }
}

/// A date and time of day in UTC, in the proleptic Gregorian calendar.
public struct CalendarTime: Hashable, Sendable {
    /// The year; 0 is 1 BC.
    public let year: Int
    /// 1 to 12.
    public let month: Int
    /// 1 to 31.
    public let day: Int
    /// 0 to 23.
    public let hour: Int
    /// 0 to 59.
    public let minute: Int
    /// 0 to 59; 60 for a leap second.
    public let second: Int

    /// Creates a time from its parts; nil if there is no such day or time. A leap second is accepted in any minute and
    /// counts as the second after it, as in POSIX time.
    public init?(year: Int, month: Int, day: Int, hour: Int = 0, minute: Int = 0, second: Int = 0) {
        guard (-999_999...999_999).contains(year), (1...12).contains(month),
            (1...Self.days(inMonth: month, of: year)).contains(day),
            (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second)
        else { return nil }
        self.year = year
        self.month = month
        self.day = day
        self.hour = hour
        self.minute = minute
        self.second = second
    }

    /// Converts an instant, dropping fractions of a second. Total.
    public init(_ instant: Instant) {
        let seconds = Self.floorDivide(instant.milliseconds, by: 1000)
        let days = Self.floorDivide(seconds.quotient, by: 86_400)
        // Counted from 1 March of year 0, so that a leap day ends its year; 400 years are 146,097 days.
        let era = Self.floorDivide(days.quotient + 719_468, by: 146_097)
        let dayOfEra = Int(era.remainder)
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let monthFromMarch = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
        month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
        year = Int(era.quotient) * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        hour = Int(days.remainder) / 3600
        minute = Int(days.remainder) / 60 % 60
        second = Int(days.remainder) % 60
    }

    /// The instant.
    public var instant: Instant {
        let clock = Int64(hour * 3600 + minute * 60 + second)
        return Instant(milliseconds: (daysSinceEpoch * 86_400 + clock) * 1000)
    }

    /// The day of the week: 0 for Sunday to 6 for Saturday.
    public var weekday: Int {
        // 1970-01-01 was a Thursday.
        Int(Self.floorDivide(daysSinceEpoch + 4, by: 7).remainder)
    }

    private var daysSinceEpoch: Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = Self.floorDivide(Int64(shifted), by: 400)
        let yearOfEra = Int(era.remainder)
        let monthFromMarch = month > 2 ? month - 3 : month + 9
        let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era.quotient * 146_097 + Int64(dayOfEra) - 719_468
    }

    private static func days(inMonth month: Int, of year: Int) -> Int {
        switch month {
        case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    private static func floorDivide(_ value: Int64, by divisor: Int64) -> (quotient: Int64, remainder: Int64)
    {
        let (quotient, remainder) = value.quotientAndRemainder(dividingBy: divisor)
        return remainder < 0 ? (quotient - 1, remainder + divisor) : (quotient, remainder)
    }

    /// Formats a time as RFC 3339 and ISO 8601 do, in UTC with milliseconds: `2026-11-21T23:50:12.345Z`. Years before
    /// 0 have a sign, as in ISO 8601.
    public static func timestamp(_ instant: Instant) -> String {
        func padded(_ number: Int, to count: Int) -> String {
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let time = CalendarTime(instant)
        let thousandths = Int((instant.milliseconds % 1000 + 1000) % 1000)
        let year = (time.year < 0 ? "-" : "") + padded(time.year, to: 4)
        let date = [year, padded(time.month, to: 2), padded(time.day, to: 2)]
        let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + padded(thousandths, to: 3) + "Z"
    }
}
