import PageLayout
import SonicProtocol

/// The page before an update, kept as long as changed blocks are still to be compared with it.
struct PageComparison: Sendable {
    /// The page's lines before the update.
    var before: LaidOutPage
    /// The changes still to be compared: their places in the list of changes, and the blocks.
    var waiting: [(index: Int, change: BlockChange)]
}

extension Document {
    /// Compares the blocks that both pages have been read up to; reads a little further in both otherwise.
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
            compare(next.change, at: next.index, with: &comparison.before)
        } else {
            if !comparison.before.hasRead(next.change.old.upperBound) { comparison.before.readOn() }
            if !layout.hasRead(next.change.new.upperBound) { layout.readOn() }
        }
        if !comparison.waiting.isEmpty { self.comparison = comparison }
    }

    /// Compares one block's lines before and after.
    /// - Returns: How its lines became others.
    @discardableResult
    mutating func compare(_ change: BlockChange, at index: Int, with before: inout LaidOutPage) -> BlockDiff {
        let diff = BlockDiff(
            old: before.passage(covering: change.old), new: layout.passage(covering: change.new),
            end: change.new.upperBound)
        if change.name == "title", diff.old.isEmpty {
            changes[index] = titleChange(from: before.title)
        } else {
            changes[index].lines = PageChange.lines(
                of: diff.lines, from: diff.old.map(\.text), to: diff.new.map(\.text))
            changes[index].marks = diff.marks(within: change.new)
        }
        return diff
    }

    func titleChange(from old: String) -> PageChange {
        let lines: [PageChange.Line] = [.removed(old), .added(layout.title)]
        return PageChange(name: "title", lines: old == layout.title ? [] : lines, marks: [])
    }
}

/// The lines of one stretch of a page before and after an update.
struct BlockDiff {
    let old: [LaidOutPage.PassageLine]
    let new: [LaidOutPage.PassageLine]
    /// Where the new lines end in the source.
    let end: Int
    let lines: LineDiff

    init(old: [LaidOutPage.PassageLine], new: [LaidOutPage.PassageLine], end: Int) {
        self.old = old
        self.new = new
        self.end = end
        lines = LineDiff(from: old.map(\.text.withoutAlignment), to: new.map(\.text.withoutAlignment))
    }

    /// The stretches of the new source whose lines are new; empty ones where lines went away.
    func marks(within range: Range<Int>) -> [Range<Int>] {
        let added = lines.addedStretches.map { stretch in
            let start = self.start(ofLine: stretch.lowerBound)
            return (start..<max(start, self.start(ofLine: stretch.upperBound))).clamped(to: range)
        }
        let gaps = lines.gaps.map { gap in
            let place = start(ofLine: gap)
            return (place..<place).clamped(to: range)
        }
        return (added + gaps).sorted { $0.lowerBound < $1.lowerBound }
    }

    /// Where in the source the new line begins that is, or stands in the place of, the old line that begins at an
    /// offset; nil when no old line does.
    func newStart(ofOldLine start: Int) -> Int? {
        // Blank lines begin where the line behind them does; the reader's line is that one.
        guard let index = old.lastIndex(where: { $0.start == start }) else { return nil }
        return self.start(ofLine: lines.newIndex(ofOld: index))
    }

    private func start(ofLine index: Int) -> Int { index < new.count ? new[index].start : end }
}

extension String {
    /// The line with one blank for several and one dash for a rule of any length: one cell that grows moves the
    /// cells beside it in every row of a table, which changes nothing in them. Indentation stays.
    var withoutAlignment: String {
        var text = String(prefix { $0 == " " })
        var last: Character?
        for character in dropFirst(text.count) {
            let isPadding = character == " " || "─═┄".contains(character)
            if !isPadding || character != last { text.append(character) }
            last = character
        }
        return text
    }
}
