import CellGrid
import Diagnostics
import SessionWords
import SonicSession

// What the state pane says of a person's hand.
extension StateText {
    /// What is intercepted of the page, and which keys forward it.
    var interceptedLines: [StyledLine] {
        guard let intercepted else { return [] }
        let ways = keys.namingKeys(
            "{forward-intercepted} forwards it, {edit-intercepted} edits it, {drop-intercepted} drops it")
        return wrapped(VisibleText.line(intercepted), .stepActive, first: " ▶ ")
            + wrapped(ways, .name, first: "   ")
    }

    /// What was changed by hand on the way.
    func editLines(_ visit: Visit) -> [StyledLine] {
        (visit.result?.edits ?? visit.trace.turns.flatMap(\.edits)).flatMap { edit in
            wrapped(VisibleText.line(edit.words).ended, .name, first: " * ")
        }
    }
}
