import SessionWords

/// docs/reference/lint.md: the rules with their reasons, made from their table.
public enum LintDocument {
    /// The document in Markdown.
    public static var text: String {
        """
        # The lint

        After this page you know what each finding means, why it matters, and how to fix the page or the server.

        What `sonic` finds wrong with pages, why it matters, and what to do. Errors break updates on some server or
        phone, warnings cost speed or break some of them, notes are worth knowing. `sonic get` holds each answer of a session
        against them, and the page it came to; `!` in the browser lists what was found; `sonic split FILE` holds a page
        on this machine against the rules for pages.

        `make docs` writes this page from the table in `Sources/Protocol/SessionWords/Rules`.

        ## Pages

        \(Rule.page.map(entry).joined(separator: "\n\n"))

        ## Answers

        \(Rule.response.map(entry).joined(separator: "\n\n"))

        ## Updates, and one answer after the other

        \(Rule.update.map(entry).joined(separator: "\n\n"))

        ## Before there is a page

        \(Rule.course.map(entry).joined(separator: "\n\n"))

        ## What the rules rest on

        Bytes are judged as they arrived here, and something between server and client may have changed them. Where the
        evidence allows another reading the rule is silent, or names both.

        \(LintEvidence.document)

        ## Faults of sonic-server

        What `sonic-server` can be told to do wrong ([sonic-server-faults.md](../server/sonic-server-faults.md)), and
        which rule finds it in how many answers. A test has the server do each of them.

        \(FaultTrace.document)

        """
    }

    private static func entry(_ rule: Rule) -> String {
        """
        ### \(rule.id.rawValue)

        \((rule.severity?.rawValue ?? "").capitalizedFirst). \(escaped(rule.advice?.why ?? ""))

        *Fix:* \(escaped(rule.advice?.fix ?? ""))
        """
    }

    /// Comments would be comments in Markdown too.
    private static func escaped(_ text: String) -> String {
        text.split(separator: " ", omittingEmptySubsequences: false).map { word in
            word.contains("<") || word.contains("{") ? quoted(word) : String(word)
        }.joined(separator: " ")
    }

    private static func quoted(_ word: Substring) -> String {
        let signs = word.reversed().prefix { ".,;:()".contains($0) }.count
        let opening = word.prefix { "(".contains($0) }
        let body = word.dropFirst(opening.count).dropLast(signs)
        return opening + "`\(body)`" + word.suffix(signs)
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
