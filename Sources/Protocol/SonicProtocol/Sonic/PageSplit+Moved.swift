extension PageSplit {
    /// The split of a page that was made of this one's by putting other bytes into its slots: what cutting it anew
    /// would find. Only the bytes that are new are read where they are one block or title each, as servers send
    /// them; otherwise the page is cut anew.
    ///
    /// - Parameters:
    ///   - places: Where the slots' bytes are in the new page, in the order of `slots`.
    ///   - changes: The slots whose bytes are new.
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
            // Bytes that are as they were are a block as they were one: nothing before them can reach into
            // them, since a comment has no `<` but its first byte.
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

    /// Whether the title of the new page stands where the old one's stood: in its slot, or in the same block.
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
