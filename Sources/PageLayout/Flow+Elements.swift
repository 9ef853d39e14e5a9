import Markup

extension Flow {
    /// Goes into an element, or lays it out as a whole where its content is none of the page's text.
    mutating func enter(_ node: NodeID, _ document: Document) {
        guard let parent = frames.last else { return }
        let tag = document.tag(of: node)
        noteAnchor(node, document)
        if isHidden(node, tag, document) {
            noteHead(node, tag, document)
            return
        }
        if document.namespace(of: node) == .svg {
            addDrawing(node, parent, document)
            return
        }
        if document.namespace(of: node) == .mathML, isSilent(node, document) { return }
        var frame = Frame(node: node, style: parent.style, link: parent.link, alignment: parent.alignment)
        frame.isPreformatted = parent.isPreformatted
        frame.listDepth = parent.listDepth
        frame.direction = parent.direction
        let direction = direction(of: node, document)
        if let direction, Self.blockMargin(tag) != nil { frame.direction = direction }
        frame.isInList = parent.isInList
        frame.quoteDepth = parent.quoteDepth
        frame.tables = parent.tables
        if tag == .table { frame.tables += 1 }
        let source = document.sourceRange(of: node).lowerBound
        if addWhole(node, tag, frame, source, document) { return }
        applyStyle(tag, to: &frame, node, document)
        open(tag, &frame, node, source, document)
        isolate(tag, direction, &frame, source)
        frames.append(frame)
    }

    mutating func leave(_ frame: Frame, _ document: Document) {
        switch frame.closing {
        case .inline: break
        case .block(let margin, let indents):
            endLine()
            // An item without text shows its marker all the same.
            if [.li, .details].contains(document.tag(of: frame.node)) {
                endMarkers(document.sourceRange(of: frame.node).lowerBound)
            }
            removeIndents(indents)
            endBlock(margin: margin)
        case .heading(let level): endHeading(level)
        case .legend:
            add(" ──", .dimmed, source: document.sourceRange(of: frame.node).lowerBound)
            endBlock(margin: 0)
        case .text(let text):
            add(text, [], source: document.sourceRange(of: frame.node).upperBound)
        case .title, .otherTitle: break
        }
    }

    /// Marks the line of an element that can be jumped to.
    private mutating func noteAnchor(_ node: NodeID, _ document: Document) {
        guard document.attributeCount(of: node) > 0 else { return }
        func mark(_ name: ArraySlice<UInt8>) {
            guard !name.isEmpty else { return }
            if open.hasText, !isBlock(document.tag(of: node)) {
                store.anchors.append(LineStore.Anchor(name: Array(name), line: Int32(store.lineCount)))
            } else {
                pendingAnchors.append(Array(name))
            }
        }
        if let id = document.attribute("id", of: node) { mark(id) }
        if document.tag(of: node) == .a, let name = document.attribute("name", of: node) { mark(name) }
    }

    private func isBlock(_ tag: Tag) -> Bool {
        Self.blockMargin(tag) != nil
    }

    private func isHidden(_ node: NodeID, _ tag: Tag, _ document: Document) -> Bool {
        switch tag {
        case .head, .title: return false
        case .script, .style, .template, .noframes, .noembed, .datalist, .param, .source, .track, .link,
            .meta, .base, .colgroup, .col,
            .audio where !document.hasAttribute("controls", of: node),
            .dialog where !document.hasAttribute("open", of: node):
            return true
        default: break
        }
        guard document.attributeCount(of: node) > 0 else { return false }
        if document.hasAttribute("hidden", of: node) { return true }
        guard let style = document.attribute("style", of: node) else { return false }
        return InlineStyle.hides(style)
    }

    /// What hidden elements of the head say.
    private mutating func noteHead(_ node: NodeID, _ tag: Tag, _ document: Document) {
        switch tag {
        case .base:
            guard head.base == nil, let href = document.attribute("href", of: node) else { return }
            head.base = String(decoding: href, as: UTF8.self)
        case .meta:
            guard head.charset == nil, let charset = document.attribute("charset", of: node) else { return }
            head.charset = String(decoding: charset, as: UTF8.self)
        default: return
        }
    }

