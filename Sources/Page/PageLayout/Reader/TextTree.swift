import HTML

/// The elements and texts of a page in page order, as the reader view evaluates them: flat, so that each pass is a
/// single loop, forwards or backwards, however deep the page is.
struct TextTree {
    /// An element or a text.
    struct Item {
        /// The node in the page.
        let node: NodeID
        /// The tag of an element; `other` for a text.
        let tag: Tag
        /// The item that contains it; -1 if there is none.
        let parent: Int
        /// The index after its last descendant.
        var end: Int
        /// Its role among its siblings.
        var kind = Kind.block
        /// Hints from its class, id and role.
        var hints: ContentHints = []
        /// The length of a text, with blanks collapsed, and its number of commas.
        var length = 0
        var commas = 0
        /// Whether it is hidden, and so never part of the main text.
        var isUnseen = false

        /// Whether the page marks it as its main text.
        var isMain: Bool { tag == .main || hints.contains(.mainByRole) }
        /// Whether it is outside the main text by definition.
        var isNamedBeside: Bool { Self.asides.contains(tag) }
        private static let asides: Set<Tag> = [.nav, .aside, .footer, .dialog, .search, .menu]
    }

    /// The role of an item among its siblings.
    enum Kind {
        /// A blank text, or a line break.
        case blank
        /// Part of a line with its siblings.
        case phrase
        /// A block.
        case block
    }

    private(set) var items: [Item] = []
    /// The title of the page, in lower case.
    private(set) var title: [UInt8] = []

    /// - Parameter document: A page that was parsed to its end.
    init(_ document: Document) {
        items.reserveCapacity(document.nodeCount)
        // The open items: the next node is inside the last of them.
        var open: [Int] = []
        var next = document.firstChild(of: .document)
        while let node = next {
            var isOpened = false
            if isPartOfText(node, document) {
                append(node, in: open.last ?? -1, document)
                isOpened = document.firstChild(of: node) != nil && document.namespace(of: node) != .svg
            }
            if isOpened {
                open.append(items.count - 1)
                next = document.firstChild(of: node)
                continue
            }
            next = document.nextSibling(of: node)
            while next == nil, let closed = open.popLast() {
                items[closed].end = items.count
                next = document.nextSibling(of: items[closed].node)
            }
        }
        findPhrases(document)
        findHiddenPage()
    }

    /// Finds an element that hides twice the text that all others show: a script would show it, or it is for those
    /// without scripts.
    private mutating func findHiddenPage() {
        var seen = 0
        var hidden: [Int] = []
        var index = 0
        while index < items.count {
            if items[index].isUnseen {
                hidden.append(index)
                index = items[index].end
            } else {
                seen += items[index].length
                index += 1
            }
        }
        for index in hidden where !items[index].hints.contains(.besideByRole) {
            guard length(of: index..<items[index].end) > 2 * seen else { continue }
            items[index].isUnseen = false
            items[index].hints.remove(.unseen)
            items[index].hints.insert(.panel)
        }
    }

    /// Returns the children of an item, in page order.
    func children(of item: Int) -> Children { Children(items: items, place: item + 1, end: items[item].end) }

    struct Children: Sequence, IteratorProtocol {
        let items: [Item]
        var place: Int
        let end: Int

        mutating func next() -> Int? {
            guard place < end else { return nil }
            defer { place = items[place].end }
            return place
        }
    }

    // MARK: Reading the page

    private mutating func isPartOfText(_ node: NodeID, _ document: Document) -> Bool {
        switch document.kind(of: node) {
        case .text: return true
        case .comment, .doctype, .document: return false
        case .element:
            let tag = document.tag(of: node)
            if tag == .title, title.isEmpty, document.namespace(of: node) == .html {
                title = Self.text(inside: node, document)
            }
            return !Self.silent.contains(tag)
        }
    }

