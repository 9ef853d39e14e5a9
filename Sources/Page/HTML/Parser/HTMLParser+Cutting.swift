extension HTMLParser {
    /// Whether all that was read can be laid out and forgotten but for the open elements.
    ///
    /// So it is behind a comment before the page, an element or comment of the body, or the start of a block,
    /// outside formatting elements and tables, but for plain ones: nothing that follows moves what lies before.
    /// Whether a line ends there too is for the layout to say.
    mutating func isAtCut() -> Bool {
        // Before the page begins, only comments can be many.
        if open.count == 0 { return context == 0 && document[document[0].last].kind == .comment }
        guard mayCut, let last = open.last else { return false }
        let child = document[last.node].last
        guard child == 0 ? last.tag.endsParagraph || last.tag.isTablePart : document[child].mayEndChunk
        else { return false }
        // Whether details begin with their summary must be known.
        if last.tag == .details, child == 0 || document[child].kind != .element { return false }
        return isOpenForCut(before: open.count)
    }

    /// Whether the text just read can be laid out and forgotten like that: it ends a line of preformatted text. What
    /// follows is a text of its own then.
    ///
    /// Formatting elements may be open within preformatted text, for what follows moves nothing out of them.
    mutating func isAtLineEnd() -> Bool {
        guard mayCut, document.source.endsLine(tokenizer.token.text), let pre = open.lastIndex(of: .pre)
        else {
            return false
        }
        let text = document[open.lastNode].last
        guard text != 0, document[text].kind == .text, isOpenForCut(before: pre + 1) else { return false }
        var parent = open.entries[pre].node
        for entry in open.entries[(pre + 1)...] {
            guard entry.tag.mayHoldLineEnd, document[entry.node].parent == parent,
                document[parent].last == entry.node
            else { return false }
            parent = entry.node
        }
        document.closedText = text
        return true
    }

    private var mayCut: Bool {
        switch mode {
        case .inBody, .inTable, .inTableBody, .inRow, .inCell:
            templateModes.isEmpty && context == 0 && !mayBecomeFrameset(at: tokenizer.position)
        case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .text, .inTableText,
            .inCaption, .inColumnGroup, .inTemplate, .afterBody, .inFrameset, .afterFrameset, .afterAfterBody,
            .afterAfterFrameset:
            false
        }
    }

    /// Whether the outermost open elements, so many, are a chain of last children that may be cut within.
    private mutating func isOpenForCut(before count: Int) -> Bool {
        // What stood in the way before mostly still does.
        if obstacle < count, !mayHoldCut(at: obstacle) { return false }
        guard let first = (0..<count).first(where: { !mayHoldCut(at: $0) }) else { return true }
        obstacle = first
        return false
    }

    /// Whether the tree may be cut within an open element.
    private func mayHoldCut(at index: Int) -> Bool {
        let entry = open.entries[index]
        let parent = index == 0 ? 0 : open.entries[index - 1].node
        let record = document[entry.node]
        // A paragraph that has only begun is closed by whatever block follows.
        return (record.mayHoldCut || entry.tag == .p && record.last == 0) && !isCountedBackwards(entry)
            && record.parent == parent && document[parent].last == entry.node
    }

    /// Whether an element is a list numbered down from the number of its items, which must all be there.
    private func isCountedBackwards(_ entry: OpenElements.Entry) -> Bool {
        entry.tag == .ol && document.hasAttribute("reversed", of: NodeID(index: entry.node))
    }

    /// How far the page is read.
    public var position: Int { tokenizer.position }

    /// The open elements, outermost first, the document before them.
    public var openNodes: [NodeID] {
        [.document] + open.entries.map { NodeID(index: $0.node) }
    }

    /// Drops all nodes but the document and the open elements, which become nodes 0, 1, 2 and so on.
    ///
    /// Only to be called when `parse` gave `cut`. Linear in what is kept.
    /// - Parameter dropsSource: Whether the bytes read are dropped too.
    public mutating func forget(dropsSource: Bool) {
        var old = Document()
        swap(&old, &document)
        swap(&old.source, &document.source)
        document.isQuirky = old.isQuirky
        // Values are copied to a new pool, so that neither the old one nor the source is needed.
        let pool = document.source.pool
        document.source.pool = []
        var parent: Int32 = 0
        document.forgotten = [0]
        for index in open.entries.indices {
            let forgotten = old.childrenEver(of: open.entries[index].node)
            document.forgotten.append(index + 1 < open.entries.count ? max(0, forgotten - 1) : forgotten)
            let node = keep(open.entries[index].node, of: &old, pool)
            document.insert(node, into: parent)
            open.renumber(at: index, node)
            parent = node
        }
        for index in formatting.indices {
            guard case .element(let node) = formatting[index] else { continue }
            formatting[index] = .element(keep(node, of: &old, pool))
        }
        head = keep(head, of: &old, pool)
        form = keep(form, of: &old, pool)
        document.takeRoom(of: &old)
        if dropsSource { document.source.drop(before: tokenizer.position) }
    }

    /// Takes over an element, standing nowhere, and gives its new number; 0 for none. Of a second time it only gives
    /// the number.
    private mutating func keep(_ node: Int32, of old: inout Document, _ pool: [UInt8]) -> Int32 {
        if node == 0 { return 0 }
        var record = old[node]
        // A record that was taken over is marked as no element, and holds the new number.
        guard record.kind == .element else { return record.first }
        let start = document.attributes.count
        for index in Int(record.content.start)..<Int(record.content.end) {
            let attribute = old.attributes[index]
            document.attributes.append(
                Attribute(
                    name: document.source.copied(attribute.name, from: pool),
                    value: document.source.copied(attribute.value, from: pool)))
        }
        record.content = TextRange(source: start..<document.attributes.count)
        record.parent = -1
        record.first = 0
        record.last = 0
        record.next = 0
        record.previous = 0
        if record.tag == .other { record.name = document.number(of: old.names[Int(record.name)][...]) }
        let number = document.add(record)
        old[node].kind = .document
        old[node].first = number
        return number
    }
}

