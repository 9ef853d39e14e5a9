import CSS
import HTML

// The effect of style sheets and style attributes on elements.
extension Flow {
    /// Returns the declarations for an element; nil if there are none.
    func declared(for node: NodeID, _ ancestors: AncestorFilter, _ document: Document) -> Declared? {
        Self.declared(for: node, ancestors, document, by: rules)
    }

    /// Returns the declarations of these rules for an element; nil if there are none.
    static func declared(
        for node: NodeID, _ ancestors: AncestorFilter, _ document: Document, by rules: StyleRules
    ) -> Declared? {
        if rules.isEmpty {
            guard document.attributeCount(of: node) > 0, document.hasAttribute("style", of: node) else {
                return nil
            }
        }
        let declared = rules.declared(for: node, in: document, ancestors: ancestors)
        return declared.isEmpty ? nil : declared
    }

    /// Whether an element is not part of the page.
    static func isHidden(
        _ node: NodeID, _ tag: Tag, _ declared: Declared?, _ document: Document, by rules: StyleRules
    ) -> Bool {
        // A page that hides itself until a script shows it would never be shown, as scripts do not run.
        if tag == .html || tag == .body { return false }
        switch declared?.display {
        case .set(let display): return display == .none || declared?.isTransparent ?? false
        case .initial, .inherited: return declared?.isTransparent ?? false
        case .missing, nil:
            if declared?.isTransparent ?? false { return true }
            if let declared, declared.mayBeShown { return false }
            // Without style sheets, all text is shown.
            if !rules.areApplied, tag != .audio { return false }
            if tag == .dialog, !document.hasAttribute("open", of: node) { return true }
            if tag == .audio, !document.hasAttribute("controls", of: node) { return true }
            return document.knownAttributes(of: node).contains(.hidden)
        }
    }

    /// Whether the reader view shows an element that is hidden: a tab would open it, or a script would fade it in.
    func isOpened(
        _ node: NodeID, _ attributes: KnownAttributes, _ declared: Declared?, _ document: Document
    ) -> Bool {
        guard let mainText else { return false }
        if case .set(.none) = declared?.display { return mainText.opens(node, document) }
        let isFaded = declared?.isTransparent ?? false && !attributes.contains(.hidden)
        return isFaded || mainText.opens(node, document)
    }

    /// Whether a part of a table is hidden, and so not part of the page.
    static func isHiddenPart(_ node: NodeID, _ document: Document, by rules: StyleRules) -> Bool {
        if rules.isEmpty, document.attributeCount(of: node) == 0 { return false }
        let declared = declared(for: node, .unknown, document, by: rules)
        return isHidden(node, document.tag(of: node), declared, document, by: rules)
    }

    /// Returns how an element is displayed: as declared, otherwise by its tag.
    /// - Parameter parent: The action at the end of its parent.
    static func display(_ tag: Tag, _ declared: Declared?, within parent: Closing) -> Display {
        let isBlock = blockMargin(tag) != nil
        let own: Display = tag == .li ? .listItem : isBlock ? .block : .inline
        guard let declared, tag != .html, tag != .body, tag != .head, tag != .title else { return own }
        // A floating item is next to the others.
        if tag == .li, declared.isFloating { return .inline }
        switch declared.display {
        case .missing: return own
        case .initial: return .inline
        case .inherited:
            if case .block = parent { return .block }
            return .inline
        case .set(let display):
            // Parts of tables are laid out as such, even if declared otherwise.
            if partsOfTables.contains(tag), display == .flex || display == .inlineBlock { return own }
            return display
        }
    }

    private static let partsOfTables: Set<Tag> = [.tbody, .thead, .tfoot, .tr, .td, .th]

    /// Applies the default style of a tag, then the `align` attribute.
    static func applyStyle(
        _ tag: Tag, to frame: inout Frame, _ attributes: KnownAttributes, _ document: Document
    ) {
        switch tag {
        case .b, .strong, .dt, .legend, .th, .summary, .caption: frame.style.insert(.bold)
        case .i, .em, .cite, .var, .dfn, .address, .figcaption: frame.style.insert(.italic)
        case .u, .ins: frame.style.insert(.underline)
        case .s, .strike, .del: frame.style.insert(.strike)
        case .code, .kbd, .samp, .tt: frame.style.insert(.code)
        case .pre, .listing, .xmp, .plaintext:
            frame.style.insert(.code)
            frame.look.whiteSpace = .pre
            // A plain-text document consists of this element only, and its lines are often long, so they are not
            // marked.
            frame.marksFolds = tag != .plaintext
        case .small: frame.style.insert(.dimmed)
        case .data: if let style = token(frame.node, document) { frame.style.insert(style) }
        case .mark:
            frame.style.insert(.highlight)
            frame.look.colors = ColorPair()
        case .blockquote: frame.style.insert(.quote)
        case .button:
            frame.style.insert(.field)
            frame.look.colors = ColorPair()
        case .a where attributes.contains(.href): frame.look.colors.foreground = nil
        case .ul, .ol, .dir, .menu: frame.look.listStyle = nil
        case .h1, .h2, .h3, .h4, .h5, .h6:
            frame.style.insert(.heading(Int(tag.rawValue) - Int(Tag.h1.rawValue) + 1))
        case .center: frame.alignment = .centerOfBoxes
        default: break
        }
        if attributes.contains(.align), let align = document.attribute("align", of: frame.node),
            blockMargin(tag) != nil, tag != .table
        {
            frame.alignment = alignment(align) ?? frame.alignment
        }
    }