    private mutating func append(_ node: NodeID, in parent: Int, _ document: Document) {
        let tag = document.tag(of: node)
        var item = Item(node: node, tag: tag, parent: parent, end: items.count + 1)
        if document.kind(of: node) == .text {
            let measure = Self.measure(node, document)
            item.length = measure.length
            item.commas = measure.commas
            item.kind = item.length == 0 ? .blank : .phrase
        } else {
            item.hints = ContentHints(of: node, tag, document)
            if tag == .noscript { item.hints.insert(.unseen) }
            item.isUnseen = !item.hints.isDisjoint(with: [.unseen, .unspoken])
            if tag == .br { item.kind = .blank }
        }
        items.append(item)
    }

    /// Finds the inline elements, from the last to the first, because descendants follow an element.
    private mutating func findPhrases(_ document: Document) {
        var holdsBlocks = [Bool](repeating: false, count: items.count)
        for index in items.indices.reversed() {
            let tag = items[index].tag
            if items[index].kind == .block {
                let isPhrase =
                    Self.phrases.contains(tag) || Self.transparent.contains(tag) && !holdsBlocks[index]
                if isPhrase { items[index].kind = .phrase }
            }
            let parent = items[index].parent
            if parent >= 0, items[index].kind == .block { holdsBlocks[parent] = true }
        }
    }

    /// The maximum number of bytes of a text that are read, and of nodes that are searched for it.
    private static let longest = 512
    private static let maxNodes = 256

    /// Returns the bytes of the text in an element, in lower case or as they are; only the beginning of a long one.
    static func text(
        inside node: NodeID, _ document: Document, upTo longest: Int = longest,
        by change: (UInt8) -> UInt8 = ASCII.lowered
    ) -> [UInt8] {
        var bytes: [UInt8] = []
        for place in document.descendants(of: node).prefix(maxNodes) {
            guard bytes.count < longest else { break }
            if document.kind(of: place) == .text {
                document.forEachPiece(of: place) { piece, _ in
                    if bytes.count < longest { bytes += piece.prefix(longest).map(change) }
                }
            }
        }
        return bytes
    }

    /// Returns the length of a text in characters, with runs of blanks counted as one, and its number of commas.
    private static func measure(_ text: NodeID, _ document: Document) -> (length: Int, commas: Int) {
        var length = 0
        var commas = 0
        var isBehindBlank = true
        document.visitSpans(of: text) { span in
            for index in 0..<span.count {
                let byte = span[index]
                if ASCII.isBlank(byte) {
                    if !isBehindBlank { length += 1 }
                    isBehindBlank = true
                    continue
                }
                isBehindBlank = false
                // Continuation bytes are not counted.
                if byte & 0xC0 != 0x80 { length += 1 }
                if byte == 0x2C || byte >= 0xD8 && isComma(span, at: index) { commas += 1 }
            }
            return true
        }
        if isBehindBlank, length > 0 { length -= 1 }
        return (length, commas)
    }

    /// Whether a comma of another script begins here: Arabic, ideographic, full width.
    private static func isComma(_ span: Span<UInt8>, at index: Int) -> Bool {
        guard index + 1 < span.count else { return false }
        if span[index] == 0xD8 { return span[index + 1] == 0x8C }
        guard index + 2 < span.count else { return false }
        if span[index] == 0xE3 { return span[index + 1] == 0x80 && span[index + 2] == 0x81 }
        return span[index] == 0xEF && span[index + 1] == 0xBC && span[index + 2] == 0x8C
    }

    // MARK: Tags

    /// Elements whose content is not text of the page.
    private static let silent: Set<Tag> = [
        .script, .style, .template, .noframes, .noembed, .datalist, .title, .meta, .link,
        .base, .param, .source, .track, .col,
    ]

    /// Inline elements.
    static let phrases: Set<Tag> = [
        .abbr, .acronym, .audio, .b, .bdi, .bdo, .big, .button, .canvas, .cite, .code, .data, .dfn, .em,
        .embed, .font, .i, .img, .input, .kbd, .label, .mark, .math, .meter, .nobr, .object, .output,
        .picture,
        .progress, .q, .ruby, .rb, .rp, .rt, .rtc, .s, .samp, .select, .small, .span, .strike, .strong, .sub,
        .sup, .svg, .textarea, .time, .tt, .u, .var, .wbr,
    ]

