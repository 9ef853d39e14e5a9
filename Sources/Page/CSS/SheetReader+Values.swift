import HTML

extension SheetReader {
    /// The CSS-wide keyword that is the whole value; nil for another value.
    var wideKeyword: DeclaredValue? {
        guard value.count == 1, value[0].kind == .ident else { return nil }
        return Self.wideKeywords[keyword(value[0])]
    }

    private static let wideKeywords: [String: DeclaredValue] = [
        "inherit": .inherit, "initial": .initial, "unset": .unset, "revert": .revert, "revert-layer": .revert,
    ]

    /// Returns a keyword in lower case; empty for other tokens.
    func keyword(_ token: Token) -> String {
        guard token.kind == .ident, token.end - token.start <= 40 else { return "" }
        return String(decoding: text(of: token).map(ASCII.lowered), as: UTF8.self)
    }

    /// Weight and style in the shorthand `font`; nil for a system font.
    var font: (weight: DeclaredValue, style: DeclaredValue)? {
        if let wide = wideKeyword { return (wide, wide) }
        guard value.count > 1 else { return nil }
        let weight = value.lazy.compactMap { fontWeight($0) }.first
        let style = value.lazy.compactMap { fontStyle($0) }.first
        return (weight ?? DeclaredValue(false), style ?? DeclaredValue(false))
    }

    /// Whether a direction of flex boxes is that of columns.
    var isColumn: Bool { value.contains { isText(of: $0, "column") || isText(of: $0, "column-reverse") } }

    /// Returns a weight that can be recognized in the shorthand `font`, unlike `normal`; a size is not a plain number.
    func fontWeight(_ token: Token) -> DeclaredValue? {
        if token.kind == .number, token.number >= 100, token.number <= 1000 {
            return DeclaredValue(token.number >= 600)
        }
        let word = keyword(token)
        return word == "bold" || word == "bolder" ? DeclaredValue(true) : nil
    }

    func fontStyle(_ token: Token) -> DeclaredValue? {
        let word = keyword(token)
        return word == "italic" || word == "oblique" ? DeclaredValue(true) : nil
    }

    var textDecoration: DeclaredValue? {
        let lines = value.compactMap { Self.decorations[keyword($0)] }
        return lines.isEmpty ? nil : DeclaredValue(lines.reduce(TextDecoration()) { $0.union($1) })
    }

    private static let decorations: [String: TextDecoration] = [
        "none": [], "overline": [], "blink": [], "solid": [], "underline": .underline,
        "line-through": .lineThrough,
    ]

    var display: DeclaredValue? {
        let words = value.map(keyword)
        guard let first = words.first, words.count <= 3 else { return nil }
        if words.contains("list-item") { return DeclaredValue(Display.listItem) }
        if words.count == 1 { return Self.displays[first].map { DeclaredValue($0) } }
        // Two words: the outer display type, then the inner one.
        if words.contains("inline") {
            return DeclaredValue(words.contains("flow") ? Display.inline : .inlineBlock)
        }
        guard words.contains("block") else { return nil }
        if words.contains("grid") { return DeclaredValue(Display.grid) }
        return DeclaredValue(words.contains("flex") ? Display.flex : .block)
    }

    func keywordOfDisplay(_ token: Token) -> DeclaredValue? {
        Self.displays[keyword(token)].map { DeclaredValue($0) }
    }

    func keywordOfVisibility(_ token: Token) -> DeclaredValue? {
        switch keyword(token) {
        case "visible": DeclaredValue(true)
        case "hidden", "collapse": DeclaredValue(false)
        default: nil
        }
    }

    private static let displays: [String: Display] = [
        "none": .none, "inline": .inline, "inline-block": .inlineBlock, "inline-flex": .inlineBlock,
        "inline-grid": .inlineBlock, "inline-table": .inlineBlock, "block": .block, "flow-root": .block,
        "flow": .block, "table": .block, "table-row": .flex, "table-cell": .inlineBlock,
        "table-caption": .block,
        "table-row-group": .block, "table-header-group": .block, "table-footer-group": .block,
        "flex": .flex, "grid": .grid, "-webkit-flex": .flex, "-webkit-box": .flex, "-ms-flexbox": .flex,
        "list-item": .listItem, "contents": .contents, "ruby": .inline, "-webkit-inline-flex": .inlineBlock,
    ]

    // MARK: Lists

    func listStyle(of token: Token) -> ListStyle? { Self.listStyles[keyword(token)] }

    /// Returns the marker that one token of a value specifies.
    func marker(_ token: Token) -> DeclaredValue? {
        if token.kind == .string {
            return DeclaredValue(ListStyle.text(DeclaredValue.packed(text(of: token))))
        }
        guard token.kind == .ident else { return nil }
        // Unknown names are treated as counter styles, which fall back to decimal numbers.
        return DeclaredValue(Self.listStyles[keyword(token)] ?? .decimal)
    }

    private static let listStyles: [String: ListStyle] = [
        "none": .none, "disc": .disc, "circle": .circle, "square": .square, "decimal": .decimal,
        "decimal-leading-zero": .decimalLeadingZero, "lower-alpha": .lowerAlpha, "lower-latin": .lowerAlpha,
        "upper-alpha": .upperAlpha, "upper-latin": .upperAlpha, "lower-roman": .lowerRoman,
        "upper-roman": .upperRoman, "lower-greek": .lowerGreek, "cjk-ideographic": .ideographic,
        "trad-chinese-informal": .ideographic, "simp-chinese-informal": .ideographic,
        "disclosure-open": .text(0xBE_96E2), "disclosure-closed": .text(0xB8_96E2),
    ]

