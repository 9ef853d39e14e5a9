import BrowserValues
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// The page before an update, kept until all changes have been compared with it.
struct PageComparison: Sendable {
    /// The page before the update, with alternative text for images: a drawn image is not text.
    var before: LoadedPage
    /// The rules of comparison, applied to both versions.
    var scope: ComparisonScope
    /// The changes still to be compared, with their indices in the list of changes.
    var waiting: [(index: Int, change: BlockChange)] = []

    /// Creates a comparison with a page, without any change to compare.
    init(before: LoadedPage, scope: ComparisonScope, around offset: Int = 0) {
        self.before = before
        if !before.layout.pictures.isEmpty { self.before.layout.apply(pictures: [:], around: offset) }
        self.scope = scope
    }
}

extension Document {
    /// The width of wrapped paragraphs in a comparison of texts; each wrapped line is compared by itself.
    private static let comparedWidth = 100

    /// Begins a comparison of the text of two pages, which are laid out as far as they differ: it is complete when
    /// `comparison` is nil, and its result is `changes`. Linear in both pages.
    /// - Parameters:
    ///   - old: The older page.
    ///   - new: The newer page, whose headers determine the type of both.
    ///   - rules: The rules of comparison.
    ///   - charsets: The system's character tables.
    ///   - chosen: The encoding that overrides the one declared by the pages; nil if they decide.
    init(
        comparing old: ShownPage, with new: ShownPage, _ rules: ComparisonRules,
        charsets: CharacterConversion,
        chosen: EncodingChoice?
    ) {
        let kind = Document.Kind(new.headers, new.html, chosen: chosen)
        self.init(
            url: new.url, source: .current, kind: kind, charsets: charsets, html: old.html,
            width: Self.comparedWidth)
        latest.rules = rules
        unfold()
        turn(into: new.html, kind, at: new.url)
    }

    /// Returns all changes of the text between two pages; none if their bytes are equal. Linear in both.
    static func changes(
        from old: ShownPage, to new: ShownPage, _ rules: ComparisonRules, charsets: CharacterConversion,
        chosen: EncodingChoice?
    ) -> [PageChange] {
        guard old.html != new.html else { return [] }
        var page = Document(comparing: old, with: new, rules, charsets: charsets, chosen: chosen)
        while page.latest.comparison != nil { page.continueComparing() }
        return page.latest.changes
    }

    /// The first difference in the source of a change that the text does not show; nil for none.
    var unseenChange: SourceDifference? { latest.changes.lazy.filter(\.isUnseen).compactMap(\.source).first }

    /// Compares the next change if both pages have been laid out up to it; otherwise lays out a little more of both.
    mutating func continueComparing() {
        guard var comparison = latest.comparison else { return }
        // Removed meanwhile, so that appending to its lines does not copy them.
        latest.comparison = nil
        guard let next = comparison.waiting.first else { return }
        let isRead =
            comparison.before.layout.hasRead(next.change.old.upperBound)
            && layout.hasRead(next.change.new.upperBound)
        if isRead {
            comparison.waiting.removeFirst()
            compare(next.change, at: next.index, with: &comparison)
        } else {
            if !comparison.before.layout.hasRead(next.change.old.upperBound) {
                comparison.before.layout.readOn()
            }
            if !layout.hasRead(next.change.new.upperBound) { layout.readOn() }
        }
        if !comparison.waiting.isEmpty { latest.comparison = comparison }
    }

    /// Compares the lines of one change.
    /// - Returns: The diff of the lines.
    @discardableResult
    mutating func compare(
        _ change: BlockChange, at index: Int, with comparison: inout PageComparison
    ) -> HunkDiff {
        let diff = HunkDiff(
            old: comparison.before.layout.passage(covering: change.old), new: words(covering: change.new),
            end: change.new.upperBound, scope: comparison.scope)
        if change.name == "title", diff.old.isEmpty {
            latest.changes[index] = titleChange(from: comparison.before.layout.title, comparison.scope)
        } else if comparison.scope.isQuiet(change) {
            latest.changes[index].lines = []
            latest.changes[index].marks = []
        } else {
            latest.changes[index].lines = diff.changeLines
            latest.changes[index].marks = diff.marks(within: change.new)
            latest.changes[index].extent = diff.lines.extent
        }
        return diff
    }

    /// Returns the lines that show the given bytes of the source, with alternative text for images.
    private mutating func words(covering bytes: Range<Int>) -> [LaidOutPage.PassageLine] {
        guard !layout.pictures.isEmpty else { return layout.passage(covering: bytes) }
        var plain = layout
        plain.apply(pictures: [:], around: bytes.lowerBound)
        while !plain.hasRead(bytes.upperBound), plain.readOn() {}
        return plain.passage(covering: bytes)
    }

    func titleChange(from old: String, _ scope: ComparisonScope) -> PageChange {
        let lines = [old, layout.title].map { LaidOutPage.PassageLine(text: $0, start: 0) }
        let diff = HunkDiff(old: [lines[0]], new: [lines[1]], end: 0, scope: scope)
        return PageChange(name: "title", lines: diff.changeLines, marks: [])
    }

