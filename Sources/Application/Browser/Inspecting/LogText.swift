import CellGrid
import SessionWords
import SonicSession

/// The text shown by `@`: the log of the page's session, one record per line.
struct LogText {
    /// The visit.
    let visit: Visit
    /// The last sessions of the page.
    let runs: RunsText
    /// The available columns.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        var lines = runs.isEmpty ? [] : runs.lines + [StyledLine()]
        for record in visit.trace.log {
            let time = String(record.at.brief.reversed()).padded(to: 8)
            let label = " " + String(time.reversed()) + "  "
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

/// The overlay of the session's log.
struct LogOverlay: TextOverlay {
    var text = ScrolledText()

    var title: String { "Log of this session" }

    mutating func settle(in area: Rect, _ model: Model) -> Bool {
        guard let visit = model.visit else { return false }
        let runs = RunsText(runs: model.runsInFront, plot: model.plot, width: area.columns)
        text.lines = LogText(visit: visit, runs: runs, width: area.columns).lines
        text.clamp(height: height(in: area))
        return true
    }
}
