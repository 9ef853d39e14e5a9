/// Parses strings and numbers.
extension JSONReader {
    /// Reads a quoted string; nil if it is not closed on its line.
    mutating func string() -> String? {
        let start = self.position
        let quote = first
        advance()
        var bytes: [UInt8] = []
        while let byte = first, byte != 0x0A, byte != 0x0D {
            advance()
            if byte == quote {
                if let text = Bytes.utf8(bytes) { return text }
                report("This string is not valid UTF-8.", at: start)
                return String(decoding: bytes, as: UTF8.self)
            }
            if byte == UInt8(ascii: "\\") {
                escape(into: &bytes)
            } else {
                bytes.append(byte)
            }
        }
        report("This string is not closed.", at: start)
        return nil
    }

    private mutating func escape(into bytes: inout [UInt8]) {
        guard let byte = first else { return }
        switch byte {
        case UInt8(ascii: "u"): return unicodeEscape(into: &bytes)
        case UInt8(ascii: "x"):
            advance()
            if let value = hexadecimal(count: 2) { append(value, to: &bytes) }
            return
        case 0x0D:
            // A line end after a backslash continues the string; `\r\n` counts as one.
            advance(starts(with: "\r\n") ? 2 : 1)
            return
        case 0x0A: break
        case UInt8(ascii: "b"): bytes.append(0x08)
        case UInt8(ascii: "f"): bytes.append(0x0C)
        case UInt8(ascii: "n"): bytes.append(0x0A)
        case UInt8(ascii: "r"): bytes.append(0x0D)
        case UInt8(ascii: "t"): bytes.append(0x09)
        case UInt8(ascii: "v"): bytes.append(0x0B)
        case UInt8(ascii: "0"): bytes.append(0x00)
        case UInt8(ascii: "1")...UInt8(ascii: "9"): report("A digit is not allowed after a backslash.")
        default: bytes.append(byte)
        }
        advance()
    }

    private mutating func unicodeEscape(into bytes: inout [UInt8]) {
        let start = self.position
        advance()
        guard let first = hexadecimal(count: 4) else { return }
        guard (0xD800...0xDFFF).contains(first) else { return append(first, to: &bytes) }
        // Two escapes that form a surrogate pair are one character.
        if first < 0xDC00, starts(with: "\\u") {
            advance(2)
            guard let second = hexadecimal(count: 4) else { return }
            if (0xDC00...0xDFFF).contains(second) {
                return append(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00), to: &bytes)
            }
        }
        report("This escape is half of a surrogate pair.", at: start)
        bytes += "\u{FFFD}".utf8
    }

    private mutating func hexadecimal(count: Int) -> UInt32? {
        var value: UInt32 = 0
        for _ in 0..<count {
            guard let digit = first?.hexadecimalValue else {
                report("Expected a hexadecimal digit.")
                return nil
            }
            value = value << 4 | UInt32(digit)
            advance()
        }
        return value
    }

    private func append(_ value: UInt32, to bytes: inout [UInt8]) {
        bytes += (Unicode.Scalar(value).map { String($0) } ?? "\u{FFFD}").utf8
    }

    /// Reads a number; nil if the text is not a valid number.
    mutating func number() -> Double? {
        let start = self.position
        var text: [UInt8] = []
        while let byte = first,
            byte.isASCIIDigit || byte.isASCIILetter || [0x2B, 0x2D, 0x2E].contains(byte)
        {
            text.append(byte)
            advance()
        }
        guard let value = Self.number(text[...]) else {
            report("“\(String(decoding: text, as: UTF8.self))” is not a number.", at: start)
            return nil
        }
        return value
    }

    private static func number(_ text: ArraySlice<UInt8>) -> Double? {
        var digits = text
        var sign = 1.0
        if digits.first == UInt8(ascii: "-") { sign = -1 }
        if digits.first == UInt8(ascii: "-") || digits.first == UInt8(ascii: "+") {
            digits = digits.dropFirst()
        }
        if digits.elementsEqual("Infinity".utf8) { return sign * .infinity }
        if digits.elementsEqual("NaN".utf8) { return .nan }
        if Bytes.equalIgnoringCase(digits.prefix(2), "0x".utf8) {
            let hexadecimal = digits.dropFirst(2).map(\.hexadecimalValue)
            guard !hexadecimal.isEmpty, !hexadecimal.contains(nil) else { return nil }
            return sign * hexadecimal.reduce(0.0) { $0 * 16 + Double($1 ?? 0) }
        }
        // Accepts only digits, one dot and an exponent: what `Double` accepts beyond that, such as `nan`, is not JSON5.
        let mantissa = digits.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") }
        let whole = mantissa.prefix { $0.isASCIIDigit }
        let isPlain =
            mantissa.contains(where: \.isASCIIDigit) && (whole.count < 2 || whole.first != UInt8(ascii: "0"))
        let exponent = digits.dropFirst(mantissa.count)
        guard isPlain,
            exponent.isEmpty || exponent.first == UInt8(ascii: "e") || exponent.first == UInt8(ascii: "E"),
            let last = digits.last, last.isASCIIDigit || (exponent.isEmpty && last == UInt8(ascii: "."))
        else { return nil }
        return Double(String(decoding: digits, as: UTF8.self)).map { sign * $0 }
    }
}
