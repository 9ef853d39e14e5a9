// Links, names, and metadata of the page.
extension LaidOutPage {
    /// The number of links read so far. The indices of links are the same at every width.
    public var linkCount: Int { linksInChunks + (tail?.lines.links.count ?? 0) }

    /// Returns a link by its index, in page order; nil for a link without text, for one that is not on the lines laid
    /// out, and for an index outside 0 up to `linkCount`.
    public func link(_ index: Int) -> PageLink? {
        guard index >= 0, index < linkCount else { return nil }
        if index >= linksInChunks {
            return tailInWindow.flatMap {
                Self.link(index - linksInChunks, in: $0.lines, linesInWindow, shift: 0)
            }
        }
        let number = Self.last(firstLinks, notAbove: index)
        guard window.contains(number), let lines = chunks[number].lines else { return nil }
        return Self.link(
            index - firstLinks[number], in: lines, firstLines[number - window.lowerBound],
            shift: chunks[number].shift)
    }

    /// The indices of the links on the lines laid out.
    public var linksLaidOut: Range<Int> {
        let first = window.lowerBound < chunks.count ? firstLinks[window.lowerBound] : linksInChunks
        if window.upperBound < chunks.count { return first..<firstLinks[window.upperBound] }
        return first..<linkCount
    }

    private static func link(
        _ index: Int, in lines: LineStore, _ firstLine: Int, shift: Int
    ) -> PageLink? {
        let link = lines.links[index]
        guard link.line >= 0 else { return nil }
        return PageLink(
            target: PageLink.Target(link.target, shift: shift), use: link.use, text: lines.linkText(index),
            line: firstLine + Int(link.line), columns: lines.linkColumns(index))
    }

    /// Lays out the lines around the element with this id, or the anchor with this name, if necessary. All line numbers
    /// may change. Linear in the names.
    /// - Returns: Whether the name has been read.
    public mutating func show(anchor name: String) -> Bool {
        let bytes = Array(name.utf8)
        if let index = chunks.firstIndex(where: { $0.names.contains(bytes) }) {
            show(chunks[index].start)
            return true
        }
        guard tail?.lines.anchors.contains(where: { $0.name == bytes }) == true else { return false }
        show(front.start)
        return true
    }

    /// Returns the line where the element with this id, or the anchor with this name, begins; nil until it is laid out.
    /// Linear in the number of names.
    public func anchorLine(named name: String) -> Int? {
        let bytes = Array(name.utf8)
        for (number, index) in window.enumerated() {
            if let anchor = chunks[index].lines?.anchors.first(where: { $0.name == bytes }) {
                return firstLines[number] + Int(anchor.line)
            }
        }
        return tailInWindow?.lines.anchors.first { $0.name == bytes }.map { linesInWindow + Int($0.line) }
    }

    /// Returns the target of a link anywhere in the page; nil if there is no link with this index.
    public mutating func target(ofLink index: Int) -> PageLink.Target? {
        guard index >= 0, index < linkCount else { return nil }
        guard index < linksInChunks else {
            return tail.map { PageLink.Target($0.lines.links[index - linksInChunks].target, shift: 0) }
        }
        let number = Self.last(firstLinks, notAbove: index)
        layOut(chunk: number)
        let link = chunks[number].lines?.links[index - firstLinks[number]]
        let shift = chunks[number].shift
        return link.map { PageLink.Target($0.target, shift: shift) }
    }

    /// The metadata of the page found after the last chunk.
    private var lastHead: PageHead { tail?.lines.head ?? front.flow.head }

    // These are read on every key press, so each chunk is read in place and not copied.

    /// The text of the title element, spaces collapsed; empty until one is read.
    public var title: String {
        let title = first { $0.title.isEmpty ? nil : $0.title } ?? []
        let words = title.split { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    @inline(__always)  // A call would copy the metadata of each chunk.
    private func first<Value>(_ value: (PageHead) -> Value?) -> Value? {
        for index in chunks.indices {
            if let found = value(chunks[index].head) { return found }
        }
        return value(lastHead)
    }

    /// The address of the first base element, as written in the page.
    public var baseHref: String? { first { $0.base } }

    /// The address of the next page, as written in the page: that of its first link with `rel=next`.
    public var nextHref: String? { first { $0.next } }

    /// The address of the page's feed, as written in the page: that of the first link to one in its head.
    public var feedHref: String? { first { $0.feed } }

    /// The page's automatic refresh, from its first element that declares one; nil if there is none.
    public var refresh: PageRefresh? { first { $0.refresh } }

    /// The external style sheets, from links and imports of style elements, in page order, as far as the page has been
    /// read.
    public var sheetLinks: [SheetLink] {
        var links: [SheetLink] = []
        for index in chunks.indices where !chunks[index].head.sheets.isEmpty {
            links += chunks[index].head.sheets
        }
        return links + lastHead.sheets
    }

    // Links and headings of the whole page, portion by portion.

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
