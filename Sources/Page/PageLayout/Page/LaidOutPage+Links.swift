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
        let index = chunks.indices.first { !chunks[$0].head.title.isEmpty }
        let title = index.map { chunks[$0].head.title } ?? lastHead.title
        let words = title.split { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// The address of the first base element, as written in the page.
    public var baseHref: String? {
        for index in chunks.indices where chunks[index].head.base != nil {
            return chunks[index].head.base
        }
        return lastHead.base
    }

    /// The address of the next page, as written in the page: that of its first link with `rel=next`.
    public var nextHref: String? {
        for index in chunks.indices where chunks[index].head.next != nil {
            return chunks[index].head.next
        }
        return lastHead.next
    }

    /// The address of the page's feed, as written in the page: that of the first link to one in its head.
    public var feedHref: String? {
        for index in chunks.indices where chunks[index].head.feed != nil {
            return chunks[index].head.feed
        }
        return lastHead.feed
    }

    /// The page's automatic refresh, from its first element that declares one; nil if there is none.
    public var refresh: PageRefresh? {
        for index in chunks.indices where chunks[index].head.refresh != nil {
            return chunks[index].head.refresh
        }
        return lastHead.refresh
    }

    /// The character encoding that the page declares in a meta element, as it is written there.
    public var metaCharset: String? {
        for index in chunks.indices where chunks[index].head.charset != nil {
            return chunks[index].head.charset
        }
        return lastHead.charset
    }

    /// The external style sheets, from links and imports of style elements, in page order, as far as the page has been
    /// read.
    public var sheetLinks: [SheetLink] {
        var links: [SheetLink] = []
        for index in chunks.indices where !chunks[index].head.sheets.isEmpty {
            links += chunks[index].head.sheets
        }
        return links + lastHead.sheets
    }
}
