extension Int {
    /// The number as a count of bytes: `812 B`, `34 KB`, `1.2 MB`; 1 KB is 1024 bytes.
    package var byteText: String {
        guard self >= 1 << 20 else { return self < 1024 ? "\(self) B" : "\(self >> 10) KB" }
        let (unit, shift) = self >> 30 > 0 ? ("GB", 30) : ("MB", 20)
        let tenths = (self >> shift) * 10 + (((self & ((1 << shift) - 1)) * 10) >> shift)
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// Returns the number of bytes next to the whole that it is a part of: `1,200 of 1,950 B`, `1.2 MB of 64.0 MB`;
    /// exact below 100,000 bytes, and if rounded both would look the same. Otherwise rounded: seven digits twice are
    /// hard to compare.
    package func byteText(of whole: Int) -> String {
        let isExact = whole < 100_000 || byteText == whole.byteText && self != whole
        return isExact ? "\(grouped) of \(whole.bytes)" : "\(byteText) of \(whole.byteText)"
    }

    /// Returns the number of bytes received next to the size of the page: `613 of 2,048 B`. Headers count too, so that
    /// for a small page it may be more than the size, of which it is no part then: `640 B, page 210 B`.
    package func byteText(forPage size: Int) -> String {
        guard self > size else { return byteText(of: size) }
        return byteText == size.byteText
            ? "\(bytes), page \(size.bytes)" : "\(byteText), page \(size.byteText)"
    }

    /// Returns the percentage of a whole, rounded down; of a whole of nothing, as of one byte.
    package func percent(of whole: Int) -> Int { Int(Double(self) * 100 / Double(Swift.max(1, whole))) }

    /// Returns the sum of sizes, which may be arbitrary if read from a file or claimed by a server: it has a bound.
    package static func sum(ofSizes sizes: [Int]) -> Int {
        sizes.filter { $0 > 0 }.reduce(0) { $0.addingReportingOverflow($1).overflow ? .max : $0 + $1 }
    }

    /// The exact number of bytes: `12,345 B`.
    package var bytes: String { "\(grouped) B" }

    /// The number with a thousands separator.
    package var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
