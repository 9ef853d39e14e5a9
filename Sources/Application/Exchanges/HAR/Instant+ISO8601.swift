import SonicProtocol

extension Instant {
    /// Parses an instant in ISO 8601, such as `2026-11-22T06:18:16.042+01:00`; nil for any other text. Without a time
    /// zone it is UTC; digits after the milliseconds are ignored.
    init?(iso8601 text: String) {
        let bytes = Array(text.utf8)
        func number(_ range: Range<Int>) -> Int? {
            guard range.upperBound <= bytes.count, bytes[range].allSatisfy({ (0x30...0x39).contains($0) })
            else { return nil }
            return bytes[range].reduce(0) { $0 * 10 + Int($1 - 0x30) }
        }
        guard bytes.count >= 19, bytes.count <= 64, bytes[4] == UInt8(ascii: "-"),
            bytes[7] == UInt8(ascii: "-"), bytes[13] == UInt8(ascii: ":"), bytes[16] == UInt8(ascii: ":"),
            let year = number(0..<4), let month = number(5..<7), let day = number(8..<10),
            let hour = number(11..<13), let minute = number(14..<16), let second = number(17..<19),
            let time = CalendarTime(
                year: year, month: month, day: day, hour: hour, minute: minute, second: second)
        else { return nil }
        var (index, fraction) = (19, 0)
        if index < bytes.count, bytes[index] == UInt8(ascii: ".") {
            let digits = bytes[(index + 1)...].prefix { (0x30...0x39).contains($0) }
            for place in 0..<3 {
                let digit = place < digits.count ? Int(digits[digits.startIndex + place] - 0x30) : 0
                fraction = fraction * 10 + digit
            }
            index = digits.endIndex
        }
        var minutes = 0
        if index < bytes.count, bytes[index] != UInt8(ascii: "Z") {
            guard index + 6 == bytes.count, let hours = number(index + 1..<index + 3),
                let rest = number(index + 4..<index + 6)
            else { return nil }
            minutes = (hours * 60 + rest) * (bytes[index] == UInt8(ascii: "-") ? -1 : 1)
        }
        self.init(milliseconds: time.instant.milliseconds + Int64(fraction) - Int64(minutes) * 60_000)
    }
}
