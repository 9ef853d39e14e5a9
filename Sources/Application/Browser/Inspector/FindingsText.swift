import CellGrid
import SessionWords
import SonicProtocol
import SonicSession

/// The text shown by `!`: problems of the page and its response, why they matter, how to fix them.
struct FindingsText {
    let visit: Visit
    /// The first difference in the source of a change that the text does not show; nil for none.
    let source: SourceDifference?
    /// The available columns.
    let width: Column

    var lines: [StyledLine] {
        guard let report = visit.report else {
            let words =
                visit.isBusy
                ? "The session is running; findings are known when it has ended."
                : "No findings yet: the session was stopped, or is being checked."
            return sentence(words)
        }
        var unseen: [StyledLine] = []
        if let source {
            let what = "The source changed, but its text is the same" + (source.what.map { " (\($0))" } ?? "")
            unseen = [StyledLine()] + sentence("\(what); first difference: \(source.words)")
        }
        guard let count = report.count else { return sentence(nothing) + unseen }
        // Errors first; within a severity in the order found.
        let findings = Finding.Severity.allCases.reversed().flatMap { severity in
            report.findings.filter { $0.severity == severity }
        }
        return sentence(count + ":") + edited + findings.flatMap(entry) + unseen
    }

    /// The text if there are no findings.
    private var nothing: String {
        guard let result = visit.result, let head = visit.trace.head else {
            return "No findings: no response was received."
        }
        return ResponseTags(head.headers).isSonic || result.status == 304
            ? "No findings for this response and this page."
            : "No findings. The response does not use Sonic, so few rules apply."
    }

    /// A warning that the findings may be due to a person's edit.
    private var edited: [StyledLine] {
        guard visit.result?.isEditedByHand == true else { return [] }
        return sentence(
            "The exchange or the stored page was edited: the findings may not be the server's.")
    }

    private func sentence(_ words: String) -> [StyledLine] { StyledLine.paragraph(words, .text, to: width) }

    private func entry(_ finding: Finding) -> [StyledLine] {
        let title = StyledLine([
            StyledLine.Run(text: " \(finding.severity.rawValue) ", role: Role(finding.severity)),
            StyledLine.Run(text: finding.rule.rawValue, role: .paneTitle),
        ])
        func paragraph(_ text: String, _ role: Role) -> [StyledLine] {
            StyledLine.paragraph(text, role, to: width, lead: "   ")
        }
        let lines = [StyledLine(), title] + paragraph(finding.message, .text)
        guard let advice = finding.advice else { return lines }
        return lines + paragraph("why: " + advice.why, .dimmed) + paragraph("fix: " + advice.fix, .name)
    }
}
