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
    mutating func patch(to html: [UInt8], _ changes: [BlockChange]) {
        let oldTitle = layout.title
        let before = changes.map { change -> (lines: Range<Int>, text: [String]) in
            layOut(throughOffset: change.old.upperBound)
            let lines = layout.lines(covering: change.old)
            return (lines, layout.text(of: lines))
        }
        let link = chosenLink.flatMap { layout.link($0) }
        layout.update(to: html, changed: changes.map { SourceChange(old: $0.old, new: $0.new) })
        bytes = html
        isSettled = false
        var shown: [PageChange] = []
        var newTop: Int?
        for (change, old) in zip(changes, before) {
            if change.name == "title", old.text.isEmpty {
                shown.append(titleChange(from: oldTitle))
                continue
            }
            layOut(throughOffset: change.new.upperBound)
            let lines = layout.lines(covering: change.new)
            let text = layout.text(of: lines)
            let diff = LineDiff(from: old.text.map(\.withoutAlignment), to: text.map(\.withoutAlignment))
            if old.lines.contains(top), topOffset > 0 {
                newTop = lines.lowerBound + diff.newIndex(ofOld: top - old.lines.lowerBound)
            }
            shown.append(
                PageChange(
                    name: change.name, lines: PageChange.lines(of: diff, from: old.text, to: text),
                    marks: marks(of: diff, at: lines.lowerBound, within: change.new)))
        }
        self.changes = shown
        keepTop(changes, newTop)
        keepLink(link)
    }

    /// Remembers how a page that came whole differs from the one before, where both are small enough to be
    /// compared at once, and stays at the line being read.
    mutating func markDifferences(from old: Document) {
        guard old.bytes.count <= Self.comparisonLimit, bytes.count <= Self.comparisonLimit else { return }
        var old = old
        old.layout.layOutAll()
        layout.layOutAll()
        let oldText = old.layout.text(of: 0..<old.layout.lineCount)
        let text = layout.text(of: 0..<layout.lineCount)
        let diff = LineDiff(from: oldText.map(\.withoutAlignment), to: text.map(\.withoutAlignment))
        changes = [
            PageChange(
                name: "whole page", lines: PageChange.lines(of: diff, from: oldText, to: text),
                marks: marks(of: diff, at: 0, within: 0..<bytes.count))
        ]
        if old.layout.title != layout.title { changes.insert(titleChange(from: old.layout.title), at: 0) }
        guard old.topOffset > 0, aim == .offset(old.topOffset) else { return }
        let line = diff.newIndex(ofOld: old.top)
        aim(at: .none)
        place(topOffset: layout.byteOffset(ofLine: line), line: line)
    }

    /// Whole pages above this many bytes are not compared line by line.
    static let comparisonLimit = 256 << 10

    private func titleChange(from old: String) -> PageChange {
        let lines: [PageChange.Line] = [.removed(old), .added(layout.title)]
        return PageChange(name: "title", lines: old == layout.title ? [] : lines, marks: [])
    }

    /// The stretches of source whose lines are new, for a diff of lines that begin at `first`.
    private func marks(of diff: LineDiff, at first: Int, within range: Range<Int>) -> [Range<Int>] {
        let added = diff.addedStretches.map { stretch in
            let start = layout.byteOffset(ofLine: first + stretch.lowerBound)
            let end = layout.byteOffset(ofLine: first + stretch.upperBound)
            return (start..<max(start, end)).clamped(to: range)
        }
        let gaps = diff.gaps.map { gap in
            let place = layout.byteOffset(ofLine: first + gap)
            return (place..<place).clamped(to: range)
        }
        return (added + gaps).sorted { $0.lowerBound < $1.lowerBound }
    }

    private mutating func keepTop(_ changes: [BlockChange], _ line: Int?) {
        if let line {
            place(topOffset: layout.byteOffset(ofLine: line), line: line)
            return
        }
        guard topOffset > 0 else { return }
        var offset = topOffset
        for change in changes where change.old.upperBound <= topOffset {
            offset += change.new.count - change.old.count
        }
        layOut(throughOffset: offset)
        place(topOffset: offset, line: layout.line(atByteOffset: offset))
    }

    /// Links are counted from the start of the page, so an update may give the chosen one another number.
    private mutating func keepLink(_ link: PageLink?) {
        guard let link, let index = chosenLink else { return }
        let near = (0...64).flatMap { [index + $0, index - $0] }
        chosenLink = near.first { layout.link($0)?.href == link.href }
    }
}

extension String {
    /// The line with one blank for several and one dash for a rule of any length: one cell that grows moves the
    /// cells beside it in every row of a table, which changes nothing in them. Indentation stays.
    fileprivate var withoutAlignment: String {
        var text = String(prefix { $0 == " " })
        var last: Character?
        for character in dropFirst(text.count) {
            let isPadding = character == " " || character == "─"
            if !isPadding || character != last { text.append(character) }
            last = character
        }
        return text
    }
}
