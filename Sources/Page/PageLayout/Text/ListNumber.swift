import HTML

/// The numbers of list items.
enum ListNumber {
    /// Parses a number in an attribute: blanks, a sign, digits, and any text after them; nil if there is no number.
    static func parse(_ bytes: ArraySlice<UInt8>) -> Int? {
        var rest = bytes.drop(while: ASCII.isBlank)
        let isNegative = rest.first == 0x2D
        if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
        guard let first = rest.first, ASCII.isDigit(first) else { return nil }
        var value = 0
        for byte in rest.prefix(while: ASCII.isDigit) {
            value = min(value * 10 + Int(byte) - 0x30, 1_000_000_000)
        }
        return isNegative ? -value : value
    }

    /// Returns a number in the form of the `type` attribute: `1`, `a`, `A`, `i` or `I`.
    static func text(_ number: Int, form: UInt8) -> String {
        switch form {
        case 0x61 where number > 0: letters(number)
        case 0x41 where number > 0: letters(number).uppercased()
        case 0x69 where number > 0 && number < 4000: roman(number)
        case 0x49 where number > 0 && number < 4000: roman(number).uppercased()
        default: "\(number)"
        }
    }

    private static func letters(_ number: Int) -> String {
        var rest = number
        var text: [UInt8] = []
        while rest > 0 {
            rest -= 1
            text.append(0x61 + UInt8(rest % 26))
            rest /= 26
        }
        return String(decoding: text.reversed(), as: UTF8.self)
    }

    private static func roman(_ number: Int) -> String {
        let signs = [
            (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
            (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
        ]
        var rest = number
        var text = ""
        for (value, sign) in signs {
            while rest >= value {
                text += sign
                rest -= value
            }
        }
        return text
    }
}
