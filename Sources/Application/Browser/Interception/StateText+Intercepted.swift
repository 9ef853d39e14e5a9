import CellGrid
import SessionWords

// The state pane's text about interception and edits.
extension StateText {
    /// The intercepted exchange of the page, and the keys that forward it.
    var interceptedLines: [StyledLine] {
        guard let intercepted else { return [] }
        let ways = keys.namingKeys(
            "{forward-intercepted} forwards it, {edit-intercepted} edits it, {drop-intercepted} drops it")
        return wrapped(VisibleText.line(intercepted), .stepActive, first: " ▶ ")
            + wrapped(ways, .name, first: "   ")
    }

    /// Returns the edits made by hand.
    func editLines(_ visit: Visit) -> [StyledLine] {
        (visit.result?.edits ?? visit.trace.turns.flatMap(\.edits)).flatMap { edit in
            wrapped(VisibleText.line(edit.words).ended, .name, first: " * ")
        }
    }
}
