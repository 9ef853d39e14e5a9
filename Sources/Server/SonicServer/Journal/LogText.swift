/// Text of strangers made safe for logs and terminals.
public enum LogText {
    /// One line: what could end it, steer a terminal or reorder what is read becomes `\u{…}`, and a backslash two.
    /// Linear.
    public static func line(_ text: String) -> String {
        escaped(text) { steers($0) || $0 == 0x5C }
    }

    /// One word of a line: blanks are escaped too, and nothing becomes `-`.
    static func word(_ text: String) -> String {
        text.isEmpty ? "-" : escaped(text) { steers($0) || $0 == 0x5C || $0 == 0x20 }
    }

    /// The beginning of a text that may be of any length.
    static func clipped(_ text: String) -> String {
        // No text has more scalars than bytes, and counting bytes costs nothing.
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

    /// Control characters, separators of lines, and what changes the direction of text.
    private static func steers(_ value: UInt32) -> Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFDD0...0xFDEF,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        // Noncharacters, as U+FDD0 to U+FDEF are.
        default: value & 0xFFFE == 0xFFFE
        }
    }
}
