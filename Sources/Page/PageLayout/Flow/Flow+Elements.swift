import CSS
import HTML

extension Flow {
    /// The properties of an element that are determined before it is entered.
    private struct Entrance {
        var tag: Tag
        var attributes: KnownAttributes
        var declared: Declared?
        var display: Display
        var direction: BidiOrder.Direction?
        var isWord: Bool
        /// The start of the element in the source.
        var source: Int
    }

    /// Enters an element, or lays it out as a whole if its content is not part of the page's text.
    mutating func enter(_ node: NodeID, _ document: Document) {
        // The parent's frame is read in place: a copy would cost more than all these reads.
        let top = frames.count - 1
        guard top >= 0 else { return }
        let tag = document.tag(of: node)
        let attributes = document.knownAttributes(of: node)
        if isScanning, scansOver(node, tag, attributes, document) { return }
        if attributes.contains(.id) || tag == .a && attributes.contains(.name) { noteAnchor(node, document) }
        if Self.isNeverShown(tag) {
            noteHead(node, tag, document)
            if tag == .meta { addRefresh(node, document) }
            return
        }
        switch document.namespace(of: node) {
        case .html: break
        case .svg:
            if tag == .svg { noteAnchors(within: node, document) }
            if isUnseenDrawing(node, tag, attributes, document) { return }
            return addDrawing(node, frames[top], document)
        case .mathML: if isSilent(node, document) { return }
        }
        let declared =
            attributes.contains(.style) || !rules.isEmpty
            ? Self.declared(for: node, frames[top].ancestors, document, by: rules) : nil
        var frame = Frame(node: node, below: frames[top])
        if !rules.isEmpty { frame.ancestors = frames[top].ancestors.adding(node, of: document) }
        let mayBeHidden = declared != nil || attributes.contains(.hidden) || tag == .dialog || tag == .audio
        if mayBeHidden && Self.isHidden(node, tag, declared, document, by: rules)
            && !holdsFormula(node, document) && !isOpened(node, attributes, declared, document)
            || attributes.contains(.ariaHidden) && isHiddenWithinLine(node, tag, document)
        {
            frame.closing = .nothing
            frames.append(frame)
            return
        }
        let direction = attributes.contains(.dir) ? direction(of: node, document) : nil
        if let direction, Self.blockMargin(tag) != nil { frame.direction = direction }
        if tag == .table {
            frame.tables += 1
            frame.alignment = frame.alignment.withinTable(isQuirky: document.isQuirky)
        }
        var display = Self.display(tag, declared, within: frames[top].closing)
        var isSetApart = false
        switch frames[top].children {
        case .inLine: break
        case .apart: isSetApart = true
        case .inRow:
            isSetApart = true
            if display == .listItem { display = .inline }
        case .stacked: if display == .inline || display == .inlineBlock { display = .block }
        }
        if frame.isInButton {
            isSetApart = isSetApart || tag == .br || Self.endsLines(display)
            display = .inline
        }
        let entrance = Entrance(
            tag: tag, attributes: attributes, declared: declared, display: display, direction: direction,
            isWord: Self.isWord(tag, display, isSetApart: isSetApart),
            source: document.sourceStart(of: node))
        if entrance.isWord { setApart() }
        guard Self.isWhole(tag), !frame.isInButton || !Self.endsLines(tag) else {
            return push(&frame, entrance, document)
        }
        if tag != .table { noteAnchors(within: node, document) }
        if let declared {
            Self.apply(
                declared, to: &frame, below: frames[top], tag, isBlock: Self.blockMargin(tag) != nil)
        }
        if !frame.look.isVisible, tag != .table { return }
        if tag == .table, tableDepth == 0, purpose == .lines, !document.isPlainTable(node) {
            let place = place
            guard addTable(node, frame, document) else { return push(&frame, entrance, document) }
            let around = frame
            scanTable(from: place, document) { flow in
                var frame = around
                flow.push(&frame, entrance, document)
            }
        } else if !addWhole(node, tag, frame, entrance.source, document) {
            return push(&frame, entrance, document)
        }
        if entrance.isWord { setApart() }
    }

