import CellGrid
import SessionWords
import SonicProtocol
import Workbench

/// The lines of an explanation in an overlay: headings, facts, header lines with their reasons, and rules.
struct ExplanationText {
    /// The sections of the explanation.
    let steps: [Explanation.Section]
    /// The available columns.
    let width: Column

    /// All lines; an empty line precedes each section.
    var lines: [StyledLine] {
        steps.flatMap { section in
            [StyledLine(), StyledLine(" " + section.title, .paneTitle)] + section.lines.flatMap(lines)
        }
    }

    private func lines(_ line: Explanation.Line) -> [StyledLine] {
        switch line {
        case .fact(let name, let value):
            let label = name.padded(to: Explanation.nameWidth - 1) + " "
            return labelled(
                label, value, .name, indent: min(Explanation.nameWidth + 1, max(3, width.value / 3)))
        case .wire(let text):
            guard let colon = text.firstIndex(of: ":"), !text[..<colon].contains(" ") else {
                return labelled("", text, .text, indent: 3)
            }
            return labelled(
                String(text[...colon]), String(text[text.index(after: colon)...]), .name, indent: 3)
        case .why(let text):
            return StyledLine.wrapped(text, .dimmed, to: width, first: "     · ", indent: "       ")
        case .trial(let trial): return rule(trial)
        case .words(let text):
            return StyledLine.wrapped(text, .text, to: width, first: " ", indent: "   ")
        }
    }

    /// Returns the lines of a rule; a word as well as the colour shows whether it applies.
    private func rule(_ trial: RuleTrial) -> [StyledLine] {
        let words = "\(trial.rule.question)? \(trial.evidence)"
        guard trial.fits else {
            return labelled("no  \(trial.rule.rawValue): ", words, .dimmed, indent: 5, rest: .dimmed)
        }
        return labelled("yes \(trial.rule.rawValue): ", words, .outcomeTaken, indent: 5)
    }

    /// Returns text after a label of another colour, wrapped as one text.
    private func labelled(
        _ label: String, _ words: String, _ role: Role, indent: Int, rest: Role = .text
    ) -> [StyledLine] {
        let label = VisibleText.line(label)
        var lines = StyledLine.wrapped(
            label + VisibleText.line(words), rest, to: width, first: " ",
            indent: String(repeating: " ", count: indent))
        if let first = lines.first?.text, first.hasPrefix(" " + label) {
            lines[0] = StyledLine([
                StyledLine.Run(text: " " + label, role: role),
                StyledLine.Run(text: String(first.dropFirst(label.count + 1)), role: rest),
            ])
        }
        return lines
    }
}
