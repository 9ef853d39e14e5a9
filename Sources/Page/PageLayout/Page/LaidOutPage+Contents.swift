// Links and headings of all the page, portion by portion.
extension LaidOutPage {
    /// A link that has text, wherever it stands.
    public struct ListedLink: Hashable, Sendable {
        /// Its index for `link(_:)`.
        public var index: Int
        /// Its text, spaces collapsed.
        public var text: String
        /// Its address as the page has it.
        public var href: String
    }

    /// A heading.
    public struct Heading: Hashable, Sendable {
        /// Its level, 1 to 6.
        public var level: Int
        /// Its text.
        public var text: String
        /// The line on which it begins.
        public var line: PortionedLine
    }

    /// The links in a portion in page order, fields left out; it is laid out where it is not. Linear in its text.
    public mutating func links(inPortion portion: Int) -> [ListedLink] {
        layOut(portion: portion)
        let first = portion < chunks.count ? firstLinks[portion] : linksInChunks
        guard let lines = lines(ofPortion: portion) else { return [] }
        return lines.links.indices.compactMap { index in
            guard lines.links[index].line >= 0, let href = LineStore.address(of: lines.links[index].target)
            else {
                return nil
            }
            return ListedLink(
                index: first + index, text: lines.linkText(index), href: String(decoding: href, as: UTF8.self)
            )
        }
    }

    /// The headings in a portion in page order; it is laid out where it is not. Linear in its lines.
    public mutating func headings(inPortion portion: Int) -> [Heading] {
        layOut(portion: portion)
        guard let lines = lines(ofPortion: portion) else { return [] }
        var headings: [Heading] = []
        // A heading ends with the rule below it, and where a line of other text comes.
        var isOpen = false
        for index in 0..<lines.lineCount {
            let runs = lines.runs[lines.runRange(ofLine: index)]
            let run = runs.first { $0.style.headingLevel != nil && !$0.style.contains(.dimmed) }
            guard let level = run?.style.headingLevel else {
                isOpen = false
                continue
            }
            var bytes: [UInt8] = []
            lines.write(index, to: &bytes)
            let text = String(decoding: bytes, as: UTF8.self).split(separator: " ").joined(separator: " ")
            if isOpen, headings[headings.count - 1].level == level {
                headings[headings.count - 1].text += " " + text
            } else {
                headings.append(
                    Heading(level: level, text: text, line: PortionedLine(portion: portion, line: index)))
            }
            isOpen = true
        }
        return headings
    }

    /// The number of portions that stay as they are while the page is read.
    public var settledPortions: Int { chunks.count }

    /// The portion that a link is in; nil for an index of no link. Logarithmic.
    public func portion(ofLink index: Int) -> Int? {
        guard index >= 0, index < linkCount else { return nil }
        return index >= linksInChunks ? chunks.count : Self.last(firstLinks, notAbove: index)
    }

    private mutating func layOut(portion: Int) {
        if portion < chunks.count { layOut(chunk: portion) }
    }

    func lines(ofPortion portion: Int) -> LineStore? {
        portion < chunks.count ? chunks[portion].lines : tail?.lines
    }
}
