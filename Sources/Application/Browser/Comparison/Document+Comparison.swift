import BrowserValues
import HTML
import PageLayout
import SonicProtocol
import SonicSession

/// The page before an update, kept until all changes have been compared with it.
struct PageComparison: Sendable {
    /// The page's lines before the update, with alternative text for images: a drawn image is not text.
    var before: LaidOutPage
    /// The rules of comparison, applied to both versions.
    var scope: ComparisonScope
    /// The changes still to be compared, with their indices in the list of changes.
    var waiting: [(index: Int, change: BlockChange)] = []

    /// Creates a comparison with a page, without any change to compare.
    init(before: LaidOutPage, scope: ComparisonScope, around offset: Int = 0) {
        self.before = before
        self.before.apply(pictures: [:], around: offset)
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
        self.rules = rules
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
        while page.comparison != nil { page.continueComparing() }
        return page.changes
    }

    /// The first difference in the source of a change that the text does not show; nil for none.
    var unseenChange: SourceDifference? {
        changes.lazy.filter(\.isUnseen).compactMap(\.source).first
    }

    /// Compares the next change if both pages have been laid out up to it; otherwise lays out a little more of both.
    mutating func continueComparing() {
        guard var comparison else { return }
        // Removed meanwhile, so that appending to its lines does not copy them.
        self.comparison = nil
        guard let next = comparison.waiting.first else { return }
        let isRead =
            comparison.before.hasRead(next.change.old.upperBound)
            && layout.hasRead(next.change.new.upperBound)
        if isRead {
            comparison.waiting.removeFirst()
            compare(next.change, at: next.index, with: &comparison)
        } else {
            if !comparison.before.hasRead(next.change.old.upperBound) { comparison.before.readOn() }
            if !layout.hasRead(next.change.new.upperBound) { layout.readOn() }
        }
        if !comparison.waiting.isEmpty { self.comparison = comparison }
    }

    /// Compares the lines of one change.
    /// - Returns: The diff of the lines.
    @discardableResult
    mutating func compare(
        _ change: BlockChange, at index: Int, with comparison: inout PageComparison
    ) -> HunkDiff {
        let diff = HunkDiff(
            old: comparison.before.passage(covering: change.old), new: words(covering: change.new),
            end: change.new.upperBound, scope: comparison.scope)
        if change.name == "title", diff.old.isEmpty {
            changes[index] = titleChange(from: comparison.before.title, comparison.scope)
        } else if comparison.scope.isQuiet(change) {
            changes[index].lines = []
            changes[index].marks = []
        } else {
            changes[index].lines = diff.changeLines
            changes[index].marks = diff.marks(within: change.new)
            changes[index].extent = diff.lines.extent
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
}
