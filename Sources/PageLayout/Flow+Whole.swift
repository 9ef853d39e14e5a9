import Markup

extension Flow {
    /// Lays out elements that are drawn rather than read: rules, images, form fields, tables.
    /// - Returns: Whether the element was one of these.
    mutating func addWhole(
        _ node: NodeID, _ tag: Tag, _ frame: Frame, _ source: Int, _ document: Document
    ) -> Bool {
        switch tag {
        case .br:
            if open.hasText { endLine() } else { addBlank() }
        case .wbr: addZeroSpace()
        case .hr:
            margin = max(margin, 0)
            endBlock(margin: 1)
            beginLine(source)
            // A marker may reach further than the indentation does in a narrow window.
            let count = isMeasuring ? 1 : max(1, width - open.column)
            put(
                Array(String(repeating: "─", count: count).utf8)[...], columns: count,
                Ink(style: .dimmed, link: -1, source: source))
            endBlock(margin: 1)
        case .img: addImage(node, frame, source, document)
        case .input: addInput(node, frame, source, document)
        case .textarea:
            addField(
                text(inside: node, document), columns: number("cols", node, document) ?? 20, frame, source)
        case .select: addSelect(node, frame, source, document)
        case .iframe, .frame: addFrame(node, tag, frame, source, document)
        case .area: addArea(node, frame, source, document)
        case .table: return addTable(node, frame, document)
        default: return false
        }
        return true
    }

    mutating func add(_ text: String, _ style: TextStyle, _ frame: Frame, _ source: Int) {
        add(
            Array(text.utf8)[...],
            Ink(style: frame.style.union(style), link: frame.link, source: source))
    }

    func string(_ name: StaticString, _ node: NodeID, _ document: Document) -> String? {
        document.attribute(name, of: node).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ name: StaticString, _ node: NodeID, _ document: Document) -> Int? {
        document.attribute(name, of: node).flatMap(ListNumber.parse)
    }

    // MARK: Form fields

    private mutating func addInput(_ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document) {
        let type = document.attribute("type", of: node).map { $0.map(ASCII.lowered) } ?? []
        let value = string("value", node, document) ?? ""
        let isChecked = document.hasAttribute("checked", of: node)
        switch String(decoding: type, as: UTF8.self) {
        case "hidden": return
        case "checkbox": add(isChecked ? "[x]" : "[\u{A0}]", .field, frame, source)
        case "radio": add(isChecked ? "(•)" : "(\u{A0})", .field, frame, source)
        case "submit": add("[\u{A0}\(value.isEmpty ? "Submit" : value)\u{A0}]", .field, frame, source)
        case "reset": add("[\u{A0}\(value.isEmpty ? "Reset" : value)\u{A0}]", .field, frame, source)
        case "button": add("[\u{A0}\(value)\u{A0}]", .field, frame, source)
        case "image": add("[\u{A0}\(string("alt", node, document) ?? "Submit")\u{A0}]", .field, frame, source)
        case "file": addField("", columns: 20, frame, source)
        case "password":
            addField(
                String(repeating: "*", count: value.count), columns: number("size", node, document) ?? 20,
                frame,
                source)
        default:
            let shown = value.isEmpty ? string("placeholder", node, document) ?? "" : value
            addField(shown, columns: number("size", node, document) ?? 20, frame, source)
        }
    }

    /// A field to write in: its text, padded with underscores, in brackets.
    private mutating func addField(_ text: String, columns: Int, _ frame: Frame, _ source: Int) {
        let room = max(4, min(columns, width - indentWidth - 2, 60))
        let shown = String(text.prefix(room)).map { $0 == "\n" ? "↵" : $0 == " " ? "\u{A0}" : $0 }
        let padding = String(repeating: "_", count: max(0, room - shown.count))
        add("[\(String(shown))\(padding)]", .field, frame, source)
    }

    private mutating func addSelect(_ node: NodeID, _ frame: Frame, _ source: Int, _ document: Document) {
        var first: NodeID?
        var chosen: NodeID?
        var waiting = [document.firstChild(of: node)]
        while let next = waiting.popLast() {
            guard let child = next else { continue }
            waiting.append(document.nextSibling(of: child))
            if document.kind(of: child) == .element { waiting.append(document.firstChild(of: child)) }
            guard document.tag(of: child) == .option else { continue }
            if first == nil { first = child }
            if chosen == nil, document.hasAttribute("selected", of: child) { chosen = child }
        }
        let label = (chosen ?? first).map { text(inside: $0, document) } ?? ""
        add("[\(label.isEmpty ? "\u{A0}" : label) ▾]", .field, frame, source)
    }

    /// All text inside a node.
    func text(inside node: NodeID, _ document: Document) -> String {
        var text = ""
        var waiting = [document.firstChild(of: node)]
        while let next = waiting.popLast() {
            guard let child = next else { continue }
            waiting.append(document.nextSibling(of: child))
            switch document.kind(of: child) {
            case .text: text += document.text(of: child)
            case .element: waiting.append(document.firstChild(of: child))
            case .document, .doctype, .comment: break
            }
        }
        return text
    }
}
