import HTML
import PageLayout
import SonicProtocol

// Updates in place: the visible lines stay where they are, and the changes are recorded.
extension Document {
    /// Whether it is a page of its address, rather than a page of this program or an error response.
    var isPage: Bool { source != .own && source != .answer }

    /// Whether the page has an address to return to.
    var isWorthReturning: Bool { url.hasAuthority }

    /// Ends the arrival of the page: all of its bytes are here, or no more will arrive.
    mutating func finishArrival() {
        append(text: page.sent.finish(), isLast: true)
        switch source {
        case .arriving: source = .current
        case .begun(let checked, _): source = .stored(checked: checked)
        case .own, .answer, .stored, .current: break
        }
        isSettled = false
    }

    /// Returns whether the changes account for all of the difference to a source: they are in order, do not overlap,
    /// lie inside both sources, and the sources are equal between them. Reused lines rely on it. Linear in the source,
    /// unless the changes are of this page: then in the changes.
    /// - Parameter old: A page that is equal to the source between the changes; empty if none is known to be.
    func fits(_ changes: [BlockChange], of old: [UInt8] = [], in html: [UInt8]) -> Bool {
        guard !isBegun, kind.isHTML, layout.byteCount == page.sent.decodedCount else { return false }
        let before = bytes.span
        let after = html.span
        let isProven = before.isIdentical(to: old.span)
        var (kept, new) = (0, 0)
        let end = BlockChange(name: "", old: before.count..<before.count, new: after.count..<after.count)
        for change in changes + [end] {
            guard kept <= change.old.lowerBound, change.old.upperBound <= before.count,
                new <= change.new.lowerBound, change.new.upperBound <= after.count,
                change.old.lowerBound - kept == change.new.lowerBound - new,
                isProven
                    || Bytes.equal(before, kept..<change.old.lowerBound, after, new..<change.new.lowerBound)
            else { return false }
            (kept, new) = (change.old.upperBound, change.new.upperBound)
        }
        return true
    }

    /// Returns the blocks in which another version of this page differs, or nil if it is not another version, or if not
    /// only blocks differ. Linear in both.
    func blockChanges(to html: [UInt8], at url: WebURL) -> [BlockChange]? {
        guard isPage, bytes != html, self.url.withoutFragment == url.withoutFragment else { return nil }
        let changes = PageSplit(html: bytes).changes(in: bytes, to: PageSplit(html: html), in: html)
        guard let changes, fits(changes, in: html) else { return nil }
        return changes
    }

    /// Replaces changed blocks and keeps the top line of the screen. Requires `fits`.
    ///
    /// The cost is linear in the blocks, and for a page that is not UTF-8 also in its decoding. Blocks that are not
    /// laid out yet are compared later.
    /// - Parameter kind: What the changed ranges are.
    mutating func patch(to html: [UInt8], _ changesAsSent: [BlockChange], kind: PageChange.Kind = .block) {
        let encoding = page.sent.choice?.encoding
        var lines = LineCount(html)
        let sources = changesAsSent.map { SourceDifference($0, from: bytes, to: html, counting: &lines) }
        latest.remember(earlier: bytes)
        let (text, changes) = decode(html, changesAsSent)
        let link = reader.chosenLink.flatMap { layout.link($0) }
        // The offset of a field moves with the bytes before it; its key stays.
        if let link, link.href == nil { readForms() }
        let fieldKey = reader.chosenLink.flatMap { field(ofLink: $0)?.key }
        reader.filling.forgetPage()
        let topStart = isAtStart ? 0 : layout.byteOffset(ofLine: reader.top)
        var comparison = PageComparison(
            before: page, scope: ComparisonScope(latest.rules, old: layout.source, new: text),
            around: topStart)
        let moved = Self.moved(reader.topOffset, by: changes)
        var changed = changes.map { SourceChange(old: $0.old, new: $0.new) }
        if encoding?.dependsOnContext ?? false {
            changed = [SourceChange(old: 0..<layout.byteCount, new: 0..<text.count)]
        }
        layout.update(to: text, changed: changed, around: moved)
        followMainText()
        reader.search?.forget()
        reader.placeMarks = reader.placeMarks.mapValues { Self.moved($0, by: changes) }
        isSettled = false
        // Until a block is compared, all of it counts as changed.
        latest.changes = zip(changes, sources).map { change, source in
            let isQuiet = comparison.scope.isQuiet(change)
            return PageChange(
                name: change.name, kind: change.name == "title" ? .block : kind, lines: nil,
                marks: isQuiet ? [] : [.init(range: change.new)],
                source: isQuiet || latest.rules.ignoresText ? nil : source)
        }
        var newTop = reader.topOffset > 0 ? moved : 0
        for (index, change) in changes.enumerated() {
            let holdsTop = reader.topOffset > 0 && change.old.contains(topStart)
            var steps = holdsTop ? Int.max : Self.stepsOfPatch
            while !layout.hasRead(change.new.upperBound), steps > 0, layout.readOn() { steps -= 1 }
            guard holdsTop || layout.hasRead(change.new.upperBound),
                comparison.before.layout.hasRead(change.old.upperBound)
            else {
                comparison.waiting.append((index, change))
                continue
            }
            let diff = compare(change, at: index, with: &comparison)
            if holdsTop { newTop = diff.newStart(ofOldLine: topStart) ?? newTop }
        }
        latest.comparison = comparison.waiting.isEmpty ? nil : comparison
        layOut(throughOffset: newTop)
        place(topOffset: newTop, line: newTop == 0 ? 0 : layout.line(atByteOffset: newTop))
        keepLink(link, fieldKey)
    }