    /// The blank lines around a block; nil for what is no block.
    ///
    /// Sections have them too: pages keep them apart by style sheets.
    static func blockMargin(_ tag: Tag) -> Int? {
        switch tag {
        case .p, .h1, .h2, .h3, .h4, .h5, .h6, .blockquote, .pre, .listing, .xmp, .plaintext, .figure, .dl,
            .ul, .ol, .dir, .menu, .fieldset, .table, .hr, .article, .aside, .dialog, .footer, .header, .main,
            .nav, .search, .section:
            1
        case .html, .body, .address, .center, .details, .div, .dd, .dt, .figcaption, .form, .frameset,
            .hgroup,
            .legend, .li, .marquee, .optgroup, .option, .summary, .caption, .tbody, .thead, .tfoot, .tr, .td,
            .th:
            0
        default: nil
        }
    }

    /// What an element's text means.
    func applyStyle(_ tag: Tag, to frame: inout Frame, _ node: NodeID, _ document: Document) {
        switch tag {
        case .b, .strong, .dt, .legend, .th, .summary, .caption: frame.style.insert(.bold)
        case .i, .em, .cite, .var, .dfn, .address, .figcaption: frame.style.insert(.italic)
        case .u, .ins: frame.style.insert(.underline)
        case .s, .strike, .del: frame.style.insert(.strike)
        case .code, .kbd, .samp, .tt, .pre, .listing, .xmp, .plaintext: frame.style.insert(.code)
        case .small: frame.style.insert(.dimmed)
        case .mark: frame.style.insert(.highlight)
        case .blockquote: frame.style.insert(.quote)
        case .button: frame.style.insert(.field)
        case .h1, .h2, .h3, .h4, .h5, .h6:
            frame.style.insert(.heading(Int(tag.rawValue) - Int(Tag.h1.rawValue) + 1))
        case .center: frame.alignment = .center
        default: break
        }
        guard document.attributeCount(of: node) > 0 else { return }
        if let align = document.attribute("align", of: node), Self.blockMargin(tag) != nil, tag != .table {
            frame.alignment = Self.alignment(align) ?? frame.alignment
        }
        if let style = document.attribute("style", of: node) { InlineStyle.apply(style, to: &frame) }
    }

    static func alignment(_ name: ArraySlice<UInt8>) -> Alignment? {
        if ASCII.equal(name, "center") { return .center }
        if ASCII.equal(name, "right") || ASCII.equal(name, "end") { return .end }
        return ASCII.equal(name, "left") || ASCII.equal(name, "start") ? .start : nil
    }

    /// Begins an element: ends the line, indents, writes what stands before its content.
    private mutating func open(
        _ tag: Tag, _ frame: inout Frame, _ node: NodeID, _ source: Int, _ document: Document
    ) {
        if let margin = Self.blockMargin(tag) {
            beginBlock(tag, margin: margin, &frame, node, document)
            return
        }
        if document.namespace(of: node) == .mathML {
            beginFormula(&frame, node, source, document)
            return
        }
        switch tag {
        // Only the first title of a page is its title.
        case .title: frame.closing = head.title.isEmpty ? .title : .otherTitle
        case .a:
            guard let href = document.attribute("href", of: node) else { return }
            // Links side by side are told apart, as pages do by style sheets.
            if open.hasText, let last = store.runs.last, last.link >= 0 { open.hasSpace = true }
            frame.style.insert(.link)
            frame.link = store.addLink(.address(Array(href)))
        case .q: beginQuote(&frame, source)
        case .del, .s, .strike: beginDeletion(&frame, node, source, document)
        case .sup, .sub: addShift(tag, node, source, document)
        case .rt:
            if !hasParentheses(node, document) {
                add("(", [], source: source)
                frame.closing = .text(")")
            }
        case .button:
            frame.link = store.addLink(.field(source: Int32(truncatingIfNeeded: source)))
            let ink = Ink(style: frame.style, link: frame.link, source: source)
            add(Array("[\u{A0}".utf8)[...], ink)
            frame.closing = .text("\u{A0}]")
        case .meter, .progress: addGauge(tag, node, source, document)
        case .audio, .video, .object, .embed, .applet, .canvas: addMedia(node, tag, source, document)
        default: break
        }
    }

    /// Whether ruby text is written in parentheses by the page itself.
    private func hasParentheses(_ node: NodeID, _ document: Document) -> Bool {
        var sibling = document.previousSibling(of: node)
        while let other = sibling {
            if document.kind(of: other) == .element { return document.tag(of: other) == .rp }
            sibling = document.previousSibling(of: other)
        }
        return false
    }
}