    /// Enters an element whose frame contains the inherited values.
    private mutating func push(_ frame: inout Frame, _ entrance: Entrance, _ document: Document) {
        let (tag, display) = (entrance.tag, entrance.display)
        Self.applyStyle(tag, to: &frame, entrance.attributes, document)
        if let declared = entrance.declared {
            Self.apply(
                declared, to: &frame, below: frames[frames.count - 1], tag, isBlock: Self.endsLines(display))
            // The text of a link or button is its name, whatever is drawn in its place.
            let isNamed = tag == .a || tag == .button || frame.isInButton || frame.link >= 0
            frame.hasZeroFontSize = declared.hasZeroFontSize && !isNamed
        }
        frame.children = Self.children(of: display, entrance.declared)
        var isFollowedByLine = false
        if let declared = entrance.declared {
            if Self.mayBeSetIn(tag) { frame.indent = Int8(clamping: declared.indent) }
            let lines = declared.lines
            // Most elements have no vertical margins, so the tag is looked up last.
            if lines.above || lines.below, Self.mayBeKeptApart(tag, display) {
                if lines.above { endBlock(margin: 1) }
                isFollowedByLine = lines.below
            }
        }
        open(tag, &frame, display, entrance.source, document)
        if isFollowedByLine, case .block(_, let indents) = frame.closing {
            frame.closing = .block(margin: 1, indents: indents)
        }
        if frame.isInButton, frame.look.whiteSpace != .nowrap { frame.look.whiteSpace = .normal }
        isolate(tag, entrance.direction, &frame, entrance.source)
        if entrance.isWord, case .inline = frame.closing { frame.closing = .word }
        if !rules.isEmpty { count(entrance.declared) }
        guard rules.writeBeside else { return frames.append(frame) }
        addTextBefore(&frame, document)
    }

    private static func children(of display: Display, _ declared: Declared?) -> Children {
        switch display {
        case .flex: declared?.isColumn ?? false ? .stacked : .inRow
        case .grid: .apart
        case .none, .inline, .inlineBlock, .block, .listItem, .contents: .inLine
        }
    }

    /// Skips an element whose content is not shown, but uses its style sheets.
    mutating func passUnseen(_ node: NodeID, _ document: Document) {
        let tag = document.tag(of: node)
        guard let parent = frames.last, document.namespace(of: node) != .svg else { return }
        if Self.isNeverShown(tag) {
            noteHead(node, tag, document)
        } else {
            var frame = Frame(node: node)
            if !rules.isEmpty { frame.ancestors = parent.ancestors.adding(node, of: document) }
            frame.closing = .nothing
            frames.append(frame)
        }
    }

    /// Whether an inline element is separated from the text around it.
    private static func isWord(_ tag: Tag, _ display: Display, isSetApart: Bool) -> Bool {
        switch display {
        case .inline, .inlineBlock, .contents: isSetApart || blockMargin(tag) != nil
        case .block, .flex, .grid, .listItem, .none: false
        }
    }

    /// Separates what follows from the text before it on the line.
    mutating func setApart() {
        guard open.hasText, !isBehindBracket else { return }
        open.hasSpace = true
        open.holdsSpace = false
    }

    /// Ends an element with the action chosen at its start.
    mutating func leave(_ node: NodeID, _ closing: Closing, _ document: Document) {
        if frames[frames.count - 1].link >= 0 { nameLink(node, document) }
        if frames[frames.count - 1].hasTextBehind { addTextBehind(node, document) }
        switch closing {
        case .inline, .nothing: break
        case .word: setApart()
        case .block(let margin, let indents): leaveBlock(node, Int(margin), Int(indents), document)
        case .heading(let level): endHeading(Int(level))
        case .legend:
            add(" ──", .dimmed, source: document.sourceStart(of: node))
            endBlock(margin: 0)
        case .text(let ending): end(node, with: ending.text, document)
        case .textBlock(let ending, let margin, let indents):
            end(node, with: ending.text, document)
            leaveBlock(node, Int(margin), Int(indents), document)
        case .title, .otherTitle: break
        }
    }

    private mutating func leaveBlock(_ node: NodeID, _ margin: Int, _ indents: Int, _ document: Document) {
        endLine()
        if document.tag(of: node) == .td || document.tag(of: node) == .th { placeholder = nil }
        // Empty details still show their marker; an empty item leaves nothing.
        if !markers.isEmpty {
            let tag = document.tag(of: node)
            if tag == .details { endMarkers(document.sourceStart(of: node)) }
            if tag == .li {
                while let last = markers.last, last.depth >= self.indents.count { markers.removeLast() }
            }
        }
        removeIndents(indents)
        endBlock(margin: margin)
    }

