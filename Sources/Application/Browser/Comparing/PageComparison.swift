import PageLayout
import SonicProtocol

/// The page before an update, kept as long as changed stretches are still to be compared with it.
struct PageComparison: Sendable {
    /// The page's lines before the update, images as their words: a picture that is drawn is no text.
    var before: LaidOutPage
    /// What counts.
    var scope: ComparisonScope
    /// The changes still to be compared: their places in the list of changes, and the stretches.
    var waiting: [(index: Int, change: BlockChange)] = []

    /// A comparison with a page of which nothing waits.
    init(before: LaidOutPage, scope: ComparisonScope, around offset: Int = 0) {
        self.before = before
        self.before.apply(pictures: [:], around: offset)
        self.scope = scope
    }
}

extension Document {
    /// Compares the stretches that both pages have been read up to; reads a little further in both otherwise.
    mutating func goOnComparing() {
        guard var comparison else { return }
        // Taken out meanwhile, so that its lines are not copied when they are added to.
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

    /// Compares one stretch's lines before and after.
    /// - Returns: How its lines became others.
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

    /// The lines that show some bytes of the source, images as their words.
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