    /// Stores another version's bytes in the encoding in use, and returns its text, with the ranges of the changes in
    /// the old and in the new text.
    private mutating func decode(
        _ html: [UInt8], _ changes: [BlockChange]
    ) -> (text: [UInt8], changes: [BlockChange]) {
        var new = SentText(page.sent.choice.map { .known($0) } ?? .page(contentType: nil), page.charsets)
        let text = new.append(html, isLast: true)
        defer { page.sent = new }
        return (text, Self.decoded(changes, from: page.sent, to: new))
    }

    /// Returns changes of bytes as changes of the decoded texts.
    static func decoded(_ changes: [BlockChange], from old: SentText, to new: SentText) -> [BlockChange] {
        let olds = old.decodedOffsets(of: changes.flatMap { [$0.old.lowerBound, $0.old.upperBound] })
        let news = new.decodedOffsets(of: changes.flatMap { [$0.new.lowerBound, $0.new.upperBound] })
        return changes.enumerated().map { index, change in
            BlockChange(
                name: change.name, old: olds[2 * index]..<olds[2 * index + 1],
                new: news[2 * index]..<news[2 * index + 1])
        }
    }

    /// The number of read steps for one block before its comparison is postponed.
    private static let stepsOfPatch = 2

    /// Returns the offset, after an update, of a byte outside of the changed blocks.
    private static func moved(_ offset: Int, by changes: [BlockChange]) -> Int {
        changes.reduce(offset) { sum, change in
            change.old.upperBound <= offset ? sum + change.new.count - change.old.count : sum
        }
    }

    /// Replaces the ranges in which another version of this page differs, and keeps the top line of the screen.
    /// - Parameter kind: What the other version is.
    /// - Returns: False, without any change, if this is another page or has another encoding, or if too much differs.
    mutating func patchRegions(to html: [UInt8], _ kind: Kind, at url: WebURL) -> Bool {
        guard let changes = regionChanges(to: html, kind, at: url) else { return false }
        patch(to: html, changes, kind: .region)
        return true
    }

    /// Returns the ranges in which another version of this page differs, or nil if this is another page or has another
    /// encoding, or if too much differs.
    func regionChanges(to html: [UInt8], _ kind: Kind, at url: WebURL) -> [BlockChange]? {
        guard isPage, source != .arriving, !isBegun, self.kind == kind, kind.isHTML,
            self.url.withoutFragment == url.withoutFragment,
            let changes = BlockChange.regions(
                from: bytes, to: html, merging: latest.rules.namesElements ? 0 : 80),
            !changes.isEmpty, fits(changes, in: html), isReadAlike(html, kind)
        else { return nil }
        return changes
    }

    /// Becomes another version of this page with the same scroll position, and marks the differences.
    mutating func turn(into html: [UInt8], _ kind: Kind, at url: WebURL) {
        guard html != bytes else { return }
        if kind.isHTML, let blocks = blockChanges(to: html, at: url) { return patch(to: html, blocks) }
        guard !patchRegions(to: html, kind, at: url) else { return }
        var next = Document(
            url: url, source: .current, kind: kind, charsets: page.charsets, html: html, width: layout.width)
        next.reader = reader.moved(top: textTop) { $0 }
        next.origin = origin
        next.latest.rules = latest.rules
        next.keepForm(of: self)
        let link = reader.chosenLink.flatMap { layout.link($0) }
        let fieldKey = reader.chosenLink.flatMap { field(ofLink: $0)?.key }
        next.layOut(throughOffset: reader.topOffset)
        next.keepLink(link, fieldKey)
        next.markDifferences(from: self)
        self = next
    }

