/// Parses dates in cookies, in all the formats that servers have sent in thirty years (RFC 6265 §5.1.1). Everywhere
/// else, `HTTPDate` applies.
enum CookieDate {
    /// Parses a value of Expires; nil if a part is missing or out of range. Linear.
    static func parse(_ text: String) -> Instant? {
        var clock: (hour: Int, minute: Int, second: Int)?
        var day: Int?
        var month: Int?
        var year: Int?
        for word in text.utf8.split(whereSeparator: isDelimiter) {
            // The standard prescribes this order of checks: the first number that could be a day is the day.
            if clock == nil, let found = readClock(word) {
                clock = found
            } else if day == nil, let found = readNumber(word, digits: 1...2) {
                day = found
            } else if month == nil, let found = readMonth(word) {
                month = found
            } else if year == nil, let found = readNumber(word, digits: 2...4) {
                year = found
            }
        }
        guard let clock, let day, let month, var year else { return nil }
        switch year {
        case 70...99: year += 1900
        case 0...69: year += 2000
        default: break
        }
        guard year >= 1601, clock.second <= 59 else { return nil }
        return CalendarTime(
            year: year, month: month, day: day, hour: clock.hour, minute: clock.minute, second: clock.second)?
            .instant
    }

    private typealias Word = Substring.UTF8View.SubSequence

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }

    /// Parses `8:49:37`, which may be followed by non-digits.
    private static func readClock(_ word: Word) -> (hour: Int, minute: Int, second: Int)? {
        let parts = word.split(separator: UInt8(ascii: ":"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let hour = readNumber(parts[0], digits: 1...2, alone: true),
            let minute = readNumber(parts[1], digits: 1...2, alone: true),
            let second = readNumber(parts[2], digits: 1...2)
        else { return nil }
        return (hour, minute, second)
    }

    /// Parses the digits at the start of a word; nil if their count is not in `digits`, or if `alone` and other
    /// characters follow.
    private static func readNumber(_ word: Word, digits: ClosedRange<Int>, alone: Bool = false) -> Int? {
        let found = word.prefix { (0x30...0x39).contains($0) }
        guard digits.contains(found.count), !alone || found.count == word.count else { return nil }
        return found.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }

    private static func readMonth(_ word: Word) -> Int? {
        let names = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
        return names.firstIndex { Bytes.equalIgnoringCase($0.utf8, word.prefix(3)) }.map { $0 + 1 }
    }
}
