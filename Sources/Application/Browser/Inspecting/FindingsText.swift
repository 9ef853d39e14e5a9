import CellGrid
import Diagnostics
import SessionWords
import SonicProtocol

/// The words under `!`: what is wrong with the page and its answer, why it matters, how it is mended.
struct FindingsText {
    /// The visit that is told of.
    let visit: Visit
    /// The first place of the source that changed where the text reads the same; nil for none.
    let source: SourceDifference?
    /// The columns there are.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        guard let report = visit.report else {
            let words =
                visit.isBusy
                ? "The session is running; findings are known when it has ended."
                : "No findings yet: the session was stopped, or is being checked."
            return sentence(words)
        }
        let unseen = source.map { [StyledLine()] + sentence(Self.words($0)) } ?? []
        guard let count = report.count else { return sentence(nothing) + unseen }
        return sentence(count + ":") + edited + worstFirst(report.findings).flatMap(entry) + unseen
    }

    /// What is said where nothing was found.
    private var nothing: String {
        guard let result = visit.result, let head = visit.trace.head else {
            return "No findings: no response was received."
        }
        return ResponseTags(head.headers).isSonic || result.status == 304
            ? "No findings for this response and this page."
            : "No findings. The server does not speak Sonic here, so few of the rules apply."
    }

    private static func words(_ source: SourceDifference) -> String {
        let what = source.what.map { " (\($0))" } ?? ""
        return "The source changed, but its text is the same\(what); first difference: \(source.words)"
    }

    /// Whose doing the findings are about where a person edited the exchange.
    private var edited: [StyledLine] {
        guard visit.result?.isEditedByHand == true else { return [] }
        return sentence(
            "The exchange or the stored page was edited: the findings may not be the server's.")
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
            StyledLine.Run(text: finding.rule.rawValue, role: .paneTitle),
        ])
        var lines = [StyledLine(), title]
        lines += paragraph("", VisibleText.line(finding.message), .text)
        guard let advice = finding.rule.advice else { return lines }
        return lines + paragraph("why: ", advice.why, .dimmed) + paragraph("fix: ", advice.fix, .name)
    }

    private func paragraph(_ label: String, _ words: String, _ role: Role) -> [StyledLine] {
        StyledLine.wrapped(label + words, role, to: width, first: "   ", indent: "   ")
    }
}

/// What is wrong with page and answer, over the panes.
struct FindingsOverlay: TextOverlay {
    var text = ScrolledText()

    var title: String { "Findings" }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = model.subject else { return false }
        let isInFront = visit.opening.visit == model.visit?.opening.visit
        text.lines =
            FindingsText(
                visit: visit, source: isInFront ? model.document?.unseenChange : nil, width: area.columns
            ).lines
        text.clamp(height: height(in: area))
        return true
    }
}
