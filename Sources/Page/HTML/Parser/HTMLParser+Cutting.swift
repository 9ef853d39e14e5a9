extension HTMLParser {
    /// Whether everything read can be laid out and dropped, except the open elements.
    ///
    /// This holds after a comment before the page, an element or comment of the body, or the start of a block,
    /// outside formatting elements and tables other than plain ones: nothing that follows moves what precedes.
    /// Whether a line ends there too is up to the layout.
    mutating func isAtCut() -> Bool {
        // Before the page begins, only comments can be numerous.
        if open.count == 0 { return context == 0 && document[document[0].last].kind == .comment }
        guard mayCut, let last = open.last else { return false }
        let child = document[last.node].last
        guard child == 0 ? last.tag.endsParagraph || last.tag.isTablePart : document[child].mayEndChunk
        else { return false }
        if awaitsNeighbor(child, mayBeText: true) { return false }
        // Whether details begin with their summary must be known.
        if last.tag == .details, child == 0 || document[child].kind != .element { return false }
        return isOpenForCut(before: open.count)
    }

    /// Whether the text just read can be laid out and dropped in this way: it ends a line of preformatted text.
    /// What follows becomes a separate text node.
    ///
    /// Formatting elements may be open within preformatted text, since what follows moves nothing out of them.
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
                document[parent].last == entry.node, !document.isAriaHidden(NodeID(index: entry.node))
            else { return false }
            parent = entry.node
        }
        document.closedText = text
        return true
    }

    /// The bytes of attributes that each cut may copy.
    private static let fewCopied = 4_096

    private var mayCut: Bool {
        switch mode {
        case .inBody, .inTable, .inTableBody, .inRow, .inCell:
            templateModes.isEmpty && shadowRoots.isEmpty && context == 0 && tokenizer.position >= nextCut
                && !mayBecomeFrameset(at: tokenizer.position)
        case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .text, .inTableText,
            .inCaption, .inColumnGroup, .inTemplate, .afterBody, .inFrameset, .afterFrameset, .afterAfterBody,
            .afterAfterFrameset:
            false
        }
    }

    /// Whether the outermost `count` open elements are a chain of last children that may be cut within.
    private mutating func isOpenForCut(before count: Int) -> Bool {
        // The previous obstacle usually still exists.
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
        // A paragraph that has only begun is closed by any block that follows.
        return (record.mayHoldCut || entry.tag == .p && record.last == 0) && !isCountedBackwards(entry)
            && record.parent == parent && document[parent].last == entry.node
            && (entry.tag.endsParagraph
                || !document.isAriaHidden(NodeID(index: entry.node))
                    && !awaitsNeighbor(record.previous, mayBeText: false))
    }

    /// Whether what is laid out before a place, which follows a node, may depend on what comes next: an element with
    /// `aria-hidden` on its neighbour, a link on the text beside it.
    private func awaitsNeighbor(_ node: Int32, mayBeText: Bool) -> Bool {
        var place = node
        for _ in 0..<Document.widestGap where document.isGap(NodeID(index: place)) {
            place = document[place].previous
        }
        let record = document[place]
        return record.kind == .element && record.first != 0 && !record.tag.endsParagraph
            && (mayBeText && record.tag == .a || document.isAriaHidden(NodeID(index: place)))
    }

    /// Whether an element is a list numbered down from the number of its items, which must be complete.
    private func isCountedBackwards(_ entry: OpenElements.Entry) -> Bool {
        entry.tag == .ol && document.hasAttribute("reversed", of: NodeID(index: entry.node))
    }

    /// The offset up to which the page is read.
    public var position: Int { tokenizer.position }

    /// The document and the open elements, outermost first.
    public var openNodes: [NodeID] { [.document] + open.entries.map { NodeID(index: $0.node) } }

    /// Drops all nodes except the document and the open elements, which become nodes 0, 1, 2 and so on.
    ///
    /// Call it only after `parse` returned `cut`.
    /// - Parameter dropsSource: Whether the bytes read are dropped too.
    /// - Complexity: Linear in what remains.
    public mutating func forget(dropsSource: Bool) {
        var old = Document()
        swap(&old, &document)
        swap(&old.source, &document.source)
        document.isQuirky = old.isQuirky
        // Values are copied to a new pool, so that neither the old pool nor the source is needed.
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
        let copied = document.source.pool.count + document.attributes.count * MemoryLayout<Attribute>.size
        if copied > Self.fewCopied { nextCut = tokenizer.position + copied * 4 }
        document.takeRoom(of: &old)
        if dropsSource { document.source.drop(before: tokenizer.position) }
    }

    /// Moves an element from the old document, without inserting it into the tree, and returns its new number;
    /// 0 for none. A second call for the same element only returns the number.
    private mutating func keep(_ node: Int32, of old: inout Document, _ pool: [UInt8]) -> Int32 {
        if node == 0 { return 0 }
        var record = old[node]
        // A record that was moved is marked as not an element, and its `first` is the new number.
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

    // A parser at a cut is small: it can be saved, and resumed from there at any time, even after the page changed
    // elsewhere.

    /// A copy of the parser without the bytes of the page, to be saved. Valid only directly after `forget`.
    public var withoutBytes: HTMLParser {
        var parser = self
        parser.document.source.replace(with: [])
        parser.document.leaveRoom()
        return parser
    }

    /// Resumes over the bytes of a page; the part before the current position may have become longer or shorter.
    /// - Parameters:
    ///   - bytes: The whole page.
    ///   - delta: The number of bytes added before the current position; negative if some were removed.
    public mutating func resume(over bytes: [UInt8], isFinished: Bool, movedBy delta: Int) {
        document.source.replace(with: bytes)
        document.source.isFinished = isFinished
        guard delta != 0 else { return }
        tokenizer.position += delta
        let shift = Int32(truncatingIfNeeded: delta)
        for index in document.nodes.indices {
            document.nodes[index].start &+= shift
            document.nodes[index].end &+= shift
        }
    }

    /// Whether both parsers would parse what follows alike, apart from its offset. Both are at a cut, directly
    /// after `forget`.
    ///
    /// - Complexity: Linear in the open elements and their attributes.
    public func readsLike(_ other: HTMLParser) -> Bool {
        // Endless reconstruction of formatting is limited by the page's length, so its parts are not alike.
        guard renewals == other.renewals, renewals < 1000 else { return false }
        guard mode == other.mode, originalMode == other.originalMode, head == other.head, form == other.form,
            allowsFrameset == other.allowsFrameset, fostersChildren == other.fostersChildren,
            ignoresLineFeed == other.ignoresLineFeed, formatting == other.formatting,
            open.entries == other.open.entries, tokenizer.content == other.tokenizer.content,
            tokenizer.allowsCDATA == other.tokenizer.allowsCDATA,
            tokenizer.xml?.entities == other.tokenizer.xml?.entities,
            tokenizer.xml?.endsAtFirst == other.tokenizer.xml?.endsAtFirst,
            document.isQuirky == other.document.isQuirky, document.nodes.count == other.document.nodes.count
        else { return false }
        return document.nodes.indices.allSatisfy { document.isLike(other.document, Int32($0)) }
    }
}

