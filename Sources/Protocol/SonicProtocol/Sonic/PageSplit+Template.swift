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
        case .title:
            return title.map { Array(html[$0]) } ?? []
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
}
