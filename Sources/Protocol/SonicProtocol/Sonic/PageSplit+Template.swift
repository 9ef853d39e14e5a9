extension PageSplit {
    /// A part of the template that is filled with data.
    public enum Slot: Hashable, Sendable {
        /// The title element.
        case title
        /// The block at this index of `blocks`.
        case block(Int)
    }

    /// Returns the keys under which an update may contain the value of a slot, the most likely first. A block without a
    /// name is `{auto0}`, `{auto1}` … on Node and `{}` on PHP and Java (docs/reference/protocol.md#split).
    public func keys(for slot: Slot) -> [String] {
        switch slot {
        case .title: ["{title}"]
        case .block(let index):
            blocks[index].isNamed ? ["{\(blocks[index].name)}"] : ["{\(blocks[index].name)}", "{}"]
        }
    }

    /// Returns the name of a slot for display: without braces, `title` for the title.
    public func displayName(of slot: Slot) -> String {
        switch slot {
        case .title: "title"
        case .block(let index): blocks[index].name
        }
    }

    /// The top-level slots of the template, in page order. A title inside a block is part of that block.
    public var slots: [(slot: Slot, range: Range<Int>)] {
        var slots = blocks.enumerated().map { (slot: Slot.block($0), range: $1.range) }
        if let title, blockHoldingTitle == nil {
            let index = slots.firstIndex { $0.range.lowerBound > title.lowerBound } ?? slots.endIndex
            slots.insert((slot: .title, range: title), at: index)
        }
        return slots
    }

    /// Returns the template: the page with each slot replaced by its key in braces. Servers use its SHA-1 as the
    /// template tag. Linear in the page.
    ///
    /// - Parameter html: The page of this split.
    public func templateBytes(of html: [UInt8]) -> [UInt8] {
        var template: [UInt8] = []
        template.reserveCapacity(html.count)
        var copied = 0
        for (slot, range) in slots {
            template += html[copied..<range.lowerBound]
            template += keys(for: slot)[0].utf8
            copied = range.upperBound
        }
        template += html[copied...]
        return template
    }

    /// Returns the data of a slot as servers send it: a block with both comments and with `{title}` instead of a title
    /// inside it; or the title element, empty if the page has no title. Linear in the slot.
    /// - Parameters:
    ///   - slot: The slot.
    ///   - html: The page of this split.
    public func dataBytes(of slot: Slot, in html: [UInt8]) -> [UInt8] {
        switch slot {
        case .title: return title.map { Array(html[$0]) } ?? []
        case .block(let index):
            let range = blocks[index].range
            // Blocks do not overlap, so this check suffices; `blockHoldingTitle` would be linear in the number of
            // blocks.
            guard let title, range.contains(title.lowerBound) else { return Array(html[range]) }
            return Array(html[range.lowerBound..<title.lowerBound]) + "{title}".utf8
                + html[title.upperBound..<range.upperBound]
        }
    }

    /// The names that several blocks have, or that a block shares with the title, in page order. A server stores one
    /// value per name, so updates of such a page cannot work (docs/reference/protocol.md#split).
    public var ambiguousNames: [String] {
        var seen: Set<String> = ["title"]
        var reported: Set<String> = []
        var ambiguous: [String] = []
        for index in blocks.indices {
            let name = blocks[index].name
            if !seen.insert(name).inserted, reported.insert(name).inserted { ambiguous.append(name) }
        }
        return ambiguous
    }

    /// Returns the split of a page that was made from this one's by replacing the bytes of its slots, equal to
    /// splitting it again. If each changed slot is exactly one block or title, as servers send them, only those bytes
    /// are parsed; otherwise the whole page is split again.
    ///
    /// - Parameters:
    ///   - places: The ranges of the slots in the new page, in the order of `slots`.
    ///   - changes: The slots with new bytes.
    ///   - html: The new page.
    func moved(to places: [Range<Int>], changed changes: [BlockChange], in html: [UInt8]) -> PageSplit {
        let bytes = html.span
        let newTitle = Self.findTitle(bytes)
        guard holds(newTitle, in: places) else { return PageSplit(html: html) }
        let isNew = Set(changes.map(\.new.lowerBound))
        var moved: [Block] = []
        moved.reserveCapacity(blocks.count)
        for (place, (slot, _)) in zip(places, slots) {
            guard case .block(let index) = slot else { continue }
            let block = blocks[index]
            // Unchanged bytes that were a block are still one: no earlier comment can extend into them, since a comment
            // has no `<` except its first byte.
            if isNew.contains(place.lowerBound) {
                guard Self.block(bytes, at: place, skipping: newTitle) == (block.isNamed ? block.name : "")
                else {
                    return PageSplit(html: html)
                }
            }
            moved.append(Block(name: block.name, isNamed: block.isNamed, range: place))
        }
        return PageSplit(title: newTitle, blocks: moved)
    }

    /// Whether the title of the new page is where the old title was: in its slot, or in the same block.
    private func holds(_ newTitle: Range<Int>?, in places: [Range<Int>]) -> Bool {
        guard let newTitle else { return title == nil }
        let slots = slots
        guard let title,
            let slot = slots.firstIndex(where: { $0.range.contains(title.lowerBound) })
        else { return false }
        return slots[slot].slot == .title
            ? places[slot] == newTitle
            : places[slot].lowerBound < newTitle.lowerBound && newTitle.upperBound < places[slot].upperBound
    }

    /// Returns the blocks in which two full pages with the same template differ; nil if the templates differ, since
    /// then their blocks do not correspond. Linear in both pages.
    ///
    /// - Parameters:
    ///   - html: The page of this split.
    ///   - other: The newer page's split.
    ///   - newer: The newer page.
    public func changes(in html: [UInt8], to other: PageSplit, in newer: [UInt8]) -> [BlockChange]? {
        let (old, new) = (slots, other.slots)
        guard old.count == new.count else { return nil }
        var changes: [BlockChange] = []
        var oldEnd = 0
        var newEnd = 0
        for (left, right) in zip(old, new) {
            guard keys(for: left.slot) == other.keys(for: right.slot),
                Bytes.equal(
                    html.span, oldEnd..<left.range.lowerBound, newer.span, newEnd..<right.range.lowerBound)
            else { return nil }
            (oldEnd, newEnd) = (left.range.upperBound, right.range.upperBound)
            if !Bytes.equal(html.span, left.range, newer.span, right.range) {
                changes.append(
                    BlockChange(name: displayName(of: left.slot), old: left.range, new: right.range))
            }
        }
        let isSame = Bytes.equal(html.span, oldEnd..<html.count, newer.span, newEnd..<newer.count)
        return isSame ? changes : nil
    }

    /// Returns the first part outside the blocks and the title in which two full pages differ, without a name, or the
    /// first block that only one of them has in its place, with its name; nil if the templates are the same. Linear in
    /// both pages.
    ///
    /// - Parameter html: The page of this split.
    /// - Parameter other: The newer page's split.
    /// - Parameter newer: The newer page.
    public func templateDifference(
        in html: [UInt8], to other: PageSplit, in newer: [UInt8]
    ) -> BlockChange? {
        let (old, new) = (slots, other.slots)
        var (oldEnd, newEnd) = (0, 0)
        for index in 0...max(old.count, new.count) {
            let left = index < old.count ? old[index] : nil
            let right = index < new.count ? new[index] : nil
            let before = oldEnd..<(left?.range.lowerBound ?? html.count)
            let after = newEnd..<(right?.range.lowerBound ?? newer.count)
            oldEnd = left?.range.upperBound ?? html.count
            newEnd = right?.range.upperBound ?? newer.count
            let isSame = Bytes.equal(html.span, before, newer.span, after)
            var block: String?
            if left.map({ keys(for: $0.slot) }) != right.map({ other.keys(for: $0.slot) }) {
                // If the text goes on in one page where the other one has a block, that block is the difference.
                let names = (
                    left.map { displayName(of: $0.slot) }, right.map { other.displayName(of: $0.slot) }
                )
                if isSame || html[before].starts(with: newer[after]) { block = names.1 }
                if block == nil, isSame || newer[after].starts(with: html[before]) { block = names.0 }
            }
            guard let block else {
                if isSame { continue }
                return BlockChange(name: "", old: before, new: after)
            }
            return BlockChange(
                name: block, old: before.lowerBound..<oldEnd, new: after.lowerBound..<newEnd)
        }
        return nil
    }
}
