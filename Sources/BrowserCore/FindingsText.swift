import CellGrid
import Explaining
import Lint
import SonicProtocol

/// The words under `!`: what is wrong with the page and its answer, why it matters, how it is mended.
struct FindingsText {
    /// The visit that is told of.
    let visit: Visit
    /// The columns there are.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        guard let report = visit.report else {
            let words =
                visit.isBusy
                ? "The session is under way; what is wrong is known when it has ended."
                : "Nothing is known: the session was stopped, or is being looked at."
            return sentence(words)
        }
        guard let count = report.count else { return sentence(nothing) }
        return sentence(count + ":") + worstFirst(report.findings).flatMap(entry)
    }

    /// What is said where nothing was found.
    private var nothing: String {
        guard let result = visit.result, let head = visit.head else {
            return "Nothing was found. No answer came that something could be wrong with."
        }
        return ResponseTags(head.headers).isSonic || result.status == 304
            ? "Nothing was found wrong with this answer and this page."
            : "Nothing was found. The server speaks no Sonic here, so that few of the rules are about this page."
    }

    private func sentence(_ words: String) -> [StyledLine] {
        StyledLine.wrapped(words, .text, to: width, first: " ", indent: " ")
    }

    /// Errors first; of one severity in the order found.
    private func worstFirst(_ findings: [Finding]) -> [Finding] {
        Finding.Severity.allCases.reversed().flatMap { severity in findings.filter { $0.severity == severity }
        }
    }

    private func entry(_ finding: Finding) -> [StyledLine] {
        let role: Role = finding.severity == .note ? .name : .failure
        let title = StyledLine([
            StyledLine.Run(text: " \(finding.severity.rawValue) ", role: role),
            StyledLine.Run(text: finding.rule, role: .paneTitle),
        ])
        var lines = [StyledLine(), title]
        lines += paragraph("", VisibleText.line(finding.message), .text)
        guard let rule = LintRule.named(finding.rule) else { return lines }
        return lines + paragraph("why: ", rule.why, .dimmed) + paragraph("mend: ", rule.mend, .name)
    }

    private func paragraph(_ label: String, _ words: String, _ role: Role) -> [StyledLine] {
        StyledLine.wrapped(label + words, role, to: width, first: "   ", indent: "   ")
    }
}