    /// Whether an element is never shown, whatever style sheets say.
    static func isNeverShown(_ tag: Tag) -> Bool {
        switch tag {
        case .script, .style, .template, .noframes, .noembed, .datalist, .param, .source, .track, .link,
            .meta,
            .base, .colgroup, .col:
            true
        default: false
        }
    }

    /// Whether an element is laid out as a whole, so that its style is needed first.
    private static func isWhole(_ tag: Tag) -> Bool {
        switch tag {
        case .br, .wbr, .hr, .img, .input, .textarea, .select, .iframe, .frame, .area, .table: true
        default: false
        }
    }

    /// Whether an element that is laid out as a whole ends the line before it.
    private static func endsLines(_ tag: Tag) -> Bool { tag == .br || tag == .hr || tag == .table }

    /// Records the address of the next page, from the first element that has one.
    private mutating func noteNext(_ node: NodeID, _ document: Document) {
        guard head.next == nil, document.attributeCount(of: node) > 1,
            PageLink.names("next", amongRelations: node, document),
            PageLink.Use(ofLink: node, document) == .page,
            let href = document.attribute("href", of: node)
        else { return }
        head.next = String(decoding: href, as: UTF8.self)
    }

    /// Records the values of hidden elements of the head.
    private mutating func noteHead(_ node: NodeID, _ tag: Tag, _ document: Document) {
        switch tag {
        case .base:
            guard head.base == nil, let href = document.attribute("href", of: node) else { return }
            head.base = String(decoding: href, as: UTF8.self)
        case .style, .link:
            addSheet(node, tag, document)
            if tag == .link {
                noteNext(node, document)
                noteFeed(node, document)
            }
        default: return
        }
    }

    /// Returns the number of blank lines around a block; nil if the element is not a block.
    ///
    /// Sections have one, too, because pages separate them by style sheets.
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

    static func alignment(_ name: ArraySlice<UInt8>) -> Alignment? {
        if ASCII.equal(name, "center") { return .centerOfBoxes }
        if ASCII.equal(name, "right") || ASCII.equal(name, "end") { return .endOfBoxes }
        return ASCII.equal(name, "left") || ASCII.equal(name, "start") ? .start : nil
    }

    /// Begins an element: ends the line, indents, and writes what precedes its content.
    private mutating func open(
        _ tag: Tag, _ frame: inout Frame, _ display: Display, _ source: Int, _ document: Document
    ) {
        switch display {
        case .inline, .inlineBlock, .contents, .none: openInline(tag, &frame, source, document)
        case .block, .flex, .grid, .listItem:
            let margin = Self.blockMargin(tag)
            beginBlock(tag, margin: margin ?? 0, display, &frame, document)
            guard margin == nil, case .block(let lines, let indents) = frame.closing else { return }
            openInline(tag, &frame, source, document)
            if case .text(let text) = frame.closing {
                frame.closing = .textBlock(text, margin: lines, indents: indents)
            } else if case .nothing = frame.closing {
                removeIndents(Int(indents))
            }
        }
    }

    /// Begins the inline part of an element, even if it is displayed as a block.
    private mutating func openInline(_ tag: Tag, _ frame: inout Frame, _ source: Int, _ document: Document) {
        let node = frame.node
        if document.namespace(of: node) == .mathML {
            beginFormula(&frame, node, source, document)
            return
        }
        // An invisible element has no marks either; its descendants may be visible.
        guard frame.look.isVisible || tag == .a || tag == .li || tag == .title || tag == .button else {
            return
        }
        switch tag {
        case .li: countItem(node, document)
        // Only the first title of a page is its title.
        case .title: frame.closing = head.title.isEmpty ? .title : .otherTitle
        case .a:
            guard let href = document.attribute("href", of: node) else { return }
            if open.hasText, let last = store.runs.last, last.link >= 0, isInMenu(node, document) {
                open.hasSpace = true
            }
            frame.style.insert(.link)
            frame.link = addLink(
                LineStore.Target(ofLink: node, href, document), PageLink.Use(ofLink: node, document))
            noteNext(node, document)
        case .q: beginQuote(&frame, source)
        case .del, .s, .strike: beginDeletion(&frame, node, source, document)
        case .sup, .sub: addShift(tag, node, source, document)
        case .rt:
            if !hasParentheses(node, document) {
                add("(", [], source: source)
                frame.closing = .text(Ending(")"))
            }
        case .button: beginButton(&frame, source, document)
        case .meter, .progress: addGauge(tag, node, source, document)
        case .audio, .video, .object, .embed, .applet, .canvas: addMedia(node, tag, source, document)
        default: break
        }
    }
}
