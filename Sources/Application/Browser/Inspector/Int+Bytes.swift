extension Int {
    /// The number of bytes in full, such as `1,204 B`.
    var bytes: String { "\(grouped) B" }

    /// The number with a thousands separator.
    var grouped: String {
        let digits = Array(String(magnitude))
        var text = self < 0 ? "-" : ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index) % 3 == 0 { text += "," }
            text.append(digit)
        }
        return text
    }
}
