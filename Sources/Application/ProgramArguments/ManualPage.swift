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
