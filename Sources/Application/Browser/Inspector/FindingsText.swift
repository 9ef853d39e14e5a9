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
        let unseen = source.map { [StyledLine()] + sentence(Self.words($0)) } ?? []
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
            : "No findings. The server does not speak Sonic here, so few of the rules apply."
    }

    private static func words(_ source: SourceDifference) -> String {
        let what = source.what.map { " (\($0))" } ?? ""
        return "The source changed, but its text is the same\(what); first difference: \(source.words)"
    }

    /// A warning that the findings may be due to a person's edit.
    private var edited: [StyledLine] {
        guard visit.result?.isEditedByHand == true else { return [] }
        return sentence(
            "The exchange or the stored page was edited: the findings may not be the server's.")
    }

    private func sentence(_ words: String) -> [StyledLine] {
        StyledLine.wrapped(words, .text, to: width, first: " ", indent: " ")
    }

    private func entry(_ finding: Finding) -> [StyledLine] {
        let title = StyledLine([
            StyledLine.Run(text: " \(finding.severity.rawValue) ", role: Role(finding.severity)),
            StyledLine.Run(text: finding.rule.rawValue, role: .paneTitle),
        ])
        var lines = [StyledLine(), title]
        lines += paragraph("", VisibleText.line(finding.message), .text)
        guard let advice = finding.advice else { return lines }
        return lines + paragraph("why: ", advice.why, .dimmed) + paragraph("fix: ", advice.fix, .name)
    }

    private func paragraph(_ label: String, _ words: String, _ role: Role) -> [StyledLine] {
        StyledLine.wrapped(label + words, role, to: width, first: "   ", indent: "   ")
    }
}

/// The overlay of the findings about page and response.
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

/// The overlay of the session's log: one record per line, after the last sessions of the page.
struct LogOverlay: TextOverlay {
    var text = ScrolledText()

    var title: String { "Log of this session" }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = model.visit else { return false }
        let runs = RunsText(runs: model.runsInFront, plot: model.plot, width: area.columns)
        let log = Self.lines(of: visit, width: area.columns)
        text.lines = runs.isEmpty ? log : runs.lines + [StyledLine()] + log
        text.clamp(height: height(in: area))
        return true
    }

    private static func lines(of visit: Visit, width: Column) -> [StyledLine] {
        var lines: [StyledLine] = []
        for record in visit.trace.log {
            let label = " " + record.at.brief.leftPadded(to: 8) + "  "
            let indent = String(repeating: " ", count: label.count)
            var words = record.message
            if record.event != .step { words = record.event.rawValue + ": " + words }
            var wrapped = StyledLine.wrapped(words, .text, to: width, first: label, indent: indent)
            if let first = wrapped.first?.text {
                let name = record.event == .step ? "" : record.event.rawValue
                let rest = first.dropFirst(label.count)
                let head = rest.hasPrefix(name) ? name : ""
                wrapped[0] = StyledLine([
                    StyledLine.Run(text: label, role: .dimmed),
                    StyledLine.Run(text: head, role: .name),
                    StyledLine.Run(text: String(rest.dropFirst(head.count)), role: .text),
                ])
            }
            lines += wrapped
        }
        return lines
    }
}
