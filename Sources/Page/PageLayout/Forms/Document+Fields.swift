import HTML

/// Reads form fields from elements of the tree.
extension Document {
    /// Returns the field of an element, without its form; nil if the element is not a field.
    func field(_ node: NodeID) -> PageField? {
        guard namespace(of: node) == .html else { return nil }
        let source = sourceRange(of: node).lowerBound
        var field: PageField
        switch tag(of: node) {
        case .input: field = input(node, source)
        case .button: field = button(node, source)
        case .textarea:
            field = PageField(.textarea, at: source)
            field.text = withLineFeeds(text(inside: node))
            field.label = string("placeholder", of: node) ?? ""
            field.size = size("cols", of: node)
        case .select:
            field = PageField(hasAttribute("multiple", of: node) ? .multipleSelect : .select, at: source)
            field.options = options(of: node, isMultiple: field.kind == .multipleSelect)
        default: return nil
        }
        field.name = string("name", of: node) ?? ""
        field.title = Self.stripped(string("aria-label", of: node) ?? "")
        if field.isWritten {
            // `maxlength` does not apply to numbers, dates and colours.
            switch field.inputType.kind {
            case .text, .url, .email:
                field.maxLength = number("maxlength", of: node).flatMap { $0 < 0 ? nil : $0 }
            case .date, .month, .week, .time, .dateAndTime, .number, .range, .color: break
            }
            field.directionName = string("dirname", of: node) ?? ""
            if hasAttribute("readonly", of: node) { field.access = .readOnly }
        }
        if hasAttribute("disabled", of: node) { field.access = .disabled }
        return field
    }

    // MARK: Inputs and buttons

    private func input(_ node: NodeID, _ source: Int) -> PageField {
        let type = string("type", of: node)?.lowercased() ?? ""
        let given = string("value", of: node) ?? ""
        var kind = PageField.Kind(rawValue: type) ?? .text
        // Other elements are named so.
        if kind == .select || kind == .textarea { kind = .text }
        var field = PageField(kind, at: source)
        switch kind {
        case .hidden: field.text = given
        case .checkbox, .radio:
            field.isChecked = hasAttribute("checked", of: node)
            field.text = string("value", of: node) ?? "on"
        case .file:
            field.accepted = string("accept", of: node) ?? ""
            field.takesMany = hasAttribute("multiple", of: node)
            field.takesFolder = hasAttribute("webkitdirectory", of: node)
        case .password:
            field.text = InputType.withoutLineEnds(given)
            field.size = size("size", of: node)
        case .image:
            field.label = string("alt", of: node) ?? "Submit"
            field.override = override(node)
        case .submit, .reset, .button:
            field.text = given
            field.label = given.isEmpty ? type.prefix(1).uppercased() + type.dropFirst() : given
            if kind == .submit { field.override = override(node) }
        case .text, .textarea, .select, .multipleSelect:
            field.inputType = inputType(type, node)
            field.text = field.inputType.sanitized(given)
            field.label = string("placeholder", of: node) ?? ""
            field.size = size("size", of: node)
        }
        return field
    }

    private func button(_ node: NodeID, _ source: Int) -> PageField {
        let kind: PageField.Kind =
            switch string("type", of: node)?.lowercased() {
            case "reset": .reset
            case "button": .button
            default: .submit
            }
        var field = PageField(kind, at: source)
        field.text = string("value", of: node) ?? ""
        if kind == .submit { field.override = override(node) }
        return field
    }

    private func override(_ node: NodeID) -> PageForm.Override {
        PageForm.Override(
            action: string("formaction", of: node),
            method: string("formmethod", of: node).map { PageForm.Method($0) },
            encoding: string("formenctype", of: node).map { PageForm.Encoding($0) })
    }

    /// Returns the type of an input, with the attributes that affect its value.
    private func inputType(_ name: String, _ node: NodeID) -> InputType {
        var type = InputType(named: name)
        type.takesMany = hasAttribute("multiple", of: node)
        guard type.kind == .range else { return type }
        func bound(_ name: StaticString) -> Double? { string(name, of: node).flatMap(InputType.beginning) }
        type.scale.least = bound("min") ?? 0
        type.scale.greatest = bound("max") ?? 100
        type.scale.base = bound("min") ?? bound("value") ?? 0
        if let step = attribute("step", of: node) {
            type.scale.step =
                ASCII.equal(step, "any") ? nil : bound("step").flatMap { $0 > 0 ? $0 : nil } ?? 1
        }
        return type
    }

    /// Returns the number of columns that a field requests; 20 by default (HTML standard §4.10.5.3.1).
    private func size(_ attribute: StaticString, of node: NodeID) -> Int {
        number(attribute, of: node).flatMap { $0 > 0 ? $0 : nil } ?? 20
    }

    // MARK: Options

