// The tokens of JSON: numbers, escapes and blanks (RFC 8259 §2, §6, §7).
extension JSONTree {
    static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
    }

    /// Whether a byte may be part of a number or an unquoted word.
    static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2B, 0x2D, 0x2E: true
        default: false
        }
    }

    /// Returns the first invalid place in a number; nil if it is valid.
    static func flaw(inNumber number: ArraySlice<UInt8>) -> Int? {
        var index = number.startIndex
        func peek() -> UInt8? { index < number.endIndex ? number[index] : nil }
        func isDigit(_ byte: UInt8?) -> Bool { byte.map { $0 >= 0x30 && $0 <= 0x39 } ?? false }
        func passDigits() -> Bool {
            guard isDigit(peek()) else { return false }
            while isDigit(peek()) { index += 1 }
            return true
        }
        if peek() == UInt8(ascii: "-") { index += 1 }
        if peek() == UInt8(ascii: "0") {
            index += 1
        } else if !passDigits() {
            return index
        }
        if peek() == UInt8(ascii: ".") {
            index += 1
            guard passDigits() else { return index }
        }
        if peek() == UInt8(ascii: "e") || peek() == UInt8(ascii: "E") {
            index += 1
            if peek() == UInt8(ascii: "+") || peek() == UInt8(ascii: "-") { index += 1 }
            guard passDigits() else { return index }
        }
        return index == number.endIndex ? nil : index
    }

    enum Escape {
        case length(Int)
        /// Invalid at this place.
        case wrong(Int)
        /// The text ends inside it.
        case open
    }

    /// Returns the length of the escape at a backslash.
    static func escapeLength(_ span: Span<UInt8>, at index: Int) -> Escape {
        guard index + 1 < span.count else { return .open }
        switch span[index + 1] {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return .length(2)
        case UInt8(ascii: "u"):
            for place in (index + 2)..<(index + 6) {
                guard place < span.count else { return .open }
                switch span[place] {
                case 0x30...0x39, 0x41...0x46, 0x61...0x66: continue
                default: return .wrong(place)
                }
            }
            return .length(6)
        default: return .wrong(index + 1)
        }
    }
}

/// The first mistake in a text that is not valid JSON.
public struct JSONMistake: Hashable, Sendable {
    /// The kind of a mistake.
    public enum Wanted: String, Hashable, Sendable {
        case value = "a value is missing"
        case valueOrEnd = "a value or ] is missing"
        case name = "a name in quotes is missing"
        case nameOrEnd = "a name in quotes or } is missing"
        case colon = "a colon is missing"
        case commaOrBrace = "a comma or } is missing"
        case commaOrBracket = "a comma or ] is missing"
        case nothing = "there is text after the value"
        case digit = "this is not a valid number"
        case escape = "this is not a valid escape"
        case noControl = "a control character is in a string"
        case quote = "the string is not closed"
    }

    /// The offset in the text, in bytes.
    let offset: Int
    /// The kind of the mistake.
    let wanted: Wanted

    /// Returns the message, with line and column, both from 1; a column is a character. Linear in the text before it.
    func words(in text: [UInt8]) -> String {
        var (line, start) = (1, 0)
        for index in 0..<min(offset, text.count) where text[index] == 0x0A {
            (line, start) = (line + 1, index + 1)
        }
        let column = text[start..<min(offset, text.count)].count { $0 & 0xC0 != 0x80 } + 1
        let place = offset >= text.count ? "the end, line \(line)" : "line \(line), column \(column)"
        return "This is not JSON: at \(place), \(wanted.rawValue)."
    }
}
