extension PageSplit {
    /// A place in the template that data fills.
    public enum Slot: Hashable, Sendable {
        /// The title element.
        case title
        /// The block at this index of `blocks`.
        case block(Int)
    }

    /// The keys under which an update may bring the value of a slot, the likeliest first. A block without a
    /// name is `{auto0}`, `{auto1}` … on Node and `{}` on PHP and Java (docs/reference/protocol.md#split).
    public func keys(for slot: Slot) -> [String] {
        switch slot {
        case .title: ["{title}"]
        case .block(let index):
            blocks[index].isNamed ? ["{\(blocks[index].name)}"] : ["{\(blocks[index].name)}", "{}"]
        }
    }

    /// The name of a slot for people: without braces, `title` for the title.
    public func displayName(of slot: Slot) -> String {
        switch slot {
        case .title: "title"
        case .block(let index): blocks[index].name
        }
    }

    /// The slots at the template's top level in page order. A title inside a block is part of that block.
    public var slots: [(slot: Slot, range: Range<Int>)] {
        var slots = blocks.enumerated().map { (slot: Slot.block($0), range: $1.range) }
        if let title, blockHoldingTitle == nil {
            let index = slots.firstIndex { $0.range.lowerBound > title.lowerBound } ?? slots.endIndex
            slots.insert((slot: .title, range: title), at: index)
        }
        return slots
    }

    /// The template: the page with each slot replaced by its key in braces. Its SHA-1 is the template tag of
    /// servers. Linear in the page.
    ///
    /// - Parameter html: The page this split was made of.
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

    /// The data value of a slot as servers send it: a block with both comments and `{title}` in place of a
    /// title inside it; the title element; empty when the page has no title. `html` is the page this split was
    /// made of. Linear in the slot.
    public func dataBytes(of slot: Slot, in html: [UInt8]) -> [UInt8] {
        switch slot {
        case .title:
            return title.map { Array(html[$0]) } ?? []
        case .block(let index):
            let range = blocks[index].range
            // Blocks do not overlap; to look for the one with the title would take as long as there are blocks.
            guard let title, range.contains(title.lowerBound) else { return Array(html[range]) }
            return Array(html[range.lowerBound..<title.lowerBound]) + "{title}".utf8
                + html[title.upperBound..<range.upperBound]
        }
    }

    /// The names that more than one block bears, or that a block shares with the title, in page order. A server
    /// keeps one value a name, so an update of such a page cannot hold (docs/reference/protocol.md#split).
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
}
