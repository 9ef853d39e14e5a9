import CellGrid

/// The diff pane's words while the reader is at an earlier poll of a watch: what that changed.
struct PollDiffText {
    /// The poll.
    let poll: SessionRow
    /// How its versions differ, as far as that is known.
    let difference: Timeline.Difference
    /// The columns there are.
    let width: Column

    /// The two versions whose difference is known; nil for none.
    private var known: VersionDifference?? {
        guard let step = poll.step, case .known(let order, let difference) = difference,
            (order.old, order.new) == step
        else { return .none }
        return .some(difference)
    }

    /// What the words are made for.
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

    /// Why there is nothing to compare.
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
