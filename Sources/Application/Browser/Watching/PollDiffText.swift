import CellGrid

/// The text of the diff pane while the cursor is on an earlier poll of a watch: what that changed.
struct PollDiffText {
    /// The poll.
    let poll: SessionRow
    /// The differences of its versions, as far as known.
    let difference: Timeline.Difference
    /// The available columns.
    let width: Column

    /// The differences of the poll's versions; nil if not known, an inner nil if a version is no longer stored.
    private var known: VersionDifference?? {
        guard let step = poll.step, case .known(let order, let difference) = difference,
            (order.old, order.new) == step
        else { return .none }
        return .some(difference)
    }

    /// The key of the text, which is rebuilt only if that changes.
    var key: DiffKey {
        let step = poll.step.map { "v\($0.old) → v\($0.new)" } ?? ""
        return DiffKey(
            width: width, visit: 0, isBusy: known == nil, changes: [], compared: 0, bytes: poll.bytes,
            span: "poll of \(poll.began?.milliseconds ?? 0): \(step)")
    }

    /// All lines.
    var lines: [StyledLine] {
        guard let step = poll.step else { return wrapped(nothing, .dimmed) }
        let span = StyledLine(" v\(step.old) → v\(step.new)", .heading)
        switch known {
        case nil: return [span] + wrapped("comparing…", .dimmed)
        case .some(nil): return [span] + wrapped("One of these versions is no longer stored.", .dimmed)
        case .some(let difference?):
            guard !difference.changes.isEmpty else {
                return [span] + wrapped("The pages are the same.", .dimmed)
            }
            return [span] + ChangeLines(changes: difference.changes, width: width).lines
        }
    }

    private func wrapped(_ text: String, _ role: Role) -> [StyledLine] {
        StyledLine.wrapped(text, role, to: width, first: " ", indent: " ")
    }

    /// The reason why there is nothing to compare.
    private var nothing: String {
        switch poll.kind {
        case .allCached?: "Nothing changed."
        case .fresh?: "No request was sent."
        case .offline?, .failed?: "No new page received."
        case .firstLoad?: "First copy: no older version to compare with."
        case .dataUpdate?, .templateChange?, .plain?, nil: "This poll stored no versions to compare."
        }
    }
}
