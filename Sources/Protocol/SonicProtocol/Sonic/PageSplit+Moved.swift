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
}
