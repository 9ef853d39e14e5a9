/// The text of help and of manual pages.
public enum HelpText {
    /// Returns rows of two columns, 80 cells wide in total; text wider than the left column is above the right one.
    /// - Parameters:
    ///   - rows: The texts of the left and right column.
    ///   - width: The start of the right column, after an indent of two.
    public static func table(_ rows: [(String, String)], width: Int) -> String {
        rows.map { left, right in
            let lines = wrapped(right, at: max(30, columns - width - 2))
            let indent = "\n" + String(repeating: " ", count: width + 2)
            let gap = left.count + 2 > width ? indent : String(repeating: " ", count: width - left.count)
            return "  " + left + gap + lines.joined(separator: indent)
        }
        .joined(separator: "\n")
    }

    /// The minimum width of terminals.
    private static let columns = 80

    /// Returns words wrapped to lines of at most 80 characters; all lines except the first are indented, and
    /// the first leaves room for that.
    /// - Parameters:
    ///   - text: The words.
    ///   - indent: The number of spaces.
    public static func paragraph(_ text: String, indent: Int = 0) -> String {
        wrapped(text, at: columns - indent).joined(separator: "\n" + String(repeating: " ", count: indent))
    }

    /// Returns words wrapped to lines of at most `width` characters; a longer word is on a separate line.
    static func wrapped(_ text: String, at width: Int) -> [String] {
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// Returns words with an initial capital and a full stop.
    public static func sentence(_ words: String) -> String {
        let text = words.prefix(1).uppercased() + words.dropFirst()
        return text.hasSuffix(".") ? text : text + "."
    }
}