extension SourceText {
    /// Whether a text ends a line.
    fileprivate func endsLine(_ range: TextRange) -> Bool { slice(range).last == 0x0A }

    /// Copies a text from the source or from a previous pool to the pool.
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
    /// The maximum number of nodes, attributes and pieces of text whose storage is reused.
    private static let roomLimit = 65_536

    /// Reuses the storage of a document that is no longer needed, since what is read next is about as large.
    fileprivate mutating func takeRoom(of old: inout Document) {
        guard max(old.nodes.count, old.attributes.count, old.pieces.count) <= Self.roomLimit else { return }
        nodes.move(into: &old.nodes)
        attributes.move(into: &old.attributes)
        pieces.move(into: &old.pieces)
    }

    /// Returns the number of current and former child elements of an element.
    fileprivate func childrenEver(of element: Int32) -> Int32 {
        var count = Int(element) < forgotten.count ? forgotten[Int(element)] : 0
        var child = self[element].first
        while child != 0 {
            if self[child].kind == .element { count &+= 1 }
            child = self[child].next
        }
        return count
    }

    /// Whether a node is the same in another document; the numbers of nodes follow from their order.
    fileprivate func isLike(_ other: Document, _ node: Int32) -> Bool {
        let (a, b) = (self[node], other[node])
        guard a.kind == b.kind, a.namespace == b.namespace, a.tag == b.tag, a.parent == b.parent,
            a.content.count == b.content.count
        else { return false }
        guard a.kind == .element else { return true }
        if a.tag == .other, names[Int(a.name)] != other.names[Int(b.name)] { return false }
        return zip(Int(a.content.start)..<Int(a.content.end), Int(b.content.start)..<Int(b.content.end))
            .allSatisfy { left, right in
                let (one, two) = (attributes[left], other.attributes[right])
                return source.slice(one.name) == other.source.slice(two.name)
                    && source.slice(one.value) == other.source.slice(two.value)
            }
    }
}

extension Array {
    /// Replaces the elements of another array, and uses its storage.
    fileprivate mutating func move(into other: inout [Element]) {
        other.removeAll(keepingCapacity: true)
        other.append(contentsOf: self)
        swap(&self, &other)
    }
}

extension Node {
    /// Whether a cut may lie in the element: it contains paragraphs or has an unknown name, and is laid out
    /// without reading all of it.
    fileprivate var mayHoldCut: Bool {
        namespace == .html && !tag.isHeading
            && (tag.endsParagraph && tag != .p && tag != .table || tag == .table && isPlain || tag.isTablePart
                || tag == .other || tag == .span)
    }

    /// Whether a cut may follow the element.
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

    /// Elements within preformatted text that a cut may lie in: not a link, whose number would be lost, nor an
    /// element whose layout depends on its first content.
    fileprivate var mayHoldLineEnd: Bool {
        switch self {
        case .plaintext, .span: true
        case .a, .nobr, .s, .strike: false
        default: isFormatting
        }
    }

}
