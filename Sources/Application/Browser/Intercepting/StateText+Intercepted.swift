import CellGrid
import Diagnostics
import SonicSession

// What the state pane says of a person's hand.
extension StateText {
    /// What is held of the page, and which keys let it go.
    var interceptedLines: [StyledLine] {
        guard let intercepted else { return [] }
        let ways = keys.namingKeys("{accept-held} lets it go, {edit-held} edits it, {drop-held} drops it")
        return StyledLine.wrapped(
            VisibleText.line(intercepted), .stepActive, to: width - 1, first: " ▶ ", indent: "   ")
            + StyledLine.wrapped(
                ways, .name, to: width - 1, first: "   ", indent: "   ")
    }

    /// What was changed by hand on the way.
    func editLines(_ visit: Visit) -> [StyledLine] {
        (visit.result?.edits ?? visit.trace.turns.flatMap(\.edits)).flatMap { edit in
            StyledLine.wrapped(
                VisibleText.line(edit.words).ended, .name, to: width - 1, first: " * ", indent: "   ")
        }
    }
}
