import PageLayout
import SonicProtocol

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
