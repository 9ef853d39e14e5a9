/// Parses and formats the dates of HTTP (RFC 9110 §5.6.7).
public enum HTTPDate {
    /// Returns the instant as `Sun, 06 Nov 1994 08:49:37 GMT`. Years outside 0000–9999, which the format cannot
    /// represent, are clamped to its first and last second.
    public static func text(_ instant: Instant) -> String {
        let time = CalendarTime(min(max(instant, earliest), latest))
        let date =
            "\(twoDigits(time.day)) \(months[time.month - 1]) \(twoDigits(time.year / 100))\(twoDigits(time.year % 100))"
        let clock = "\(twoDigits(time.hour)):\(twoDigits(time.minute)):\(twoDigits(time.second))"
        return "\(weekdays[time.weekday].prefix(3)), \(date) \(clock) GMT"
    }

    /// Parses a date in any of the three formats; nil for any other text.
    ///
    /// The grammar is strict, except for letter case and a day name that does not match the date. A leap second counts
    /// as the second after it. A two-digit year more than fifty years after `now` is of the previous century.
    public static func parse(_ text: String, now: Instant) -> Instant? {
        let bytes = Array(text.utf8.map(Bytes.lowered))
        // The longest format is `Wednesday, 06-Nov-94 08:49:37 GMT`.
        guard bytes.count <= 33 else { return nil }
        let words = bytes.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
        switch words.count {
        case 6 where words[0].last == UInt8(ascii: ","): return fixed(words)
        case 6 where words[2].isEmpty && words[3].count == 1:
            return asctime(words[0], words[1], words[3], words[4], words[5])
        case 5 where words[2].count == 2: return asctime(words[0], words[1], words[2], words[3], words[4])
        case 4: return dashed(words, now: now)
        default: return nil
        }
    }

    private typealias Word = ArraySlice<UInt8>

    /// `sun, 06 nov 1994 08:49:37 gmt`
    private static func fixed(_ words: [Word]) -> Instant? {
        guard isWeekday(words[0].dropLast(), short: true), words[1].count == 2, words[3].count == 4,
            words[5].elementsEqual("gmt".utf8), let year = number(words[3])
        else { return nil }
        return instant(year: year, month: words[2], day: words[1], clock: words[4])
    }

    /// `sunday, 06-nov-94 08:49:37 gmt`
    private static func dashed(_ words: [Word], now: Instant) -> Instant? {
        let date = words[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard words[0].last == UInt8(ascii: ","), isWeekday(words[0].dropLast(), short: false),
            date.count == 3, date[0].count == 2, date[2].count == 2, words[3].elementsEqual("gmt".utf8),
            let lastDigits = number(date[2])
        else { return nil }
        let century = CalendarTime(now).year / 100 * 100
        let fiftyYearsOn = now.adding(seconds: 50 * 31_556_952)
        for year in [century + 100, century, century - 100] {
            let moment = instant(year: year + lastDigits, month: date[1], day: date[0], clock: words[2])
            if let moment, moment <= fiftyYearsOn { return moment }
        }
        return nil
    }

    /// `sun nov  6 08:49:37 1994`, the space before a single digit removed
    private static func asctime(_ weekday: Word, _ month: Word, _ day: Word, _ clock: Word, _ year: Word)
        -> Instant?
    {
        guard isWeekday(weekday, short: true), year.count == 4,
            let year = number(year)
        else { return nil }
        return instant(year: year, month: month, day: day, clock: clock)
    }

    private static func instant(year: Int, month: Word, day: Word, clock: Word) -> Instant? {
        let parts = clock.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ $0.count == 2 }),
            let month = months.firstIndex(where: { Bytes.equalIgnoringCase($0.utf8, month) }),
            let day = number(day), let hour = number(parts[0]), let minute = number(parts[1]),
            let second = number(parts[2])
        else { return nil }
        return CalendarTime(
            year: year, month: month + 1, day: day, hour: hour, minute: minute, second: second)?.instant
    }

    private static func isWeekday(_ word: Word, short: Bool) -> Bool {
        weekdays.contains { name in
            Bytes.equalIgnoringCase((short ? name.prefix(3) : name[...]).utf8, word)
        }
    }

    /// Parses one to four digits; nil for any other word.
    private static func number(_ word: Word) -> Int? {
        guard (1...4).contains(word.count), word.allSatisfy(\.isASCIIDigit) else { return nil }
        return word.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }

    private static func twoDigits(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }

    private static let earliest = Instant(milliseconds: -62_167_219_200_000)
    private static let latest = Instant(milliseconds: 253_402_300_799_000)
    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