    var listStyle: DeclaredValue? {
        var style: ListStyle?
        for token in value {
            if token.kind == .string { return marker(token) }
            guard token.kind == .ident else { continue }
            let word = keyword(token)
            if word == "inside" || word == "outside" { continue }
            // Next to a type, `none` means that there is no image.
            if word == "none", style != nil { continue }
            guard let known = Self.listStyles[word] else { return nil }
            style = known
        }
        return DeclaredValue(style ?? .disc)
    }

    /// Stores the current value of a margin or padding.
    mutating func note(_ box: BoxSides.Box, _ part: BoxSides.Part, _ isImportant: Bool, inAttribute: Bool) {
        guard let token = value.first else {
            if part == .all { sides.note(box, isImportant: isImportant) { ($0.left, $0.right) = (0, 0) } }
            return
        }
        let first = length(token)
        switch part {
        case .all:
            guard value.count <= 4 else { return }
            // With fewer values, both sides are equal.
            let isAlike = value.count < 4
            let (left, right) = isAlike ? (0, 0) : (length(value[3]), length(value[1]))
            sides.note(box, isImportant: isImportant) { ($0.left, $0.right) = (left, right) }
            guard inAttribute, box == .margin else { return }
            let below = value.count > 2 ? length(value[2]) : first
            sides.note(box, isImportant: isImportant) { ($0.above, $0.below) = (first, below) }
        case .block:
            guard value.count <= 2 else { return }
            let below = length(value[value.count - 1])
            sides.note(box, isImportant: isImportant) { ($0.above, $0.below) = (first, below) }
        case _ where value.count > 1: return
        case .left: sides.note(box, isImportant: isImportant) { $0.left = first }
        case .right: sides.note(box, isImportant: isImportant) { $0.right = first }
        case .above: sides.note(box, isImportant: isImportant) { $0.above = first }
        case .below: sides.note(box, isImportant: isImportant) { $0.below = first }
        }
    }

    /// Returns a length in columns of 8 pixels; nil if it is not a length, or depends on the size of something.
    func length(_ token: Token) -> Double? {
        if token.kind == .number, token.number == 0 { return 0 }
        guard token.kind == .dimension, token.number.isFinite else { return nil }
        return Self.units.first { isText(of: token, $0.name) }.map { token.number * $0.columns }
    }

    private static let units: [(name: StaticString, columns: Double)] = [
        ("px", 0.125), ("em", 2), ("rem", 2), ("ch", 1), ("ex", 1), ("pt", 0.1667), ("pc", 2),
        ("cm", 4.724), ("mm", 0.4724), ("in", 12),
    ]

    /// Returns the value of `content`; nil if it is invalid. Invisible text is empty: the letters of icon fonts
    /// are pictures.
    func content() -> GeneratedContent? {
        var parts: [GeneratedContent.Part] = []
        var index = 0
        while index < value.count {
            let token = value[index]
            index += 1
            if token.kind == .string {
                let text = Self.visible(text(of: token))
                if !text.isEmpty { parts.append(.text(text)) }
            } else if token.kind == .ident {
                let isOpen = isText(of: token, "open-quote")
                if isOpen || isText(of: token, "close-quote") {
                    parts.append(.text(Array((isOpen ? "“" : "”").utf8)))
                }
            } else if token.kind == .function {
                let arguments = self.arguments(from: &index)
                guard let name = arguments.first, name.kind == .ident else { continue }
                if isText(of: token, "attr") {
                    parts.append(.attribute(text(of: name).map(ASCII.lowered)))
                } else if isText(of: token, "counter") || isText(of: token, "counters") {
                    let last = arguments.count > 1 ? arguments[arguments.count - 1] : nil
                    parts.append(.counter(counterName(name), last.flatMap(listStyle(of:)) ?? .decimal))
                }
            } else if token.kind == .delimiter, token.delimiter == 0x2F {
                // The alternative text for speech follows a slash.
                break
            }
        }
        return GeneratedContent(parts: parts)
    }

    /// Returns the arguments of a function that was just read, without commas.
    private func arguments(from index: inout Int) -> [Token] {
        var found: [Token] = []
        while index < value.count, value[index].kind != .rightParenthesis {
            if value[index].kind != .comma { found.append(value[index]) }
            index += 1
        }
        index += 1
        return found
    }

    /// Returns the value of `counter-reset` and `counter-increment`.
    /// - Parameter standard: The default if no number is given.
    func counterChanges(standard: Int) -> [CounterChange] {
        var changes: [CounterChange] = []
        for token in value {
            if token.kind == .ident, !isText(of: token, "none") {
                changes.append(CounterChange(name: counterName(token), value: standard))
            } else if token.kind == .number, !changes.isEmpty, abs(token.number) < 1e9 {
                changes[changes.count - 1].value = Int(token.number)
            }
        }
        return changes
    }

    private func counterName(_ token: Token) -> UInt64 { SelectorKey(.name, text(of: token)).hash }

    /// Returns the text without private-use characters, which only a font of the page has.
    private static func visible(_ text: ArraySlice<UInt8>) -> [UInt8] {
        let scalars = String(decoding: text, as: UTF8.self).unicodeScalars.filter {
            $0.value >= 0x20 && !(0xE000...0xF8FF).contains($0.value) && $0.value < 0xF0000
        }
        return scalars.allSatisfy { $0 == " " || $0.value == 0xA0 || $0.value == 0x200B }
            ? [] : Array(String(String.UnicodeScalarView(scalars)).utf8)
    }
}
