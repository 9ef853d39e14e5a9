import CellGrid
import SonicSession

/// The inputs of the diff pane's text: equal keys mean equal text.
struct DiffKey: Equatable, Sendable {
    var width: Column
    var visit: Int
    var isBusy: Bool
    var changes: [String]
    var compared: Int
    var bytes: Int
    /// The versions compared while an older one is shown; nil for none.
    var span: String?
}

/// The text of the diff pane: each changed block with its old and new lines.
struct DiffText {
    /// The changes.
    let changes: [PageChange]
    /// The visit whose page is shown; nil before the first.
    let visit: Visit?
    /// The older version that is shown; nil for the newest.
    var navigation: VersionNavigation?
    /// The available columns.
    let width: Column
    /// The key bindings in effect.
    var keys = KeyTable.standard

    /// All lines. For an older version, the two versions compared come first.
    var lines: [StyledLine] {
        guard let navigation else {
            guard visit?.storedChanges.isEmpty == false else { return changed }
            return StyledLine.wrapped(
                keys.namingKeys(Self.stored), .heading, to: width, first: " ", indent: " ")
                + changed
        }
        let span = StyledLine(" " + navigation.span, .heading)
        return [span] + (changes.isEmpty ? words("The two versions are the same.") : changed)
    }

    private static let stored = "Changes in the stored copy, not shown yet ({reload} shows it):"

    private var changed: [StyledLine] {
        guard !changes.isEmpty else {
            return StyledLine.wrapped(keys.namingKeys(nothing), .dimmed, to: width, first: " ", indent: " ")
        }
        return ChangeLines(
            changes: changes, isBackward: navigation?.isBackward ?? false, width: width,
            sourceKey: keys.keyName(of: .compareSource)
        ).lines
    }

    private func words(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: " ", indent: " ")
    }

    private var nothing: String {
        guard let visit else { return "Nothing to compare yet." }
        if visit.hasNewerCopy {
            return "The newer copy is stored and not shown: press {reload} to see what changed."
        }
        if case .stopped = visit.state { return "No new page received." }
        switch visit.result?.outcome {
        case nil: return "Waiting for the response."
        case .allCached: return "Nothing changed."
        case .fresh: return "No request was sent."
        case .firstLoad: return "First copy: no older version to compare with."
        case .dataUpdate, .templateChange: return "No difference in the page's text."
        case .plain: return "No diff: full page received."
        case .offline, .failed: return "No new page received."
        }
    }
}
