import SessionWords
import SonicLint
import SonicProtocol
import TestSupport

@testable import Workbench

/// The document docs/reference/lint.md: the rules with their reasons, generated from their table.
enum LintDocument {
    /// The document in Markdown.
    static var text: String {
        """
        # The lint

        After this page you know what each finding means, why it matters, and how to fix the page or the server.

        An error breaks updates on some server or client, a warning costs speed or breaks some updates, and a note is
        worth knowing. `sonic get` checks each response of a session, and the final page, against these rules; `!` in
        the browser lists the findings; `sonic split FILE` checks a local page against the rules for pages.

        `make docs` writes this page from the table in `Sources/Page/SonicLint/Rules`.

        ## Pages

        \(Rule.page.map(entry).joined(separator: "\n\n"))

        ## Responses

        \(Rule.response.map(entry).joined(separator: "\n\n"))

        ## Updates and successive responses

        \(Rule.update.map(entry).joined(separator: "\n\n"))

        ## Statuses, redirects and bodies

        \(Rule.exchange.map(entry).joined(separator: "\n\n"))

        ## Known causes

        Where the evidence shows the cause, the advice is about it, and guesses at others are not shown.

        \(causes)

        ## Evidence

        Bytes are judged as received, and something between server and client may have changed them. If the evidence
        allows another explanation, the rule reports nothing, or its text names both.

        \(evidence)

        ## Faults of sonic-server

        Each fault that `sonic-server` can apply ([sonic-server-faults.md](../server/sonic-server-faults.md)), the rule that
        reports it, and after how many responses. A test applies each of them.

        \(FaultTrace.document)

        """
    }

    /// The table of the evidence.
    private static var evidence: String {
        let rows = Rule.lint.map {
            "| [\($0.id.rawValue)](#\($0.id.rawValue)) | \($0.evidence?.required ?? "") "
                + "| \($0.evidence?.otherExplanation ?? "") |"
        }
        return "| rule | evidence | other explanation |\n|---|---|---|\n" + rows.joined(separator: "\n")
    }

    /// The table of the causes.
    private static var causes: String {
        let rows = Finding.Cause.allCases.map { "| \($0.advice.why) | \(escaped($0.advice.fix)) |" }
        return "| cause | fix |\n|---|---|\n" + rows.joined(separator: "\n")
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
