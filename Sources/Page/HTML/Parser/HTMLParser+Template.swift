/// A declarative shadow root whose host is open (HTML standard §4.12.3).
struct ShadowRoot: Sendable {
    let host: Int32
    let template: Int32
    /// Its slots, in tree order.
    var slots: [Int32] = []
}

extension HTMLParser {
    mutating func inTemplate(_ token: Token) {
        switch token.kind {
        case .text, .null, .comment, .doctype: inBody(token)
        case .startTag:
            switch token.tag {
            case .base, .basefont, .bgsound, .link, .meta, .noframes, .script, .style, .template, .title:
                inHead(token)
            case .caption, .colgroup, .tbody, .tfoot, .thead: changeTemplateMode(.inTable, token)
            case .col: changeTemplateMode(.inColumnGroup, token)
            case .tr: changeTemplateMode(.inTableBody, token)
            case .td, .th: changeTemplateMode(.inRow, token)
            default: changeTemplateMode(.inBody, token)
            }
        case .endTag:
            if token.tag == .template { closeTemplate(token) }
        case .end:
            guard open.contains(.template) else { return closeAll(token) }
            pop(through: .template, token)
            clearFormattingToMarker()
            templateModes.removeLast()
            resetMode()
            process(token)
        }
    }

    private mutating func changeTemplateMode(_ next: Mode, _ token: Token) {
        templateModes[templateModes.count - 1] = next
        process(token, in: next)
    }

    mutating func closeTemplate(_ token: Token) {
        guard open.contains(.template) else { return }
        while currentTag.hasThoroughlyImpliedEnd { popOpen(at: token.range.lowerBound) }
        pop(through: .template, token)
        clearFormattingToMarker()
        _ = templateModes.popLast()
        resetMode()
    }

    /// Resets the insertion mode to that of the open elements.
    mutating func resetMode() {
        for index in open.entries.indices.reversed() {
            let entry = open.entries[index]
            let isLast = index == 0
            let node = isLast && context != 0 ? context : entry.node
            let tag = document[node].namespace == .html ? document[node].tag : .other
            switch tag {
            case .td where !isLast, .th where !isLast: mode = .inCell
            case .tr: mode = .inRow
            case .tbody, .thead, .tfoot: mode = .inTableBody
            case .caption: mode = .inCaption
            case .colgroup: mode = .inColumnGroup
            case .table: mode = .inTable
            case .template: mode = templateModes.last ?? .inBody
            case .head where !isLast: mode = .inHead
            case .body: mode = .inBody
            case .frameset: mode = .inFrameset
            case .html: mode = head == 0 ? .beforeHead : .afterHead
            default:
                guard isLast else { continue }
                mode = .inBody
            }
            return
        }
    }

    // Declarative shadow roots (HTML standard §13.2.6.4.4). The tree is built as it is displayed: when a host closes, its
    // shadow tree takes the place of the template, and the other children of the host that of the slots (DOM standard
    // §4.2.2.3), so that nothing that reads the tree needs to know of them.

    /// Notes the template that was just opened, if it is a declarative shadow root: the first child of an element that
    /// can be a host, of which nothing can be laid out yet.
    mutating func noteShadowRoot() {
        let template = current
        let host = document[template].parent
        guard let mode = document.attribute("shadowrootmode", of: NodeID(index: template)),
            ASCII.equal(mode, "open") || ASCII.equal(mode, "closed"), open.count > 1,
            open.entries[open.count - 2].node == host, document.canHost(NodeID(index: host)),
            document.forgottenChildren(of: NodeID(index: host)) == 0
        else { return }
        var before = document[template].previous
        while before != 0, document.isGap(NodeID(index: before)) { before = document[before].previous }
        if before == 0 { shadowRoots.append(ShadowRoot(host: host, template: template)) }
    }

    /// Notes an element that was just opened, if it is a slot of a shadow root.
    mutating func noteSlot(_ node: Int32) {
        guard document.isOther(NodeID(index: node), named: Self.slot),
            let template = open.lastIndex(of: .template).map({ open.entries[$0].node }),
            let root = shadowRoots.lastIndex(where: { $0.template == template })
        else { return }
        shadowRoots[root].slots.append(node)
    }

    private static let slot = Array("slot".utf8)[...]

    /// Handles a closed element: a host gets the children that are displayed. Linear in its children and the children
    /// of its slots.
    mutating func closedHost(_ node: Int32) {
        guard let root = shadowRoots.last, root.host == node else { return }
        shadowRoots.removeLast()
        var assigned: [ArraySlice<UInt8>: [Int32]] = [:]
        for child in document.siblings(from: document[root.template].next) {
            document.detach(child)
            // Comments are not assigned to slots.
            guard document[child].kind != .comment else { continue }
            assigned[document.attribute("slot", of: NodeID(index: child)) ?? [], default: []].append(child)
        }
        for child in document.siblings(from: document[root.template].first) {
            document.insert(child, into: node, before: root.template)
            if document[child].tag == .style { document.hosts[child] = node }
            // Only the sheets of the page are loaded.
            if document[child].tag == .link { document.detach(child) }
        }
        document.detach(root.template)
        for slot in root.slots {
            let name = document.attribute("name", of: NodeID(index: slot)) ?? []
            let content = assigned.removeValue(forKey: name) ?? document.siblings(from: document[slot].first)
            for child in content { document.insert(child, into: document[slot].parent, before: slot) }
            document.detach(slot)
        }
    }
}

extension Document {
    /// Returns a node and its next siblings; none for 0.
    fileprivate func siblings(from first: Int32) -> [Int32] {
        Array(sequence(first: first) { self[$0].next }.prefix { $0 != 0 })
    }

    /// Whether an element can be a shadow host (DOM standard §4.9).
    fileprivate func canHost(_ node: NodeID) -> Bool {
        Self.hosts.contains(tag(of: node)) || otherName(of: node).contains(0x2D)
    }

    private static let hosts: Set<Tag> = [
        .article, .aside, .blockquote, .body, .div, .footer, .h1, .h2, .h3, .h4, .h5, .h6, .header,
        .main, .nav, .p, .section, .span,
    ]
}
