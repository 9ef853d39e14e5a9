import HTML

extension Tokenizer {
    /// Returns the text of a token with its escapes decoded (CSS Syntax Level 3, §4.3.7).
    func text(of token: Token) -> ArraySlice<UInt8> {
        guard token.isEscaped else { return bytes[token.start..<token.end] }
        var text: [UInt8] = []
        var index = token.start
        while index < token.end {
            let byte = bytes[index]
            index += 1
            if byte == 0 {
                Self.append(0xFFFD, to: &text)
            } else if byte == 0x5C {
                unescape(&index, before: token.end, to: &text)
            } else {
                text.append(byte)
            }
        }
        return text[...]
    }

    /// Returns whether a token's text is this one, ASCII case-insensitively; the text is in lower case.
    func isText(of token: Token, _ text: StaticString) -> Bool {
        if token.isEscaped { return ASCII.equal(self.text(of: token), text) }
        guard token.end - token.start == text.utf8CodeUnitCount else { return false }
        return ASCII.equal(bytes[token.start..<token.end], text)
    }

    private func unescape(_ index: inout Int, before end: Int, to text: inout [UInt8]) {
        guard index < end else { return }
        let first = bytes[index]
        if first == 0x0A || first == 0x0C || first == 0x0D {
            // An escaped line end continues a string.
            index += first == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A ? 2 : 1
            return
        }
        guard ASCII.isHexadecimal(first) else {
            text.append(first)
            index += 1
            return
        }
        var value: UInt32 = 0
        var digits = 0
        while index < end, digits < 6, ASCII.isHexadecimal(bytes[index]) {
            value = value * 16 + Self.digit(bytes[index])
            index += 1
            digits += 1
        }
        if index < end, ASCII.isBlank(bytes[index]) {
            index += bytes[index] == 0x0D && index + 1 < end && bytes[index + 1] == 0x0A ? 2 : 1
        }
        Self.append(value, to: &text)
    }

    /// Returns the value of a hexadecimal digit.
    static func digit(_ byte: UInt8) -> UInt32 {
        ASCII.isDigit(byte) ? UInt32(byte &- 0x30) : UInt32((byte | 0x20) &- 0x61) &+ 10
    }

    private static func append(_ value: UInt32, to text: inout [UInt8]) {
        let scalar = value == 0 ? nil : Unicode.Scalar(value)
        text += Array(String(Character(scalar ?? "\u{FFFD}")).utf8)
    }
}
