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
    /// The versions that are compared while an older one is shown; nil for none.
    var span: String?
}

/// The diff pane's words: each changed block with its old and new lines.
struct DiffText {
    /// What changed.
    let changes: [PageChange]
    /// The visit that is told of; nil before the first.
    let visit: Visit?
    /// The older version that is shown; nil while the newest is.
    var navigation: VersionNavigation?
    /// The columns there are.
    let width: Column
    /// The keys in force.
    var keys = KeyTable.standard

    /// All lines. Beside an older version the two that are compared come first.
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
        // Scripts and attributes that change unseen are not worth a line each.
        let unseen = changes.filter { $0.kind == .region && $0.lines?.isEmpty ?? false }
        let told = changes.filter { $0.kind != .region || !($0.lines?.isEmpty ?? false) }.flatMap(lines)
        guard !unseen.isEmpty else { return told }
        let places = unseen.count == 1 ? "1 place" : "\(unseen.count) places"
        let more = told.isEmpty ? places : "\(places) more"
        return told + words("\(more) of the source changed without changing the text")
            + (unseen.lazy.compactMap(\.source).first.map { words("source " + $0.words) } ?? [])
    }

    private func lines(of change: PageChange) -> [StyledLine] {
        var lines = [StyledLine(" " + change.name, .name)]
        if let told = change.lines {
            switch change.extent {
            case .exact where told.isEmpty:
                lines += words("changed, but its text reads the same")
                lines += change.source.map { words("source " + $0.words) } ?? []
            case .exact: break
            case .whole:
                lines += words("too many changes to list line by line: it counts as changed as a whole")
            }
        } else {
            lines += words("changed; comparing…")
        }
        let told = navigation?.isBackward ?? false ? change.turned : change.lines
        for line in told ?? [] {
            switch line {
            case .kept(let text): lines += wrapped(text, " ", .dimmed)
            case .removed(let text, let words):
                lines += wrapped(text, "-", .removed, words, .removedWord)
            case .added(let text, let words): lines += wrapped(text, "+", .added, words, .addedWord)
            case .figures(let old, let new):
                lines += wrapped(Figures.change(from: old, to: new), "~", .dimmed)
            }
        }
        return lines
    }

    private func words(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: " ", indent: " ")
    }

    /// A line of the page, with the words that changed in a role of their own.
    private func wrapped(
        _ text: String, _ sign: String, _ role: Role, _ words: [Range<Int>] = [], _ wordRole: Role = .text
    ) -> [StyledLine] {
        // Indentation of the page would push narrow text out of the pane.
        let shown = String(text.drop { $0 == " " })
        let lines = StyledLine.wrapped(shown, role, to: width, first: " \(sign) ", indent: "   ")
        guard !words.isEmpty else { return lines }
        var place = text.utf8.count - shown.utf8.count
        let bytes = Array(text.utf8)
        return lines.map { line in
            var styled = StyledLine(String(line.text.prefix(3)), role)
            for character in line.text.dropFirst(3) {
                // Blanks are left out where a line was broken.
                while place < bytes.count, bytes[place] == 0x20, character != " " { place += 1 }
                let isChanged = words.contains { $0.contains(place) }
                styled.extend(with: character, isChanged ? wordRole : role)
                place += character.utf8.count
            }
            return styled
        }
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