    /// Marks the differences from an earlier version of this page, which is not changed itself. Ranges are compared
    /// when idle. Linear in both.
    mutating func mark(since old: PageCopy) {
        guard !isArriving, isPage else { return }
        guard old.html != bytes else { return latest.clear() }
        latest.remember(earlier: old.html)
        var before = Document(
            url: url, source: .current, kind: old.kind, charsets: page.charsets, html: old.html,
            width: layout.width)
        before.latest.rules = latest.rules
        before.keepForm(of: self)
        if let blocks = before.blockChanges(to: bytes, at: url) {
            begin(comparing: blocks, with: before, kind: .block)
        } else if let regions = before.regionChanges(to: bytes, kind, at: url) {
            begin(comparing: regions, with: before, kind: .region)
        } else {
            markDifferences(from: before)
            latest.comparison = nil
        }
    }

    /// Records the ranges in which an earlier version differs; until a range is compared, all of it counts as changed.
    private mutating func begin(
        comparing changes: [BlockChange], with before: Document, kind: PageChange.Kind
    ) {
        let moved = Self.decoded(changes, from: before.page.sent, to: page.sent)
        var comparison = PageComparison(
            before: before.page,
            scope: ComparisonScope(latest.rules, old: before.layout.source, new: layout.source))
        latest.changes = moved.map { change in
            PageChange(
                name: change.name, kind: change.name == "title" ? .block : kind, lines: nil,
                marks: comparison.scope.isQuiet(change) ? [] : [.init(range: change.new)])
        }
        comparison.waiting = moved.enumerated().map { (index: $0.offset, change: $0.element) }
        latest.comparison = comparison
        isSettled = false
    }

    /// The blocks of the page with their ranges in its text, in page order. Linear in the page.
    var blocks: [(name: String, range: Range<Int>)] {
        let split = PageSplit(html: bytes)
        let slots = split.slots.filter { split.displayName(of: $0.slot) != "title" }
        let offsets = page.sent.decodedOffsets(
            of: slots.flatMap { [$0.range.lowerBound, $0.range.upperBound] })
        return slots.enumerated().map { index, slot in
            (split.displayName(of: slot.slot), offsets[2 * index]..<offsets[2 * index + 1])
        }
    }

    /// What changed, as the beginning of a sentence.
    var changedWords: String {
        switch changedLines {
        case nil: "lines"
        case 0: hasOtherFigures ? "only numbers and times" : "nothing that is shown"
        case .some(let count): .counted(count, "line")
        }
    }

    private var hasOtherFigures: Bool {
        latest.changes.contains { change in
            change.lines?.contains { if case .figures = $0 { true } else { false } } ?? false
        }
    }

    /// The number of changed lines; nil while some are not compared, or if there were too many. Linear in the listed
    /// lines.
    var changedLines: Int? {
        guard latest.comparison == nil else { return nil }
        var sum = 0
        for change in latest.changes {
            guard let lines = change.lines, change.extent == .exact else { return nil }
            var (removed, added) = (0, 0)
            for line in lines {
                switch line {
                case .kept: (sum, removed, added) = (sum + max(removed, added), 0, 0)
                case .removed: removed += 1
                case .added: added += 1
                case .figures: break
                }
            }
            sum += max(removed, added)
        }
        return sum
    }

    /// Returns the range of the source that is visible on a screen of this height.
    func bytesShown(height: Int) -> Range<Int> {
        let start = isAtStart ? 0 : layout.byteOffset(ofLine: reader.top)
        let isLast = reader.top + height >= layout.lineCount
        let end = isLast && hasNoMoreLines ? Int.max : layout.byteOffset(ofLine: reader.top + height)
        return start..<max(start, end)
    }

    /// The changed places that count.
    var countedMarks: [Range<Int>] {
        latest.changes.flatMap(\.marks).filter { $0.weight == .change }.map(\.range)
    }

    /// Whether there are changes, and only of numbers and times.
    var hasOnlyFigures: Bool {
        let marks = latest.changes.lazy.flatMap(\.marks)
        return !marks.isEmpty && marks.allSatisfy { $0.weight == .figures }
    }

    /// Returns the weight of a line's change by the last update, or nil if it contains no change. Linear in the
    /// changes.
    func mark(ofLine line: Int) -> PageChange.Mark.Weight? {
        guard !latest.changes.isEmpty else { return nil }
        let start = layout.byteOffset(ofLine: line)
        let end = max(start, layout.byteOffset(ofLine: line + 1))
        var found: PageChange.Mark.Weight?
        for mark in latest.changes.lazy.flatMap(\.marks) {
            let range = mark.range
            let isHere =
                range.isEmpty
                ? range.lowerBound >= start && range.lowerBound < end
                : range.lowerBound < end && start < range.upperBound
            guard isHere else { continue }
            if mark.weight == .change { return .change }
            found = mark.weight
        }
        return found
    }
}