    /// Returns whether another version has the encoding of this one.
    private func isReadAlike(_ html: [UInt8], _ kind: Kind) -> Bool {
        var other = SentText(kind.evidence, page.charsets)
        _ = other.append(html, isLast: true)
        return other.choice?.encoding == page.sent.choice?.encoding
    }

    /// Marks the differences of a page that was received in full and has too many changes to be patched, if both
    /// versions are small enough to be compared at once; keeps the line being read.
    mutating func markDifferences(from old: Document) {
        latest.remember(earlier: old.bytes)
        guard old.bytes.count <= Self.comparisonLimit, bytes.count <= Self.comparisonLimit else {
            latest.changes = [
                PageChange(name: "whole page", kind: .page, lines: [], marks: [], extent: .whole)
            ]
            return
        }
        let before = old.bytes
        var oldTop = old.textTop
        var old = old
        if let order = jsonOrder(since: old.bytes) {
            if order.isSame { return latest.changes = [] }
            old.replaceText(with: order.old)
            oldTop = 0
        }
        old.layout.apply(pictures: [:], around: 0)
        unfoldChanges(since: &old)
        old.layOutWhole()
        layOutWhole()
        let scope = ComparisonScope(latest.rules, old: old.layout.source, new: layout.source)
        let diff = HunkDiff(
            old: old.layout.allLines, new: layout.allLines, end: layout.byteCount, scope: scope)
        latest.changes = [
            PageChange(
                name: "whole page", kind: .page, lines: diff.lines.extent == .exact ? diff.changeLines : [],
                marks: diff.lines.extent == .exact ? diff.marks(within: 0..<layout.byteCount) : [],
                source: SourceDifference(from: before, to: bytes), extent: diff.lines.extent)
        ]
        if old.layout.title != layout.title {
            latest.changes.insert(titleChange(from: old.layout.title, scope), at: 0)
        }
        guard oldTop > 0, reader.aim == .offset(oldTop), let offset = old.page.offset(ofText: oldTop)
        else { return }
        let line = diff.lines.newIndex(ofOld: old.layout.line(atByteOffset: offset))
        aim(at: .none)
        place(topOffset: layout.byteOffset(ofLine: line), line: line)
    }

    /// The size in bytes above which full pages are not compared line by line.
    static let comparisonLimit = 256 << 10

    /// Restores the chosen link: links are numbered from the start of the page, so an update may change its index.
    private mutating func keepLink(_ link: PageLink?, _ field: PageField.Key?) {
        guard let link, let index = reader.chosenLink else { return reader.chosenLink = nil }
        var target = link.target
        if let field {
            readForms()
            let page = reader.filling.page
            guard let found = page?.field(field), let source = page?.fields[found].source else {
                return reader.chosenLink = nil
            }
            target = .field(at: source)
        }
        let near = (0...64).flatMap { [index + $0, index - $0] }
        reader.chosenLink = near.first { layout.link($0).map { $0.target == target } ?? false }
    }

    // Large pages of the cache: the beginning is shown first, and then replaced by the full page.

    /// The length of the page in bytes as sent, as far as it is known.
    var length: Int {
        if case .begun(_, let length) = source { length } else { bytes.count }
    }

    /// Whether only the beginning of a stored page has been loaded so far.
    var isBegun: Bool {
        if case .begun = source { true } else { false }
    }

    /// Whether more of the page may arrive.
    var isArriving: Bool { source == .arriving || isBegun }

    /// The number of bytes of text to be laid out, as far as it is known: the bytes that have arrived, or the full
    /// length if the cache reports it. A page that is not UTF-8 is assumed to have about as many bytes as its text.
    var byteCountToCome: Int {
        if case .begun(_, let length) = source { max(length, layout.byteCount) } else { layout.byteCount }
    }

    /// Appends the rest of a page of which only the beginning is loaded. Linear in the beginning, and for a page that
    /// is not UTF-8 in the rest too.
    /// - Returns: False, without any change, if the loaded beginning is another one, or the page is complete.
    mutating func complete(with stored: [UInt8], _ kind: Kind, checked: Instant) -> Bool {
        guard isBegun, kind == self.kind, stored.starts(with: bytes) else { return false }
        let rest = page.sent.complete(with: stored)
        if page.sent.isOwnText, kind.isHTML {
            layout.complete(with: stored)
            learnSheets()
            followMainText()
        } else {
            append(text: Array(rest), isLast: true)
        }
        source = .stored(checked: checked)
        origin.checked = checked
        isSettled = false
        return true
    }
}
