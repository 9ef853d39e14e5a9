import BrowserValues
import CellGrid
import HTML
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
        return lines + self.lines(change.lines ?? [], &moved)
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
                    let (from, to) = isBackward ? (new, old) : (old, new)
                    lines += wrapped(WordDiff.change(from: from, to: to).map(\.text).joined(), .quiet)
                case .removed, .added: break
                }
                place += 1
                continue
            }
            let (old, now) = (gone.compactMap(\.change), new.compactMap(\.change))
            lines += isBackward ? hunk(now, old, &moved) : hunk(old, now, &moved)
            place = new.endIndex
        }
        return lines
    }

    /// Returns the removed lines and their replacement.
    private func hunk(
        _ gone: [(text: String, words: [Range<Int>])], _ new: [(text: String, words: [Range<Int>])],
        _ moved: inout MovedLines
    ) -> [StyledLine] {
        var lines: [StyledLine] = []
        var values: Set<Int> = []
        for (index, line) in gone.enumerated() {
            if index < new.count, new[index].text.differsOnlyInFigures(from: line.text) {
                lines += value(from: line.text, to: new[index].text)
                values.insert(index)
            } else if moved.isMoved(away: line.text) {
                lines += wrapped(line.text, .movedAway)
            } else {
                lines += wrapped(line.text, .removed, line.words.map { ($0, .removedWord) })
            }
        }
        for (index, line) in new.enumerated() where !values.contains(index) {
            if moved.isMoved(here: line.text) {
                lines += wrapped(line.text, .movedHere)
            } else {
                lines += wrapped(line.text, .added, line.words.map { ($0, .addedWord) })
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

    private func words(_ text: String) -> [StyledLine] { StyledLine.paragraph(text, to: width) }

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
            away[text] = min(count, other)
        }
        here = away
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

/// The text of the diff pane: each changed block with its old and new lines. Equal texts have equal lines.
struct DiffText: Equatable, Sendable {
    /// What is compared, above the changes; nil for nothing.
    private var heading: String?
    private var changes: [PageChange] = []
    private var isBackward = false
    /// What is said if there are no changes.
    private var nothing: StyledLine
    /// The available columns.
    private let width: Column
    /// The key that shows the source of both; nil for none.
    private var sourceKey: String?

    /// Creates the text of the changes of a page.
    /// - Parameters:
    ///   - visit: The visit whose page is shown; nil before the first.
    ///   - navigation: The older version that is shown; nil for the newest.
    ///   - keys: The key bindings in effect.
    init(
        changes: [PageChange], visit: Visit?, navigation: VersionNavigation? = nil, width: Column,
        keys: KeyTable = .standard
    ) {
        (self.changes, self.width) = (changes, width)
        sourceKey = keys.keyName(of: .compareSource)
        if let navigation {
            (heading, isBackward) = (navigation.span, navigation.isBackward)
            nothing = StyledLine(Self.same, .dimmed)
        } else {
            nothing = keys.line(Self.nothing(visit), .dimmed)
            if visit?.storedChanges.isEmpty == false { heading = keys.namingKeys(Self.stored) }
        }
    }

    /// Creates the text of the changes of an earlier poll of a watch, as far as known.
    init(poll: SessionRow, of page: PageWatch, width: Column) {
        self.width = width
        guard let step = poll.step else {
            nothing = StyledLine(poll.verdict.noDifference ?? "This poll stored no versions.", .dimmed)
            return
        }
        (heading, nothing) = ("v\(step.old) → v\(step.new)", StyledLine("comparing…", .dimmed))
        guard case .known(let order, let changes) = page.timeline.difference, (order.old, order.new) == step
        else { return }
        self.changes = changes ?? []
        let words = changes == nil ? "One of these versions is no longer stored." : Self.same
        nothing = StyledLine(words, .dimmed)
    }

    /// All lines.
    var lines: [StyledLine] {
        let above = heading.map { StyledLine.paragraph($0, .heading, to: width) } ?? []
        guard !changes.isEmpty else { return above + nothing.wrapped(to: width) }
        return above
            + ChangeLines(changes: changes, isBackward: isBackward, width: width, sourceKey: sourceKey).lines
    }

    private static let stored = "Changes in the stored copy, not shown yet ({reload} shows it):"
    private static let same = "The two versions are the same."

    private static func nothing(_ visit: Visit?) -> String {
        guard let visit else {
            return "Nothing to compare yet: {open} opens a page, {reload} shows its changes."
        }
        if visit.hasNewerCopy {
            return "The newer copy is stored and not shown: press {reload} to see what changed."
        }
        if case .stopped = visit.state { return "No new page received." }
        guard let verdict = visit.verdict else { return "Waiting for the response." }
        return verdict.noDifference ?? "No difference in the page's text."
    }
}

extension ChangeText {
    /// Compares two versions. Lays both out as far as they differ.
    ///
    /// - Parameters:
    ///   - old: The older version.
    ///   - new: The newer version.
    ///   - rules: The rules of comparison.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    package init(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules = .everything,
        charsets: CharacterConversion, chosen: EncodingChoice? = nil
    ) {
        let changes = Document.changes(from: old, to: new, rules, charsets: charsets, chosen: chosen)
        let lines = changes.flatMap { Self.lines(of: $0, rules) }
        let isRead = changes.contains { $0.extent == .whole || ($0.lines ?? []).contains(where: \.counts) }
        self.init(lines: lines, extent: lines.isEmpty ? .nothing : isRead ? .text : .source)
    }

    private static func lines(of change: PageChange, _ rules: ComparisonRules) -> [String] {
        var lines: [String] = []
        for line in change.lines ?? [] {
            switch line {
            case .kept(let text): lines.append("  " + text)
            case .removed(let text, _): lines.append("- " + text)
            case .added(let text, _): lines.append("+ " + text)
            case .figures(let old, let new):
                lines.append("~ " + WordDiff.change(from: old, to: new).map(\.text).joined())
            }
        }
        let counts = change.lines?.contains(where: \.counts)
        // Numbers that do not count are listed only next to changes that do.
        if counts == false, !lines.isEmpty, change.extent == .exact { return [] }
        if change.extent == .whole { lines = ["  (too many changes to list line by line)"] }
        if lines.isEmpty {
            // Under rules, the text may be the same only because of them.
            guard rules == .everything else { return [] }
            lines = ["  (its text is the same)"] + (change.source.map { ["  source " + $0.words] } ?? [])
        }
        return ([change.name + ":"] + lines).map(VisibleText.line)
    }
}
