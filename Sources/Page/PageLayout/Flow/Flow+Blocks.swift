import CSS
import HTML

extension Flow {
    /// The action at the end of an element.
    enum Closing: Hashable, Sendable {
        case inline
        /// Separates what follows on the same line.
        case word
        /// Nothing of the content is laid out; only its style sheets are used.
        case nothing
        /// Ends the line, removes indents, and leaves a margin of blank lines.
        case block(margin: Int8, indents: Int8)
        /// Ends the line and draws a rule below it.
        case heading(level: Int8)
        /// Ends the line of a group's name.
        case legend
        /// Writes a text.
        case text(Ending)
        /// Writes a text, then ends a block.
        case textBlock(Ending, margin: Int8, indents: Int8)
        /// Ends the title, whose text was collected.
        case title
        /// Ends a further title, whose text is ignored.
        case otherTitle
    }

    /// A text of at most eight bytes, stored inline.
    struct Ending: Hashable, Sendable {
        private var bits: UInt64 = 0

        init(_ text: String) {
            for byte in text.utf8.prefix(8).reversed() { bits = bits << 8 | UInt64(byte) }
        }

        var text: String {
            let bytes = (0..<8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
            return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    /// Begins a block: ends the line, adds the margin, indents, and writes what precedes the content.
    mutating func beginBlock(
        _ tag: Tag, margin lines: Int, _ display: Display, _ frame: inout Frame, _ document: Document
    ) {
        let node = frame.node
        // Computed on demand: few elements need it.
        func source() -> Int { document.sourceStart(of: node) }
        var lines = lines
        var indents = 0
        switch tag {
        case .h1, .h2, .h3, .h4, .h5, .h6:
            margin = max(margin, 0)
            endBlock(margin: lines)
            headingWidth = 0
            frame.closing = .heading(level: Int8(tag.rawValue - Tag.h1.rawValue + 1))
            return
        case .legend:
            endBlock(margin: lines)
            add("── ", .dimmed, source: source())
            frame.closing = .legend
            return
        case .ul, .ol, .dir, .menu, .dl:
            // Nested lists have no margin.
            if frame.isInList { lines = 0 }
            frame.isInList = true
            endBlock(margin: lines)
            if tag != .dl { indents = beginList(tag, &frame, node, document) }
        case _ where display == .listItem:
            endBlock(margin: lines)
            indents = beginItem(frame, document)
        case .li:
            endBlock(margin: lines)
            countItem(node, document)
        case .pre, .listing, .xmp, .plaintext: endBlock(margin: lines)
        case .blockquote:
            endBlock(margin: lines)
            indents = indent(.bar)
        case .dd:
            endBlock(margin: lines)
            indents = indent(.spaces(4))
        case .details:
            endBlock(margin: lines)
            indents = indent(.spaces(2))
            if frame.look.isVisible, !startsWithSummary(node, document) {
                addFold(node, source(), document, text: "Details")
            }
        case .summary:
            endBlock(margin: lines)
            if frame.look.isVisible, let parent = document.parent(of: node),
                document.tag(of: parent) == .details
            {
                addFold(parent, source(), document, text: "")
            }
        case .table:
            endBlock(margin: lines)
            frame.stacking = stacking
        case .tbody, .thead, .tfoot, .tr:
            frame.stacking = frames.last?.stacking ?? .none
            if tag == .tr, frame.stacking != .none { lines = 1 }
            endBlock(margin: lines)
        case .td, .th:
            // Most cells are laid out by themselves.
            placeholder = nil
            if frames.last?.stacking == .cells { lines = 1 }
            endBlock(margin: lines)
            let spacing = spacing(before: node, document)
            if spacing > 0 { indents = indent(.spacing(spacing)) }
        default:
            endBlock(margin: lines)
            if frame.indent > 0 { indents = indent(.spacing(Int(frame.indent))) }
        }
        frame.closing = .block(margin: Int8(lines), indents: Int8(indents))
    }

    // MARK: Headings

    /// Draws the rule below a heading, as wide as its text; what follows is directly below it.
    mutating func endHeading(_ level: Int) {
        endLine()
        hangsOnWidth = true
        guard headingWidth > 0, !isMeasuring else {
            endBlock(margin: 1)
            return
        }
        margin = 0
        var isAtRight = false
        if case .start = frames.last?.alignment ?? .start, store.lineCount > 0 {
            let runs = store.runs[store.runRange(ofLine: store.lineCount - 1)]
            isAtRight = runs.first.map { Int($0.column) > indentWidth } ?? false
        }
        // After the start of the line above, because lines are found by their start.
        let source = store.runs.last.map { Int($0.source) + 1 } ?? 0
        beginLine(source)
        isMixed = false
        let count = min(headingWidth, width - open.column)
        // A right-to-left heading has its rule at the right, too.
        if isAtRight { open.column = width - count }
        let line = level == 1 ? "═" : level == 2 ? "─" : "┄"
        putRule(line, columns: max(1, count), [.heading(level), .dimmed], source)
        endBlock(margin: 0)
        margin = -1
        headingWidth = 0
    }

    // MARK: Details

    /// Whether details begin with their summary. Only the first element is checked: others may arrive later.
    private func startsWithSummary(_ node: NodeID, _ document: Document) -> Bool {
        let first = document.children(of: node).first { document.kind(of: $0) == .element }
        return first.map { document.tag(of: $0) == .summary } ?? false
    }

    /// Adds the marker of details; their content is always shown, even if the page has it closed.
    private mutating func addFold(_ details: NodeID, _ source: Int, _ document: Document, text: String) {
        let mark = document.hasAttribute("open", of: details) ? "▾ " : "▸ "
        addMarker(Array(mark.utf8), width: 2)
        guard !text.isEmpty else { return }
        add(text, .bold, source: source)
        endLine()
    }

    /// Lays out an element that is drawn as a whole: a break, rule, image, form field, embedded page or table.
    /// - Returns: Whether the element was laid out.
    mutating func addWhole(
        _ node: NodeID, _ tag: Tag, _ frame: Frame, _ source: Int, _ document: Document
    ) -> Bool {
        switch tag {
        case .br:
            if open.hasText { endLine() } else { addBlank() }
        case .wbr: addZeroSpace()
        case .hr:
            hangsOnWidth = true
            margin = max(margin, 0)
            endBlock(margin: 1)
            beginLine(source)
            // In a narrow window, a marker may reach beyond the indentation.
            let count = isMeasuring ? 1 : max(1, width - open.column)
            putRule("─", columns: count, .dimmed, source)
            endBlock(margin: 1)
        case .img: addImage(node, frame, source, document)
        case .input, .textarea, .select:
            hangsOnWidth = true
            addField(node, frame, document)
        case .iframe, .frame: addFrame(node, tag, frame, source, document)
        case .area: addArea(node, frame, source, document)
        case .table:
            hangsOnWidth = true
            return addTable(node, frame, document)
        default: return false
        }
        return true
    }

    mutating func add(_ text: String, _ style: TextStyle, _ frame: Frame, _ source: Int) {
        placeholder = nil
        add(text, TextAttributes(style: frame.style.union(style), link: frame.link, source: source))
    }

    /// Adds a text of this program.
    mutating func add(_ text: String, _ ink: TextAttributes) { add(Array(text.utf8)[...], ink) }

    /// Appends a line across some columns, made of one sign.
    mutating func putRule(_ sign: String, columns: Int, _ style: TextStyle, _ source: Int) {
        let text = Array(String(repeating: sign, count: columns).utf8)
        put(text[...], columns: columns, TextAttributes(style: style, source: source))
    }

    // Anchors: names of elements that can be jumped to, and their lines.

    /// Assigns the names of an element to a line: the current one if the element is within it, otherwise the next one
    /// begun.
    mutating func noteAnchor(_ node: NodeID, _ document: Document) {
        let isWithin = open.hasText && Self.blockMargin(document.tag(of: node)) == nil
        func mark(_ name: ArraySlice<UInt8>?) {
            guard let name, !name.isEmpty else { return }
            if isWithin {
                store.anchors.append(LineStore.Anchor(name: Array(name), line: Int32(store.lineCount)))
            } else if pendingAnchors.count < Self.pendingLimit {
                pendingAnchors.append(Array(name))
            }
        }
        mark(document.attribute("id", of: node))
        if document.tag(of: node) == .a { mark(document.attribute("name", of: node)) }
    }

    /// The maximum number of names that are pending: each place where a page without lines is cut has a copy of them.
    private static let pendingLimit = 4096

    /// Assigns the name of an element that is laid out in parts to the next line begun.
    mutating func noteAnchorAhead(_ node: NodeID, _ document: Document) {
        guard document.knownAttributes(of: node).contains(.id), let name = document.attribute("id", of: node),
            !name.isEmpty, pendingAnchors.count < Self.pendingLimit
        else { return }
        pendingAnchors.append(Array(name))
    }

    /// Assigns the names within an element that is drawn as a whole, such as a select and its options, to the current
    /// line.
    mutating func noteAnchors(within node: NodeID, _ document: Document) {
        guard document.firstChild(of: node) != nil else { return }
        for place in document.descendants(of: node).prefix(Self.namesWithin)
        where document.kind(of: place) == .element && document.knownAttributes(of: place).contains(.id) {
            noteAnchor(place, document)
        }
    }

    /// The maximum number of nodes searched for names within an element that is drawn as a whole.
    private static let namesWithin = 4096

    /// Assigns the names that no line follows to the last line: they mark the end of the page.
    mutating func endAnchors() { endAnchors(on: max(0, store.lineCount - 1)) }

    /// Assigns the pending names to a line.
    mutating func endAnchors(on line: Int) {
        guard !pendingAnchors.isEmpty else { return }
        let line = Int32(line)
        for name in pendingAnchors { store.anchors.append(LineStore.Anchor(name: name, line: line)) }
        pendingAnchors.removeAll()
    }
}