extension SourceText {
    /// Whether a text is at the end of a line.
    fileprivate func endsLine(_ range: TextRange) -> Bool { slice(range).last == 0x0A }

    /// Adds a text to the pool that stands in the source or in a pool before it.
    fileprivate mutating func copied(_ range: TextRange, from oldPool: [UInt8]) -> TextRange {
        let start = pool.count
        if range.isInPool {
            pool.append(contentsOf: oldPool[Int(~range.start)..<Int(~range.end)])
        } else if !range.isEmpty {
            pool.append(contentsOf: bytes[places(Int(range.start)..<Int(range.end))])
        }
        return TextRange(pool: start..<pool.count)
    }
}

extension Document {
    /// The most nodes, attributes and pieces of text that room is kept for.
    private static let roomLimit = 65_536

    /// Moves into the room of a document that is no longer needed: what is read next is about as large.
    fileprivate mutating func takeRoom(of old: inout Document) {
        guard max(old.nodes.count, old.attributes.count, old.pieces.count) <= Self.roomLimit else { return }
        nodes.move(into: &old.nodes)
        attributes.move(into: &old.attributes)
        pieces.move(into: &old.pieces)
    }

    /// How many elements are or were children of an element.
    fileprivate func childrenEver(of element: Int32) -> Int32 {
        var count = Int(element) < forgotten.count ? forgotten[Int(element)] : 0
        var child = self[element].first
        while child != 0 {
            if self[child].kind == .element { count &+= 1 }
            child = self[child].next
        }
        return count
    }

    /// Gives back the room that is not used.
    mutating func leaveRoom() {
        nodes = nodes.withUnsafeBufferPointer(Array.init)
        attributes = attributes.withUnsafeBufferPointer(Array.init)
        pieces = pieces.withUnsafeBufferPointer(Array.init)
    }
}

extension Array {
    /// Puts the elements in place of those of another array, in its room.
    fileprivate mutating func move(into other: inout [Element]) {
        other.removeAll(keepingCapacity: true)
        other.append(contentsOf: self)
        swap(&self, &other)
    }
}

extension Node {
    /// Whether a cut may lie in the element: it stands between paragraphs or is of no known kind, and is laid
    /// out without a look at the whole of it.
    fileprivate var mayHoldCut: Bool {
        namespace == .html && !tag.isHeading
            && (tag.endsParagraph && tag != .p && tag != .table || tag == .table && isPlain || tag.isTablePart
                || tag == .other || tag == .span)
    }

    /// Whether a cut may lie behind the element.
    fileprivate var mayEndChunk: Bool {
        switch kind {
        case .element: namespace == .html && (tag.endsParagraph || tag.isTablePart || tag == .other)
        case .comment: true
        case .document, .doctype, .text: false
        }
    }
}

extension Tag {
    /// Sections, rows and cells of tables.
    fileprivate var isTablePart: Bool {
        switch self {
        case .tbody, .thead, .tfoot, .tr, .td, .th: true
        default: false
        }
    }

    /// Elements within preformatted text that a cut may lie in: not a link, whose number would be lost, nor what is laid
    /// out by what comes first in it.
    fileprivate var mayHoldLineEnd: Bool {
        switch self {
        case .plaintext, .span: true
        case .a, .nobr, .s, .strike: false
        default: isFormatting
        }
    }

    /// Elements that stand between paragraphs, never within one.
    var endsParagraph: Bool {
        switch self {
        case .html, .body, .address, .article, .aside, .blockquote, .center, .details, .dialog, .dd, .dl, .dt,
            .div, .fieldset, .figcaption, .figure, .footer, .form, .h1, .h2, .h3, .h4, .h5, .h6, .header,
            .hgroup, .hr, .li, .main, .menu, .nav, .ol, .p, .pre, .search, .section, .summary, .table, .ul:
            true
        default: false
        }
    }
}