    /// Returns the style of a token of data that is rendered as a page; nil if it is not one.
    private static func token(_ node: NodeID, _ document: Document) -> TextStyle? {
        guard let token = document.attribute("token", of: node) else { return nil }
        if ASCII.equal(token, "name") { return .name }
        if ASCII.equal(token, "number") { return .marker }
        return ASCII.equal(token, "literal") ? .quote : nil
    }

    /// Whether an element with this display is a block.
    static func endsLines(_ display: Display) -> Bool {
        switch display {
        case .block, .flex, .grid, .listItem: true
        case .inline, .inlineBlock, .contents, .none: false
        }
    }

    /// Applies declarations to an element inside another one.
    static func apply(
        _ declared: Declared, to frame: inout Frame, below parent: Frame, _ tag: Tag, isBlock: Bool
    ) {
        if tag != .html, tag != .body {
            frame.look.isVisible = declared.isVisible.value(
                frame.look.isVisible, parent: parent.look.isVisible, initial: true)
            // The theme determines the colours of the page itself.
            applyColors(declared, to: &frame, parent.look.colors, isBlock: isBlock)
        }
        frame.look.whiteSpace = declared.whiteSpace.value(
            frame.look.whiteSpace, parent: parent.look.whiteSpace, initial: .normal)
        frame.look.transform = declared.textTransform.value(
            frame.look.transform, parent: parent.look.transform, initial: .none)
        frame.look.listStyle = declared.listStyleType.map(Optional.init).value(
            frame.look.listStyle, parent: parent.look.listStyle, initial: .disc)
        frame.alignment = declared.textAlign.map(Alignment.init).value(
            frame.alignment, parent: parent.alignment, initial: .start)
        frame.style.set(
            .bold,
            declared.isBold.value(
                frame.style.contains(.bold), parent: parent.style.contains(.bold), initial: false))
        frame.style.set(
            .italic,
            declared.isItalic.value(
                frame.style.contains(.italic), parent: parent.style.contains(.italic), initial: false))
        switch declared.textDecoration {
        case .missing: break
        case .inherited, .initial: decorate(&frame, below: parent, [])
        case .set(let lines): decorate(&frame, below: parent, lines)
        }
    }

    /// Text decorations are not inherited: those of a parent extend through all of its content.
    private static func decorate(_ frame: inout Frame, below parent: Frame, _ lines: TextDecoration) {
        frame.style.set(.underline, parent.style.contains(.underline) || lines.contains(.underline))
        frame.style.set(.strike, parent.style.contains(.strike) || lines.contains(.lineThrough))
    }

    private static func applyColors(
        _ declared: Declared, to frame: inout Frame, _ parent: ColorPair, isBlock: Bool
    ) {
        switch declared.color {
        case .missing: break
        case .initial, .set(.transparent): frame.look.colors.foreground = nil
        case .inherited, .set(.current): frame.look.colors.foreground = parent.foreground
        case .set(.rgb(let color)): frame.look.colors.foreground = color
        }
        // Only the text of a block could get a background, which would look ragged.
        guard !isBlock else { return }
        switch declared.backgroundColor {
        case .missing, .initial, .set(.transparent): break
        case .inherited: frame.look.colors.background = parent.background
        case .set(.current): frame.look.colors.background = frame.look.colors.foreground
        case .set(.rgb(let color)): frame.look.colors.background = color
        }
    }

    // MARK: Style sheets

    /// Applies a style sheet to what follows.
    mutating func addSheet(_ node: NodeID, _ tag: Tag, _ document: Document) {
        guard !isWithinTable(document) else { return }
        readSheet(node, tag, document)
    }

