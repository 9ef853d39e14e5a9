extension Int {
    /// The number as a count of bytes: `812 B`, `34 KB`, `1.2 MB`; 1 KB is 1024 bytes.
    package var byteText: String {
        guard self >= 1 << 20 else { return self < 1024 ? "\(self) B" : "\(self >> 10) KB" }
        let (unit, shift) = self >> 30 > 0 ? ("GB", 30) : ("MB", 20)
        let tenths = (self >> shift) * 10 + (((self & ((1 << shift) - 1)) * 10) >> shift)
        return "\(tenths / 10).\(tenths % 10) \(unit)"
    }

    /// The number of bytes in full, such as `1,204 B`.
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
