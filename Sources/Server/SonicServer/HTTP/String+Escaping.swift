/// Escaping of untrusted text for logs and terminals.
public enum LogText {
    /// Returns a single line: line breaks, control characters and bidirectional controls become `\u{…}`, and a
    /// backslash is doubled. Linear.
    public static func line(_ text: String) -> String { escaped(text) { steers($0) || $0 == 0x5C } }

    /// Returns a single word of a line: blanks are escaped, too, and empty text becomes `-`.
    static func word(_ text: String) -> String {
        text.isEmpty ? "-" : escaped(text) { steers($0) || $0 == 0x5C || $0 == 0x20 }
    }

    /// Returns the beginning of a text of any length.
    static func clipped(_ text: String) -> String {
        // A text has at most as many scalars as bytes, and counting bytes is cheap.
        guard text.utf8.count > 300 else { return text }
        let scalars = text.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: 300, limitedBy: scalars.endIndex),
            end < scalars.endIndex
        else { return text }
        return String(scalars[..<end]) + "…"
    }

    private static func escaped(_ text: String, where isOdd: (UInt32) -> Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if scalar == "\\" {
                result += "\\\\"
            } else if isOdd(scalar.value) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Returns whether a scalar is a control character, a line separator, changes the direction of text, or is
    /// invisible.
    private static func steers(_ value: UInt32) -> Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFDD0...0xFDEF,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0x10EEEE:
            true
        // The other noncharacters.
        default: value & 0xFFFE == 0xFFFE
        }
    }
}

extension String {
    /// The text escaped for an element of HTML or a quoted attribute.
    var asHTML: String {
        var result = ""
        for scalar in unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
