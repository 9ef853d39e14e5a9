import CellGrid
import SonicSession

/// The mark in front of a line of the diff pane; the legend lists them all.
enum DiffMark: CaseIterable, Sendable {
    case added, removed, value, movedHere, movedAway, quiet, around

    /// The sign of the mark, the role of its lines, and what it means.
    private var row: (sign: String, role: Role, words: String) {
        switch self {
        case .added: ("+", .added, "this line was added; added words stand out")
        case .removed: ("-", .removed, "this line was removed; removed words stand out")
        case .value: ("±", .text, "only numbers or times changed: old → new")
        case .movedHere: (">", .name, "this line was moved here")
        case .movedAway: ("<", .dimmed, "this line was moved away from here")
        case .quiet: ("~", .dimmed, "only numbers or times changed, which your settings ignore")
        case .around: (" ", .dimmed, "unchanged, next to a change")
        }
    }

    var sign: String { row.sign }
    var role: Role { row.role }
    var words: String { row.words }
}

/// Changes as lines of the diff pane: each hunk with its old and new lines. A changed value is shown as old → new in
/// its line, and a line that was removed here and added elsewhere as moved.
struct ChangeLines {
    let changes: [PageChange]
    /// Whether the other version is newer: then the changes are from this version to that one.
    var isBackward = false
    /// The available columns.
    let width: Column
    /// The key that shows the source of both; nil for none.
    var sourceKey: String?

    /// A range of bytes of a line and its role.
    private typealias Part = (range: Range<Int>, role: Role)

    /// All lines. Linear in their number.
    var lines: [StyledLine] {
        // Invisible changes of scripts and attributes are not listed individually.
        let unseen = changes.filter { $0.kind == .region && $0.lines?.isEmpty ?? false }
        let seen = changes.filter { $0.kind != .region || !($0.lines?.isEmpty ?? false) }
        var moved = MovedLines(seen.flatMap { $0.lines ?? [] })
        var seenLines: [StyledLine] = []
        for change in seen { seenLines += lines(of: change, &moved) }
        guard !unseen.isEmpty else { return seenLines }
        let places = unseen.count == 1 ? "1 place" : "\(unseen.count) places"
        let more = seenLines.isEmpty ? places : "\(places) more"
        return seenLines + words("\(more) of the source changed without changing the text")
            + source(unseen)
    }

    /// Returns the first difference in the source of changes that the text does not show, with its kind and the key
    /// that shows it.
    private func source(_ changes: [PageChange]) -> [StyledLine] {
        guard let first = changes.lazy.compactMap(\.source).first else { return [] }
        let kind = SourceChangeKind(of: changes.map { $0.source?.kind })
        let lines = kind.map { words($0.words + " changed") } ?? []
        return lines + words("source " + first.words)
            + (sourceKey.map { words("\($0) compares the source") } ?? [])
    }

    private func lines(of change: PageChange, _ moved: inout MovedLines) -> [StyledLine] {
        var lines = [StyledLine(" " + change.name, .name)]
        if let changed = change.lines {
            switch change.extent {
            case .exact where changed.isEmpty:
                lines += words("changed, but its text is the same")
                lines += source([change])
            case .exact: break
            case .whole:
                lines += words("too many changes to list line by line: it counts as changed as a whole")
            }
        } else {
            lines += words("changed; comparing…")
        }
        return lines + self.lines((isBackward ? change.turned : change.lines) ?? [], &moved)
    }

    private func lines(_ changed: [PageChange.Line], _ moved: inout MovedLines) -> [StyledLine] {
        var lines: [StyledLine] = []
        var place = 0
        while place < changed.count {
            let gone = changed[place...].prefix { if case .removed = $0 { true } else { false } }
            let new = changed[gone.endIndex...].prefix { if case .added = $0 { true } else { false } }
            guard !gone.isEmpty || !new.isEmpty else {
                switch changed[place] {
                case .kept(let text): lines += wrapped(text, .around)
                case .figures(let old, let new):
                    lines += wrapped(WordDiff.change(from: old, to: new).map(\.text).joined(), .quiet)
                case .removed, .added: break
                }
                place += 1
                continue
            }
            lines += hunk(Array(gone), Array(new), &moved)
            place = new.endIndex
        }
        return lines
    }

