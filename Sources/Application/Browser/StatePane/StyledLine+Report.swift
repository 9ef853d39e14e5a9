import CellGrid
import SessionReports
import SonicProtocol

// The lines of a report on the screen.
extension StyledLine {
    /// Returns facts as lines of a pane or an overlay.
    static func lines(_ facts: [SessionFact], _ secrets: Secrets, to width: Column) -> [StyledLine] {
        facts.flatMap { $0.lines(secrets) }.flatMap { lines($0, to: width) }
    }

    /// Returns a line of a report, wrapped at a width.
    static func lines(_ line: ReportLine, to width: Column) -> [StyledLine] {
        switch line {
        case .fact(let name, let value):
            return fact(
                VisibleText.line(name), VisibleText.line(value),
                nameWidth: min(max(12, name.count), max(3, width.value / 3)), to: width)
        case .wire(let text):
            guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(" ") else {
                return labelled("", text, .text, indent: 3, to: width)
            }
            let value = String(text[text.index(after: colon)...])
            return labelled(String(text[...colon]), value, .name, indent: 3, to: width)
        case .why(let text): return paragraph(text, to: width, lead: "     · ")
        // A word as well as the colour shows whether a rule applies.
        case .trial(true, let rule, let words):
            return labelled("yes \(rule): ", words, .stepDone, indent: 5, to: width)
        case .trial(false, let rule, let words):
            return labelled("no  \(rule): ", words, .dimmed, indent: 5, rest: .dimmed, to: width)
        case .words(let text): return paragraph(text, .text, to: width, hanging: 2)
        }
    }

    /// Returns text after a label of another colour, wrapped as one text.
    private static func labelled(
        _ label: String, _ words: String, _ role: Role, indent: Int, rest: Role = .text, to width: Column
    ) -> [StyledLine] {
        var line = StyledLine(VisibleText.line(label), role)
        line.append(VisibleText.line(words), rest)
        return line.wrapped(to: width, indent: indent)
    }
}
