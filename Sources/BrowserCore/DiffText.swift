import CellGrid
import SonicSession

/// What the diff pane's words were made for: equal keys mean equal words.
struct DiffKey: Equatable, Sendable {
    var width: Column
    var visit: Int
    var isBusy: Bool
    var changes: [String]
    var compared: Int
    var bytes: Int
}

/// The diff pane's words: each changed block with its old and new lines.
struct DiffText {
    /// What changed.
    let changes: [PageChange]
    /// The visit that is told of; nil before the first.
    let visit: Visit?
    /// The columns there are.
    let width: Column

    /// All lines.
    var lines: [StyledLine] {
        guard !changes.isEmpty else {
            return StyledLine.wrapped(nothing, .dimmed, to: width, first: " ", indent: " ")
        }
        return changes.flatMap { change in
            var lines = [StyledLine(" " + change.name, .name)]
            if change.lines?.isEmpty ?? true {
                let words =
                    change.lines == nil ? "changed; comparing…" : "changed, but its text reads the same"
                lines += StyledLine.wrapped(words, .dimmed, to: width, first: " ", indent: " ")
            }
            for line in change.lines ?? [] {
                switch line {
                case .kept(let text): lines += wrapped(text, " ", .dimmed)
                case .removed(let text): lines += wrapped(text, "-", .removed)
                case .added(let text): lines += wrapped(text, "+", .added)
                }
            }
            return lines
        }
    }

    private func wrapped(_ text: String, _ sign: String, _ role: Role) -> [StyledLine] {
        // Indentation of the page would push narrow text out of the pane.
        let text = String(text.drop { $0 == " " })
        return StyledLine.wrapped(text, role, to: width, first: " \(sign) ", indent: "   ")
    }

    private var nothing: String {
        guard let visit else { return "Nothing to compare yet." }
        if visit.hasNewerCopy {
            return "The newer copy is stored and not shown: press r to see what changed."
        }
        if case .stopped = visit.state { return "No new page came." }
        switch visit.result?.outcome {
        case nil: return "Waiting for the answer."
        case .allCached: return "Nothing changed."
        case .fresh: return "The server was not asked."
        case .firstLoad: return "The first copy: there is no older one to compare with."
        case .dataUpdate, .templateChange: return "No difference in the page's text."
        case .plain: return "No difference known: the page came whole."
        case .offline, .failed: return "No new page came."
        }
    }
}