    /// Applies the style sheets within a table from its beginning, because its columns are measured before its rows are
    /// laid out. A plain table is not buffered until its end; its sheets apply from their positions on.
    mutating func readSheets(within table: NodeID, _ document: Document) {
        guard document.holdsSheets, tableDepth == 0, !isWithinTable(document) else { return }
        for next in document.descendants(of: table) {
            let tag = document.tag(of: next)
            if tag == .style || tag == .link { readSheet(next, tag, document) }
        }
    }

    private func isWithinTable(_ document: Document) -> Bool {
        tableDepth > 0
            || frames.contains { frame in
                if case .nothing = frame.closing { return false }
                return document.tag(of: frame.node) == .table && !document.isPlainTable(frame.node)
            }
    }

    private mutating func readSheet(_ node: NodeID, _ tag: Tag, _ document: Document) {
        let media = document.attribute("media", of: node) ?? []
        if tag == .link {
            if let link = SheetLink({ document.attribute($0, of: node) }) { addLinked(link, media, document) }
            return
        }
        if let type = document.attribute("type", of: node), !type.isEmpty, !ASCII.equal(type, "text/css") {
            return
        }
        var sheet: [UInt8] = []
        for text in document.children(of: node) {
            document.forEachPiece(of: text) { bytes, _ in sheet += bytes }
        }
        if let host = document.host(ofSheet: node) {
            // The sheet of a shadow tree applies to nothing else.
            sheet = Array("@scope (".utf8) + document.otherName(of: host) + Array("){".utf8) + sheet + [0x7D]
        }
        for link in SheetLink.imports(of: sheet) { addLinked(link, media, document) }
        add(sheet, media, document)
    }

    /// Records an external sheet, and applies it if it has been loaded.
    private mutating func addLinked(_ link: SheetLink, _ media: ArraySlice<UInt8>, _ document: Document) {
        head.sheets.append(link)
        for sheet in loaded(link) { add(sheet, media, document) }
    }

    /// Returns a sheet after those that it imports; nothing if it has not been loaded, and after very many sheets: any
    /// number of links may refer to one.
    mutating func loaded(_ link: SheetLink) -> [[UInt8]] {
        guard linkedBytes < Self.linkedLimit, let parts = sheets[link.href] else { return [] }
        linkedBytes += parts.reduce(0) { $0 + $1.count }
        return parts
    }

    /// The number of bytes of external sheets after which no others are applied.
    private static let linkedLimit = 32 << 20

    /// Whether margins and padding indent an element; others are indented by fixed rules.
    static func mayBeSetIn(_ tag: Tag) -> Bool { !setInOtherwise.contains(tag) }

    /// Whether vertical margins apply to an element; others have fixed blank lines or none, which declarations do not
    /// change.
    static func mayBeKeptApart(_ tag: Tag, _ display: Display) -> Bool {
        endsLines(display) && display != .listItem && !setInOtherwise.contains(tag)
            && !partsOfOthers.contains(tag)
    }

    private static let partsOfOthers: Set<Tag> = [
        .h1, .h2, .h3, .h4, .h5, .h6, .tbody, .thead, .tfoot, .tr, .caption, .optgroup, .option, .summary,
    ]

    private static let setInOtherwise: Set<Tag> = [
        .html, .body, .ul, .ol, .dir, .menu, .li, .dl, .dd, .dt, .blockquote, .table, .td, .th, .legend,
    ]

    private mutating func add(_ sheet: [UInt8], _ media: ArraySlice<UInt8>, _ document: Document) {
        guard !knowsSheets else { return }
        let hadNone = rules.isEmpty
        rules.add(sheet, media: media)
        guard hadNone, !rules.isEmpty, tableDepth == 0 else { return }
        // The open elements were entered without collecting ancestors for selectors.
        for index in frames.indices.dropFirst() {
            frames[index].ancestors = frames[index - 1].ancestors.adding(frames[index].node, of: document)
        }
    }

    /// Adds all style sheets of a page before any of it is read; they are not added again at their positions.
    mutating func know(_ ahead: StyleSheetPrefetch) {
        for sheet in ahead.sheets {
            switch sheet {
            case .text(let text, let media):
                for link in SheetLink.imports(of: text) { lay(link, media) }
                rules.add(text, media: media[...])
            case .link(let link, let media): lay(link, media)
            }
        }
        knowsSheets = true
    }

    private mutating func lay(_ link: SheetLink, _ media: [UInt8]) {
        for sheet in loaded(link) { rules.add(sheet, media: media[...]) }
    }
}

extension Flow.Alignment {
    init(_ align: TextAlign) {
        switch align {
        case .start: self = .start
        case .center: self = .center
        case .end: self = .end
        }
    }
}
