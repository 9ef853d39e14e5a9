/// Texts as string literals of Swift source.
enum SwiftLiteral {
    /// The columns that a line of source may have, its indentation apart.
    private static let width = 80

    /// A text on one line, in quotes. Linear.
    static func line(_ text: String) -> String { "\"" + escaped(text, quotes: true) + "\"" }

    /// A text of several lines between three quotes, each line of the source behind a margin; the quotes that open it
    /// stand behind what the caller wrote. Linear.
    static func lines(_ text: String, margin: String) -> String {
        var lines: [Substring.UnicodeScalarView] = []
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line)
        }
        let source = lines.map { line in
            let pieces = broken(String(line))
            return pieces.map { $0.isEmpty ? "" : margin + $0 }.joined(separator: "\\\n")
        }
        return "\"\"\"\n" + source.joined(separator: "\n") + "\n" + margin + "\"\"\""
    }

    /// A line in pieces that have room in a line of source; each but the last goes on in the next.
    private static func broken(_ line: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        let characters = Array(line)
        for (index, character) in characters.enumerated() {
            let isLast = index == characters.count - 1
            // A blank at the end of a line of source is seen by nobody, and lost by many editors.
            let text = isLast && character == " " ? "\\u{20}" : escaped(String(character), quotes: false)
            // Three quotes in a row would end the literal.
            piece += character == "\"" && piece.hasSuffix("\"\"") ? "\\\"" : text
            let isLong = piece.count >= width || piece.count >= width * 3 / 4 && character == " "
            if isLong, !isLast {
                pieces.append(piece)
                piece = ""
            }
        }
        return pieces + [piece]
    }

    private static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case "\"" where quotes: result += "\\\""
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case "\n": result += "\\n"
            default:
                if isPlain(scalar) {
                    result.unicodeScalars.append(scalar)
                } else {
                    result += "\\u{\(String(scalar.value, radix: 16))}"
                }
            }
        }
        return result
    }

    /// Whether whoever reads the source sees the scalar as what it is.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
            false
        default: scalar.properties.generalCategory != .spaceSeparator || scalar == " "
        }
    }
}