    /// Elements that are inline if all their content is.
    private static let transparent: Set<Tag> = [.a, .del, .ins, .map, .other]

    /// Measures a range of items, from the last to the first. `counts` receives each item with its contents, and
    /// returns whether it counts for its parent.
    func measure(
        _ range: Range<Int>, without isLeftOut: [Bool], _ loose: [Int: Int], _ isData: [Bool],
        _ measures: inout [TextMeasure], _ counts: (Int, TextMeasure) -> Bool
    ) {
        for index in range { measures[index] = TextMeasure() }
        for index in range.reversed() where !isLeftOut[index] {
            let item = items[index]
            measures[index].paragraphs += loose[index] ?? 0
            if item.length > 0 {
                measures[index].length += item.length
                measures[index].commas += item.commas
            }
            guard counts(index, measures[index]), item.parent >= range.lowerBound else { continue }
            var measure = measures[index]
            add(item, isData[index], to: &measure)
            measures[item.parent] += measure
        }
    }

    /// Adds an element itself to its contents.
    private func add(_ item: Item, _ isData: Bool, to measure: inout TextMeasure) {
        switch item.tag {
        case .a:
            if measure.length > 0 { measure.links += 1 }
            let isNote = item.hints.contains(.withinPage)
            measure.linked = max(measure.linked, Double(measure.length) * (isNote ? 0.3 : 1))
        case .p: measure.paragraphs += 1
        case .img: measure.images += 1
        case .li: measure.listItems += 1
        case .input: measure.fields += 1
        case .object, .embed, .iframe: measure.frames += 1
        case .h1, .h2, .h3, .h4, .h5, .h6: measure.inHeadings += measure.length
        case .ul, .ol: measure.inLists += measure.length
        case .table: if isData { measure.hasData = true }
        default: break
        }
        if measure.length > 0, Self.textElements.contains(item.tag) { measure.hasTextElements = true }
    }

    private static let textElements: Set<Tag> = [
        .span, .li, .td, .blockquote, .dl, .div, .img, .ol, .p, .pre, .table, .ul,
    ]

    /// Returns the loose paragraphs: lines of text between blocks in an element, or separated by two line breaks.
    func looseParagraphs(without isLeftOut: [Bool]) -> [LooseParagraph] {
        var found: [LooseParagraph] = []
        for index in items.indices where !isLeftOut[index] && items[index].kind == .block {
            let tag = items[index].tag
            if tag == .html || tag == .head || tag == .table || tag == .tr || tag == .tbody { continue }
            addLooseParagraphs(of: index, without: isLeftOut, to: &found)
        }
        return found
    }

    private func addLooseParagraphs(
        of index: Int, without isLeftOut: [Bool], to found: inout [LooseParagraph]
    ) {
        var first: Int?
        var end = 0
        var breaks = 0
        var isDivided = false
        let before = found.count
        func close() {
            if let start = first { found.append(LooseParagraph(parent: index, items: start..<end)) }
            first = nil
        }
        for child in children(of: index) where !isLeftOut[child] {
            switch items[child].kind {
            case .blank:
                if items[child].tag == .br { breaks += 1 }
                if breaks == 2 {
                    if first != nil { isDivided = true }
                    close()
                }
            case .phrase:
                breaks = 0
                first = first ?? child
                end = items[child].end
            case .block:
                breaks = 0
                close()
            }
        }
        close()
        // Lines in elements other than `div` belong to the element, unless line breaks divide them into paragraphs.
        if items[index].tag != .div, !isDivided { found.removeLast(found.count - before) }
    }
}

/// Adjacent lines of text in an element that form a paragraph without an element for it.
struct LooseParagraph {
    /// The element that contains them.
    let parent: Int
    let items: Range<Int>
}
