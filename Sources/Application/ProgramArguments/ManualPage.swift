/// A manual page, to be written in the macros of man(7).
public struct ManualPage: Sendable {
    /// A part of a section.
    public enum Part: Sendable, Equatable {
        /// A paragraph of words.
        case words(String)
        /// A heading within the section.
        case heading(String)
        /// What is explained, and the explanation.
        case term(String, String)
        /// Lines that stay as they are.
        case lines(String)
    }

    /// A section with its heading in capital letters.
    public struct Section: Sendable {
        let heading: String
        let parts: [Part]

        /// A section.
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

    /// A page.
    /// - Parameters:
    ///   - name: What it is found by.
    ///   - number: The chapter: 1 for programs, 5 for files.
    ///   - summary: What it is about, in a line; apropos(1) searches it.
    ///   - release: What it belongs to.
    ///   - sections: All sections behind NAME.
    public init(name: String, number: Int, summary: String, release: Release, sections: [Section]) {
        self.name = name
        self.number = number
        self.summary = summary
        self.release = release
        self.sections = sections
    }

    /// The page as groff and mandoc read it.
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

    /// A part in macros. A heading begins a paragraph itself.
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

    /// Text that shows as it is. A dash is one that can be copied into a shell; the quotes, dots and arrows of ours are
    /// named, since not every device has them.
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

    /// The same as one argument of a macro.
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
