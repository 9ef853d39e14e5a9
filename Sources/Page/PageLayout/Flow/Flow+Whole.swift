import HTML

extension Flow {
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
            put(
                Array(String(repeating: "─", count: count).utf8)[...], columns: count,
                TextAttributes(style: .dimmed, link: -1, source: source))
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
        add(
            Array(text.utf8)[...],
            TextAttributes(style: frame.style.union(style), link: frame.link, source: source))
    }

    func string(_ name: StaticString, _ node: NodeID, _ document: Document) -> String? {
        document.attribute(name, of: node).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ name: StaticString, _ node: NodeID, _ document: Document) -> Int? {
        document.attribute(name, of: node).flatMap(ListNumber.parse)
    }

    /// Returns all text inside a node.
    func text(inside node: NodeID, _ document: Document) -> String { document.text(inside: node) }
}
