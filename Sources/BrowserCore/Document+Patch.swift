import PageLayout
import SonicProtocol

// Updates in place: the lines being read stay where they are, and what changed is remembered.
extension Document {
    /// Whether the page has an address to come back to.
    var isWorthReturning: Bool { url.isHTTP }

    /// All bytes of an arriving page are here.
    mutating func finishArrival() {
        layout.finish()
        if case .arriving = source { source = .current }
        isSettled = false
    }

    /// Whether changes are possible for this page: in order, without overlap, inside both sources.
    func fits(_ changes: [BlockChange], in html: [UInt8]) -> Bool {
        var (oldEnd, newEnd) = (0, 0)
        for change in changes {
            guard change.old.lowerBound >= oldEnd, change.new.lowerBound >= newEnd else { return false }
            (oldEnd, newEnd) = (change.old.upperBound, change.new.upperBound)
        }
        return oldEnd <= bytes.count && newEnd <= html.count && layout.byteCount == bytes.count
    }

    /// The blocks in which another version of this very page differs; nil when it is no other version, or not
    /// by its blocks alone. Linear in both.
    func blockChanges(to html: [UInt8], at url: WebURL) -> [BlockChange]? {
        guard source != .own, bytes != html, self.url.withoutFragment == url.withoutFragment else {
            return nil
        }
        let changes = PageSplit(html: bytes).changes(in: bytes, to: PageSplit(html: html), in: html)
        guard let changes, fits(changes, in: html) else { return nil }
        return changes
    }

    /// Replaces changed blocks and keeps the line at the top of the screen there. `fits` holds.
    ///
    /// Costs what the blocks cost. Blocks that no line has been laid out for yet are compared later.
    mutating func patch(to html: [UInt8], _ changes: [BlockChange]) {
        let link = chosenLink.flatMap { layout.link($0) }
        let topStart = isAtStart ? 0 : layout.byteOffset(ofLine: top)
        comparison = nil
        var before = layout
        let moved = Self.moved(topOffset, by: changes)
        layout.update(
            to: html, changed: changes.map { SourceChange(old: $0.old, new: $0.new) }, around: moved)
        bytes = html
        isSettled = false
        // Until it is compared, all of a block counts as changed.
        self.changes = changes.map { PageChange(name: $0.name, lines: nil, marks: [$0.new]) }
        var waiting: [(index: Int, change: BlockChange)] = []
        var newTop = topOffset > 0 ? moved : 0
        for (index, change) in changes.enumerated() {
            let holdsTop = topOffset > 0 && change.old.contains(topStart)
            var steps = holdsTop ? Int.max : Self.stepsOfPatch
            while !layout.hasRead(change.new.upperBound), steps > 0, layout.readOn() { steps -= 1 }
            guard holdsTop || layout.hasRead(change.new.upperBound), before.hasRead(change.old.upperBound)
            else {
                waiting.append((index, change))
                continue
            }
            let diff = compare(change, at: index, with: &before)
            if holdsTop { newTop = diff.newStart(ofOldLine: topStart) ?? newTop }
        }
        if !waiting.isEmpty { comparison = PageComparison(before: before, waiting: waiting) }
        layOut(throughOffset: newTop)
        place(topOffset: newTop, line: newTop == 0 ? 0 : layout.line(atByteOffset: newTop))
        keepLink(link)
    }

    /// How many steps are read for one block before its comparison is left for later.
    private static let stepsOfPatch = 2

    /// Where a byte outside of the changed blocks stands after an update.
    private static func moved(_ offset: Int, by changes: [BlockChange]) -> Int {
        changes.reduce(offset) { sum, change in
            change.old.upperBound <= offset ? sum + change.new.count - change.old.count : sum
        }
    }

    /// Remembers how a page that came whole differs from the one before, where both are small enough to be
    /// compared at once, and stays at the line being read.
    mutating func markDifferences(from old: Document) {
        guard old.bytes.count <= Self.comparisonLimit, bytes.count <= Self.comparisonLimit else { return }
        var old = old
        old.layOutWhole()
        layOutWhole()
        let oldText = old.layout.text(of: 0..<old.layout.lineCount)
        let text = layout.text(of: 0..<layout.lineCount)
        let diff = BlockDiff(old: old.layout.allLines, new: layout.allLines, end: bytes.count)
        changes = [
            PageChange(
                name: "whole page", lines: PageChange.lines(of: diff.lines, from: oldText, to: text),
                marks: diff.marks(within: 0..<bytes.count))
        ]
        if old.layout.title != layout.title { changes.insert(titleChange(from: old.layout.title), at: 0) }
        guard old.topOffset > 0, aim == .offset(old.topOffset) else { return }
        let line = diff.lines.newIndex(ofOld: old.top)
        aim(at: .none)
        place(topOffset: layout.byteOffset(ofLine: line), line: line)
    }

    /// Whole pages above this many bytes are not compared line by line.
    static let comparisonLimit = 256 << 10

    /// Links are counted from the start of the page, so an update may give the chosen one another number.
    private mutating func keepLink(_ link: PageLink?) {
        guard let link, let index = chosenLink else { return }
        let near = (0...64).flatMap { [index + $0, index - $0] }
        chosenLink = near.first { layout.link($0)?.href == link.href }
    }
}