    /// Returns a text without ASCII whitespace at its ends, and with each run of it inside collapsed to one blank.
    /// Other blanks, such as the ideographic space, are kept, because the result is submitted (Infra standard §4.7).
    static func stripped(_ text: String) -> String {
        let words = text.utf8.split(whereSeparator: ASCII.isBlank)
        guard words.count > 1 else { return words.first.map { String(Substring($0)) } ?? "" }
        return words.map { String(Substring($0)) }.joined(separator: " ")
    }

    private func options(of select: NodeID, isMultiple: Bool) -> [PageField.Option] {
        var options: [PageField.Option] = []
        forEachElement(inside: select) { node in
            guard tag(of: node) == .option else { return }
            let words = Self.stripped(text(inside: node))
            let label = string("label", of: node) ?? ""
            let group = parent(of: node)
            let isInDisabledGroup = group.map {
                tag(of: $0) == .optgroup && hasAttribute("disabled", of: $0)
            }
            options.append(
                PageField.Option(
                    label: label.isEmpty ? words : label, value: string("value", of: node) ?? words,
                    isSelected: hasAttribute("selected", of: node),
                    isEnabled: !hasAttribute("disabled", of: node) && isInDisabledGroup != true))
        }
        if isMultiple { return options }
        // If several are selected, the last one counts; if none is, the first enabled one if only one line is shown.
        let last = options.lastIndex { $0.isSelected }
        for index in options.indices where index != last { options[index].isSelected = false }
        if last == nil, (number("size", of: select) ?? 1) <= 1,
            let first = options.firstIndex(where: \.isEnabled)
        {
            options[first].isSelected = true
        }
        return options
    }

    // MARK: Attributes and text

    func string(_ name: StaticString, of node: NodeID) -> String? {
        attribute(name, of: node).map { String(decoding: $0, as: UTF8.self) }
    }

    func number(_ name: StaticString, of node: NodeID) -> Int? {
        attribute(name, of: node).flatMap(ListNumber.parse)
    }

    /// Returns all text inside a node, except that of scripts, options and selects inside it.
    func text(inside node: NodeID) -> String {
        var text = ""
        var waiting = [firstChild(of: node)]
        while let next = waiting.popLast() {
            guard let child = next else { continue }
            waiting.append(nextSibling(of: child))
            switch kind(of: child) {
            case .text: text += self.text(of: child)
            case .element:
                switch tag(of: child) {
                case .script, .option, .select: break
                default: waiting.append(firstChild(of: child))
                }
            case .document, .doctype, .comment: break
            }
        }
        return text
    }

    /// The maximum number of bytes of a label that are read, and of nodes that are searched for them.
    private static let longestLabel = 256

    /// Returns the text of a label without that of the fields inside it and without a colon at its end; only the
    /// beginning of a long one.
    func labelText(_ label: NodeID) -> String {
        var bytes: [UInt8] = []
        for node in descendants(of: label).prefix(Self.longestLabel) where kind(of: node) == .text {
            switch parent(of: node).map(tag) {
            case .option, .textarea, .button, .script, .style: break
            case .some, nil:
                forEachPiece(of: node) { piece, _ in
                    bytes += piece.prefix(max(0, Self.longestLabel - bytes.count))
                }
            }
        }
        let text = Self.stripped(String(decoding: bytes, as: UTF8.self))
        return text.last.map { ":：".contains($0) } ?? false ? Self.stripped(String(text.dropLast())) : text
    }

    /// Visits the elements inside a node, except those inside a nested select, so that each element is visited for one
    /// select only.
    private func forEachElement(inside node: NodeID, _ visit: (NodeID) -> Void) {
        var waiting = [firstChild(of: node)]
        while let next = waiting.popLast() {
            guard let child = next else { continue }
            waiting.append(nextSibling(of: child))
            guard kind(of: child) == .element else { continue }
            visit(child)
            if tag(of: child) != .select { waiting.append(firstChild(of: child)) }
        }
    }

    private func withLineFeeds(_ text: String) -> String {
        text.contains("\r") || text.contains("\r\n")
            ? text.replacing("\r\n", with: "\n").replacing("\r", with: "\n") : text
    }

    /// The maximum number of suggestions read from a list.
    private static let maxSuggestions = 1000

    /// Returns the suggestions of a `datalist` for a field (HTML standard §4.10.8): the enabled options whose value is
    /// valid for the type. Linear in the list.
    func suggestions(in list: NodeID, for type: InputType) -> [PageField.Suggestion] {
        var found: [PageField.Suggestion] = []
        for node in descendants(of: list) where found.count < Self.maxSuggestions {
            guard kind(of: node) == .element, tag(of: node) == .option, !hasAttribute("disabled", of: node)
            else {
                continue
            }
            let words = Self.stripped(text(inside: node))
            let value = type.sanitized(string("value", of: node) ?? words)
            guard !value.isEmpty else { continue }
            let label = string("label", of: node).flatMap { $0.isEmpty ? nil : $0 } ?? words
            found.append(PageField.Suggestion(value: value, label: label == value ? "" : label))
        }
        return found
    }
}
