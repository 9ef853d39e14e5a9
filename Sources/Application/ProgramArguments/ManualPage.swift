/// A manual page, written with the macros of man(7).
public struct ManualPage: Sendable {
    /// A part of a section.
    public enum Part: Sendable, Equatable {
        /// A paragraph.
        case words(String)
        /// A heading within the section.
        case heading(String)
        /// A term and its explanation.
        case term(String, String)
        /// Preformatted lines.
        case lines(String)
    }

    /// A section with its heading in capital letters.
    public struct Section: Sendable {
        let heading: String
        let parts: [Part]

        /// Creates a section.
        public init(_ heading: String, _ parts: [Part]) {
            self.heading = heading
            self.parts = parts
        }
    }

    let name: String
    let number: Int
    let summary: String
    let release: Release
    let sections: [Section]

    /// Creates a page.
    /// - Parameters:
    ///   - name: The name of the page.
    ///   - number: The section of the manual: 1 for programs, 5 for files.
    ///   - summary: A description in one line, which apropos(1) searches.
    ///   - release: The release that it documents.
    ///   - sections: All sections after NAME.
    public init(name: String, number: Int, summary: String, release: Release, sections: [Section]) {
        self.name = name
        self.number = number
        self.summary = summary
        self.release = release
        self.sections = sections
    }

    /// The page as source for groff and mandoc.
    public var roff: String {
        let kind = number == 1 ? "User Commands" : "File Formats"
        var text = """
            .TH \(Self.quoted(name.uppercased())) \(number) \(release.date) "sonic \(release.version)" "\(kind)"
            .SH NAME
            \(Self.escaped(name)) \\- \(Self.escaped(summary))

            """
        for section in sections {
            text += ".SH \(Self.quoted(section.heading))\n"
            var before: Part?
            for part in section.parts {
                text += Self.macros(part, after: before)
                before = part
            }
        }
        return text
    }

    /// Returns the macros of a part. A heading starts a paragraph by itself.
    private static func macros(_ part: Part, after before: Part?) -> String {
        let begin =
            switch before {
            case nil, .heading?: ""
            case .words?, .term?, .lines?: ".PP\n"
            }
        return switch part {
        case .words(let words): begin + "\(escaped(words))\n"
        case .heading(let words): ".SS \(quoted(words))\n"
        case .term(let term, let words): ".TP\n.B \(quoted(term))\n\(escaped(words))\n"
        case .lines(let lines):
            begin + ".RS 4\n.nf\n"
                + lines.split(separator: "\n", omittingEmptySubsequences: false).map { escaped(String($0)) }
                .joined(separator: "\n") + "\n.fi\n.RE\n"
        }
    }

    /// Returns text escaped so that it is shown literally. Dashes can be copied to a shell; our quotes, dots
    /// and arrows have names, since not every device supports them.
    static func escaped(_ text: String) -> String {
        var result = ""
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if index > 0 { result += "\n" }
            // A dot or a quote at the start of a line would be a request.
            if line.hasPrefix(".") || line.hasPrefix("'") { result += "\\&" }
            for scalar in line.unicodeScalars { result += names[scalar] ?? String(scalar) }
        }
        return result
    }

    /// Returns the text escaped as one argument of a macro.
    private static func quoted(_ text: String) -> String {
        "\""
            + escaped(text).split(separator: "\"", omittingEmptySubsequences: false).joined(
                separator: "\\(dq")
            + "\""
    }

    private static let names: [Unicode.Scalar: String] = [
        "\\": "\\e", "-": "\\-", "“": "\\(lq", "”": "\\(rq", "’": "\\(cq", "…": "...", "→": "\\(->",
        "←": "\\(<-",
        "↑": "\\(ua", "↓": "\\(da", "^": "\\(ha", "~": "\\(ti", "`": "\\(ga", "'": "\\(aq", "×": "\\(mu",
    ]
}

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
