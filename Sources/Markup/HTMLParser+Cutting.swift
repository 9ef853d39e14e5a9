extension HTMLParser {
    /// Whether all that was read can be laid out and forgotten but for the open elements.
    ///
    /// So it is behind a comment before the page, an element or comment of the body, or the start of a block,
    /// outside formatting elements and tables, but for plain ones: nothing that follows moves what lies before.
    /// Whether a line ends there too is for the layout to say.
    mutating func isAtCut() -> Bool {
        // Before the page begins, only comments can be many.
        if open.count == 0 { return context == 0 && document[document[0].last].kind == .comment }
        switch mode {
        case .inBody, .inTable, .inTableBody, .inRow, .inCell: break
        case .initial, .beforeHTML, .beforeHead, .inHead, .inHeadNoscript, .afterHead, .text, .inTableText,
            .inCaption, .inColumnGroup, .inTemplate, .afterBody, .inFrameset, .afterFrameset, .afterAfterBody,
            .afterAfterFrameset:
            return false
        }
        guard templateModes.isEmpty, context == 0, let last = open.last else { return false }
        let child = document[last.node].last
        guard child == 0 ? last.tag.endsParagraph || last.tag.isTablePart : document[child].mayEndStretch
        else { return false }
        // Whether details begin with their summary must be known.
        if last.tag == .details, child == 0 || document[child].kind != .element { return false }
        // The open elements must be a chain of last children. What stood in the way before mostly still does.
        if obstacle < open.count, !mayHoldCut(at: obstacle) { return false }
        guard let first = open.entries.indices.first(where: { !mayHoldCut(at: $0) }) else { return true }
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
        var fresh = Document()
        swap(&fresh.source, &document.source)
        fresh.isQuirky = document.isQuirky
        // Values are copied to a new pool, so that neither the old one nor the source is needed.
        let oldPool = fresh.source.pool
        fresh.source.pool = []
        func bytes(_ range: TextRange) -> ArraySlice<UInt8> {
            if range.isEmpty { return [] }
            if range.isInPool { return oldPool[Int(~range.start)..<Int(~range.end)] }
            return fresh.source.slice(range)
        }
        func keep(_ node: Int32) -> Int32 {
            var record = document[node]
            let list = document.attributes[Int(record.content.start)..<Int(record.content.end)]
            let start = fresh.attributes.count
            for attribute in list {
                let name = bytes(attribute.name)
                let value = bytes(attribute.value)
                fresh.attributes.append(
                    Attribute(name: fresh.source.store(name), value: fresh.source.store(value)))
            }
            record.content = TextRange(source: start..<fresh.attributes.count)
            (record.parent, record.first, record.last, record.next, record.previous) = (-1, 0, 0, 0, 0)
            if record.kind == .element, record.tag == .other {
                record.name = fresh.number(of: document.names[Int(record.name)][...])
            }
            return fresh.add(record)
        }
        var numbers: [Int32: Int32] = [:]
        var parent: Int32 = 0
        for entry in open.entries {
            let node = keep(entry.node)
            numbers[entry.node] = node
            fresh.insert(node, into: parent)
            parent = node
        }
        for case .element(let node) in formatting where numbers[node] == nil { numbers[node] = keep(node) }
        if head != 0, numbers[head] == nil { numbers[head] = keep(head) }
        if form != 0, numbers[form] == nil { numbers[form] = keep(form) }
        open.renumber(numbers)
        formatting = formatting.map { entry in
            guard case .element(let node) = entry else { return .marker }
            return .element(numbers[node] ?? 0)
        }
        head = numbers[head] ?? 0
        form = numbers[form] ?? 0
        document = fresh
        if dropsSource { document.source.drop(before: tokenizer.position) }
    }
}

extension OpenElements {
    /// Gives the elements their new numbers.
    mutating func renumber(_ numbers: [Int32: Int32]) {
        for index in entries.indices { renumber(at: index, numbers[entries[index].node] ?? 0) }
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
    fileprivate var mayEndStretch: Bool {
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
