/// Texts as string literals in Swift source.
enum SwiftLiteral {
    /// The maximum width of a source line, without its indentation.
    private static let width = 80

    /// Returns a text on one line, in quotes. Linear.
    static func line(_ text: String) -> String { "\"" + escaped(text, quotes: true) + "\"" }

    /// Returns a multi-line string literal with each source line after a margin; the opening quotes follow what the
    /// caller wrote. Linear.
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

    /// Splits a line into pieces that fit into a source line; each but the last continues in the next.
    private static func broken(_ line: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        let characters = Array(line)
        for (index, character) in characters.enumerated() {
            let isLast = index == characters.count - 1
            // A space at the end of a source line is invisible, and removed by many editors.
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

    /// Whether the scalar is recognizable in the source.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse, .surrogate:
            false
        default: scalar.properties.generalCategory != .spaceSeparator || scalar == " "
        }
    }
}