    /// Returns the removed lines and their replacement.
    private func hunk(
        _ gone: [PageChange.Line], _ new: [PageChange.Line], _ moved: inout MovedLines
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        var values: Set<Int> = []
        for (index, line) in gone.enumerated() {
            guard case .removed(let text, let words) = line else { continue }
            if index < new.count, case .added(let now, _) = new[index], now.differsOnlyInFigures(from: text) {
                lines += value(from: text, to: now)
                values.insert(index)
            } else if moved.isMoved(away: text) {
                lines += wrapped(text, .movedAway)
            } else {
                lines += wrapped(text, .removed, words.map { ($0, .removedWord) })
            }
        }
        for (index, line) in new.enumerated() where !values.contains(index) {
            guard case .added(let text, let words) = line else { continue }
            if moved.isMoved(here: text) {
                lines += wrapped(text, .movedHere)
            } else {
                lines += wrapped(text, .added, words.map { ($0, .addedWord) })
            }
        }
        return lines
    }

    /// Returns a line in which only numbers and times changed: the new one, with the old value before each of them.
    private func value(from old: String, to new: String) -> [StyledLine] {
        var text = ""
        var parts: [Part] = []
        for (piece, role) in WordDiff.change(from: old, to: new) {
            let start = text.utf8.count
            text += piece
            if let role { parts.append((start..<text.utf8.count, role)) }
        }
        return wrapped(text, .value, parts)
    }

    private func words(_ text: String) -> [StyledLine] {
        StyledLine.wrapped(text, .dimmed, to: width, first: " ", indent: " ")
    }

    /// Returns a wrapped line of the page, with its changed words in separate roles.
    private func wrapped(_ text: String, _ mark: DiffMark, _ parts: [Part] = []) -> [StyledLine] {
        // The page's indentation would push narrow text out of the pane.
        let shown = String(text.drop { $0 == " " })
        let lines = StyledLine.wrapped(
            shown, mark.role, to: width, first: " \(mark.sign) ", indent: "   ")
        guard !parts.isEmpty else { return lines }
        var place = text.utf8.count - shown.utf8.count
        let bytes = Array(text.utf8)
        return lines.map { line in
            var styled = StyledLine(String(line.text.prefix(3)), mark.role)
            for character in line.text.dropFirst(3) {
                // Spaces are omitted at line breaks.
                while place < bytes.count, bytes[place] == 0x20, character != " " { place += 1 }
                styled.extend(with: character, parts.first { $0.range.contains(place) }?.role ?? mark.role)
                place += character.utf8.count
            }
            return styled
        }
    }
}

/// Lines that were removed at one place and added at another, each counted as often as both occur.
private struct MovedLines {
    private var away: [Substring: Int] = [:]
    private var here: [Substring: Int] = [:]

    init(_ lines: [PageChange.Line]) {
        var gone: [Substring: Int] = [:]
        var new: [Substring: Int] = [:]
        for line in lines {
            switch line {
            case .removed(let text, _): gone[Self.words(text), default: 0] += 1
            case .added(let text, _): new[Self.words(text), default: 0] += 1
            case .kept, .figures: break
            }
        }
        // Rules and brackets are everywhere: if one is removed and another is added, it is not a move.
        for (text, count) in gone where text.contains(where: { $0.isLetter || $0.isNumber }) {
            guard let other = new[text] else { continue }
            (away[text], here[text]) = (min(count, other), min(count, other))
        }
    }

    mutating func isMoved(away text: String) -> Bool { Self.counted(Self.words(text), &away) }

    mutating func isMoved(here text: String) -> Bool { Self.counted(Self.words(text), &here) }

    private static func counted(_ text: Substring, _ counts: inout [Substring: Int]) -> Bool {
        guard let count = counts[text], count > 0 else { return false }
        counts[text] = count - 1
        return true
    }

    private static func words(_ text: String) -> Substring { text.drop { $0 == " " } }
}

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
        guard let verdict = visit.verdict else { return "Waiting for the response." }
        return verdict.noDifference ?? "No difference in the page's text."
    }
}
