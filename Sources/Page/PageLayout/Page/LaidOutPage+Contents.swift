// Links and headings of the whole page, portion by portion.
extension LaidOutPage {
    /// A link that has text, anywhere in the page.
    public struct ListedLink: Hashable, Sendable {
        /// The index for `link(_:)`.
        public var index: Int
        /// The text, with spaces collapsed.
        public var text: String
        /// The address as written in the page.
        public var href: String
    }

    /// A heading.
    public struct Heading: Hashable, Sendable {
        /// The level, 1 to 6.
        public var level: Int
        /// The text.
        public var text: String
        /// The line where it begins.
        public var line: PortionedLine
    }

    /// Returns the links in a portion in page order, without fields; the portion is laid out if necessary. Linear in
    /// its text.
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

    /// Returns the headings in a portion in page order; the portion is laid out if necessary. Linear in its lines.
    public mutating func headings(inPortion portion: Int) -> [Heading] {
        layOut(portion: portion)
        guard let lines = lines(ofPortion: portion) else { return [] }
        var headings: [Heading] = []
        // A heading ends at the rule below it, or at a line of other text.
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

    /// The number of portions that no longer change while the page arrives.
    public var settledPortions: Int { chunks.count }

    /// Returns the portion of a link; nil if there is no link with this index. Logarithmic.
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
