import PageLayout

/// One block that an update changed, as people see it: old and new text, and where the new lines stand.
struct PageChange: Equatable, Sendable {
    /// A line of the diff.
    enum Line: Equatable, Sendable {
        /// The same before and after.
        case kept(String)
        /// Gone.
        case removed(String)
        /// New.
        case added(String)
    }

    /// The block's name; `title` for the title.
    var name: String
    /// The block's text before and after, line by line, without most of what stayed the same; nil as long as it
    /// is not compared.
    var lines: [Line]?
    /// The stretches of the page's source whose lines changed, in ascending order; an empty one marks a place
    /// from which lines went away.
    var marks: [Range<Int>]

    /// The most lines of a block that are kept for the diff pane.
    static let lineLimit = 2000

    /// The lines of a diff, each change with one line of what surrounds it.
    static func lines(of diff: LineDiff, from old: [String], to new: [String]) -> [Line] {
        var lines: [Line] = []
        var waiting: String?
        var isNear = false
        for edit in diff.edits where lines.count < lineLimit {
            switch edit {
            // Empty lines keep paragraphs apart; here they would only keep changes apart.
            case .kept(_, let index) where new[index].isEmpty,
                .added(let index) where new[index].isEmpty:
                continue
            case .removed(let index) where old[index].isEmpty:
                continue
            case .kept(_, let index):
                if isNear { lines.append(.kept(new[index])) } else { waiting = new[index] }
                isNear = false
            case .removed(let index):
                if let line = waiting { lines.append(.kept(line)) }
                waiting = nil
                lines.append(.removed(old[index]))
                isNear = true
            case .added(let index):
                if let line = waiting { lines.append(.kept(line)) }
                waiting = nil
                lines.append(.added(new[index]))
                isNear = true
            }
        }
        return lines
    }
}
