import CSS
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

    /// Returns a number in a list style; in digits if the style cannot represent it.
    static func text(_ number: Int, _ style: ListStyle) -> String {
        switch style {
        case .decimalLeadingZero where (-9...9).contains(number): number < 0 ? "-0\(-number)" : "0\(number)"
        case .lowerAlpha: text(number, form: 0x61)
        case .upperAlpha: text(number, form: 0x41)
        case .lowerRoman: text(number, form: 0x69)
        case .upperRoman: text(number, form: 0x49)
        case .lowerGreek where number > 0: greek(number)
        case .ideographic: ideographs(number)
        case .none, .disc, .circle, .square, .decimal, .decimalLeadingZero, .lowerGreek, .text: "\(number)"
        }
    }

    private static func greek(_ number: Int) -> String {
        let letters = Array("αβγδεζηθικλμνξοπρστυφχψω")
        var rest = number
        var text: [Character] = []
        while rest > 0 {
            rest -= 1
            text.append(letters[rest % letters.count])
            rest /= letters.count
        }
        return String(text.reversed())
    }

    /// Returns a number from 0 to 9999 in Chinese, as it is spoken; all others in digits.
    static func ideographs(_ number: Int) -> String {
        guard (0...9999).contains(number) else { return "\(number)" }
        let digits = Array("零一二三四五六七八九")
        if number < 10 { return String(digits[number]) }
        var text = ""
        var isGap = false
        for (value, unit) in [(1000, "千"), (100, "百"), (10, "十"), (1, "")] {
            let digit = number / value % 10
            if digit == 0 {
                isGap = !text.isEmpty
                continue
            }
            if isGap { text.append(digits[0]) }
            isGap = false
            // Ten to nineteen begin with the sign for ten.
            if value != 10 || digit != 1 || !text.isEmpty { text.append(digits[digit]) }
            text += unit
        }
        return text
    }
}
