/// Parses dates and times in the formats of the HTML standard §2.3.5.
enum DateText {
    /// Whether a text is a date: `2026-11-25`.
    static func isDate(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        guard let (year, month) = yearAndMonth(&rest), skip("-", &rest), let day = number(2, &rest) else {
            return false
        }
        return rest.isEmpty && (1...days(of: month, in: year)).contains(day)
    }

    /// Whether a text is a month: `2026-11`.
    static func isMonth(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        return yearAndMonth(&rest) != nil && rest.isEmpty
    }

    /// Whether a text is a week: `2026-W48`.
    static func isWeek(_ text: Substring.UTF8View) -> Bool {
        var rest = text
        guard let year = year(&rest), skip("-", &rest), skip("W", &rest), let week = number(2, &rest) else {
            return false
        }
        return rest.isEmpty && (1...weeks(of: year)).contains(week)
    }

    /// Whether a text is a time of day: `23:59`, `23:59:58`, `23:59:58.999`.
    static func isTime(_ text: Substring.UTF8View) -> Bool { time(text) != nil }

    /// Returns a date and time separated by T, with the time as short as possible; nil if the text is not one.
    static func normalized(_ text: String) -> String? {
        let bytes = text.utf8
        guard let place = bytes.firstIndex(where: { $0 == UInt8(ascii: "T") || $0 == UInt8(ascii: " ") }),
            isDate(bytes[..<place]), let time = time(bytes[bytes.index(after: place)...])
        else { return nil }
        return "\(text[..<place])T\(time)"
    }

    /// Returns a time without zero seconds; nil if the text is not a time.
    private static func time(_ text: Substring.UTF8View) -> String? {
        var rest = text
        guard let hour = number(2, &rest), hour < 24, skip(":", &rest), let minute = number(2, &rest),
            minute < 60
        else { return nil }
        let short = String(Substring(text.prefix(5)))
        if rest.isEmpty { return short }
        guard skip(":", &rest), let second = number(2, &rest), second < 60 else { return nil }
        let whole = String(Substring(text.prefix(8)))
        if rest.isEmpty { return second == 0 ? short : whole }
        guard skip(".", &rest), (1...3).contains(rest.count), rest.allSatisfy(isDigit) else { return nil }
        let fraction = String(Substring(rest).reversed().drop { $0 == "0" }.reversed())
        if fraction.isEmpty { return second == 0 ? short : whole }
        return whole + "." + fraction
    }

    private static func yearAndMonth(_ rest: inout Substring.UTF8View) -> (year: Int, month: Int)? {
        guard let year = year(&rest), skip("-", &rest), let month = number(2, &rest), (1...12).contains(month)
        else { return nil }
        return (year, month)
    }

    /// Returns a year of four or more digits, modulo 400, after which the calendar repeats.
    private static func year(_ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(while: isDigit)
        rest = rest.dropFirst(digits.count)
        guard digits.count >= 4, digits.contains(where: { $0 != 0x30 }) else { return nil }
        return digits.reduce(0) { ($0 * 10 + Int($1) - 0x30) % 400 }
    }

    private static func number(_ count: Int, _ rest: inout Substring.UTF8View) -> Int? {
        let digits = rest.prefix(count)
        guard digits.count == count, digits.allSatisfy(isDigit) else { return nil }
        rest = rest.dropFirst(count)
        return digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
    }

    private static func skip(_ sign: Unicode.Scalar, _ rest: inout Substring.UTF8View) -> Bool {
        guard rest.first.map({ UInt32($0) == sign.value }) ?? false else { return false }
        rest = rest.dropFirst()
        return true
    }

    private static func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

    private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

    private static func days(of month: Int, in year: Int) -> Int {
        switch month {
        case 2: isLeap(year) ? 29 : 28
        case 4, 6, 9, 11: 30
        default: 31
        }
    }

    /// Returns the number of weeks: 53 if the year begins on a Thursday, or is a leap year that begins on a Wednesday.
    private static func weeks(of year: Int) -> Int {
        let before = year + 399
        // Monday is 0; year 1 began on a Monday.
        let first = (before + before / 4 - before / 100 + before / 400) % 7
        return first == 3 || first == 2 && isLeap(year) ? 53 : 52
    }
}
