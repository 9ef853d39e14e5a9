// Links, names, and what the page says of itself.
extension LaidOutPage {
    /// The number of links read so far. Links keep their numbers at every width.
    public var linkCount: Int { linksInStretches + (tail?.lines.links.count ?? 0) }

    /// A link by its index, in page order; nil for a link without text, for one that is not among the lines
    /// laid out, and for an index outside 0 up to `linkCount`.
    public func link(_ index: Int) -> PageLink? {
        guard index >= 0, index < linkCount else { return nil }
        if index >= linksInStretches {
            return tailInWindow.flatMap {
                Self.link(index - linksInStretches, in: $0.lines, linesInWindow, shift: 0)
            }
        }
        let number = Self.last(firstLinks, notAbove: index)
        guard window.contains(number), let lines = stretches[number].lines else { return nil }
        return Self.link(
            index - firstLinks[number], in: lines, firstLines[number - window.lowerBound],
            shift: stretches[number].shift)
    }

    /// The links of the lines laid out.
    public var linksLaidOut: Range<Int> {
        let first = window.lowerBound < stretches.count ? firstLinks[window.lowerBound] : linksInStretches
        if window.upperBound < stretches.count { return first..<firstLinks[window.upperBound] }
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

    /// Makes sure that the lines around the element with this id, or the anchor with this name, are laid out.
    /// Line numbers may change altogether. Linear in the names.
    /// - Returns: Whether the name has been read.
    public mutating func show(anchor name: String) -> Bool {
        let bytes = Array(name.utf8)
        if let index = stretches.firstIndex(where: { $0.names.contains(bytes) }) {
            show(stretches[index].start)
            return true
        }
        guard tail?.lines.anchors.contains(where: { $0.name == bytes }) == true else { return false }
        show(front.start)
        return true
    }

    /// The line at which the element with this id, or the anchor with this name, begins; nil as long as it
    /// has not been laid out. Linear in the number of names.
    public func anchorLine(named name: String) -> Int? {
        let bytes = Array(name.utf8)
        for (number, index) in window.enumerated() {
            if let anchor = stretches[index].lines?.anchors.first(where: { $0.name == bytes }) {
                return firstLines[number] + Int(anchor.line)
            }
        }
        return tailInWindow?.lines.anchors.first { $0.name == bytes }.map { linesInWindow + Int($0.line) }
    }

    /// What a link leads to, wherever it stands; nil for an index of no link.
    public mutating func target(ofLink index: Int) -> PageLink.Target? {
        guard index >= 0, index < linkCount else { return nil }
        guard index < linksInStretches else {
            return tail.map { PageLink.Target($0.lines.links[index - linksInStretches].target, shift: 0) }
        }
        let number = Self.last(firstLinks, notAbove: index)
        layOut(stretch: number)
        let link = stretches[number].lines?.links[index - firstLinks[number]]
        let shift = stretches[number].shift
        return link.map { PageLink.Target($0.target, shift: shift) }
    }

    /// What is said of the page behind the last stretch.
    private var lastHead: PageHead { tail?.lines.head ?? front.flow.head }

    // These are asked for with every key: a look at each stretch in its place, no copy of any.

    /// The text of the title element, spaces collapsed; empty as long as none was read.
    public var title: String {
        let index = stretches.indices.first { !stretches[$0].head.title.isEmpty }
        let title = index.map { stretches[$0].head.title } ?? lastHead.title
        let words = title.split { $0 == 0x20 || $0 >= 0x09 && $0 <= 0x0D }
        return words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }

    /// The address of the first base element, as the page has it.
    public var baseHref: String? {
        for index in stretches.indices where stretches[index].head.base != nil {
            return stretches[index].head.base
        }
        return lastHead.base
    }

    /// The address of the page that follows this one, as the page has it: of its first link with `rel=next`.
    public var nextHref: String? {
        for index in stretches.indices where stretches[index].head.next != nil {
            return stretches[index].head.next
        }
        return lastHead.next
    }

    /// Where the page leads by itself, by its first element that says so; nil for nowhere.
    public var refresh: PageRefresh? {
        for index in stretches.indices where stretches[index].head.refresh != nil {
            return stretches[index].head.refresh
        }
        return lastHead.refresh
    }

    /// The character encoding that the page names in a meta element, as it is written there.
    public var metaCharset: String? {
        for index in stretches.indices where stretches[index].head.charset != nil {
            return stretches[index].head.charset
        }
        return lastHead.charset
    }

    /// The style sheets that links name, or style elements import, in page order, as far as the page has been read.
    public var sheetLinks: [SheetLink] {
        var links: [SheetLink] = []
        for index in stretches.indices where !stretches[index].head.sheets.isEmpty {
            links += stretches[index].head.sheets
        }
        return links + lastHead.sheets
    }
}
