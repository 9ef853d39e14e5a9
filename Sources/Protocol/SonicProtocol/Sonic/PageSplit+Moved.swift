extension PageSplit {
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
}
