import HTML

extension SheetReader {
    /// Adds the declarations of the current value, if it is valid.
    func add(_ meaning: Meaning, _ isImportant: Bool, _ list: inout [Declaration]) {
        func add(_ property: Property, _ value: DeclaredValue?) {
            guard let value else { return }
            list.append(Declaration(property: property, isImportant: isImportant, value: value))
        }
        if let wide = wideKeyword {
            switch meaning {
            case .one(let property): add(property, wide)
            case .background: add(.backgroundColor, wide)
            case .listStyle: add(.listStyleType, wide)
            case .font:
                add(.fontWeight, wide)
                add(.fontStyle, wide)
            case .flexFlow: add(.flexDirection, DeclaredValue(false))
            case .box, .transition: return
            }
            return
        }
        switch meaning {
        case .background: add(.backgroundColor, background)
        case .listStyle: add(.listStyleType, listStyle)
        case .font:
            guard value.count > 1 else { return }
            add(.fontWeight, value.lazy.compactMap { fontWeight($0) }.first ?? DeclaredValue(false))
            add(.fontStyle, value.lazy.compactMap { fontStyle($0) }.first ?? DeclaredValue(false))
        case .flexFlow:
            let isColumn = value.contains { isText(of: $0, "column") || isText(of: $0, "column-reverse") }
            add(.flexDirection, DeclaredValue(isColumn))
        case .box, .transition: return
        case .one(.textDecoration): add(.textDecoration, textDecoration)
        case .one(.color): add(.color, color(at: 0)?.value)
        case .one(.backgroundColor): add(.backgroundColor, color(at: 0)?.value)
        case .one(.display): add(.display, reference(for: .display) ?? display)
        case .one(.visibility) where value.count > 1: add(.visibility, reference(for: .visibility))
        case .one(let property):
            guard value.count == 1 else { return }
            add(property, single(property, value[0]))
        }
    }

    private var wideKeyword: DeclaredValue? {
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

    private func single(_ property: Property, _ token: Token) -> DeclaredValue? {
        let word = keyword(token)
        switch property {
        case .visibility: return keywordOfVisibility(token)
        case .whiteSpace: return Self.whiteSpaces[word].map { DeclaredValue($0) }
        case .contentVisibility: return DeclaredValue(word != "hidden")
        case .textAlign: return Self.alignments[word].map { DeclaredValue($0) }
        case .textTransform: return Self.transforms[word].map { DeclaredValue($0) }
        case .fontWeight:
            if token.kind == .number { return DeclaredValue(token.number >= 600) }
            return word == "normal" || word == "lighter" ? DeclaredValue(false) : fontWeight(token)
        case .fontStyle: return word == "normal" ? DeclaredValue(false) : fontStyle(token)
        case .listStyleType: return marker(token)
        case .opacity:
            let isNumber = token.kind == .number || token.kind == .percentage
            return isNumber ? DeclaredValue(token.number > 0.01) : nil
        case .fontSize:
            let isLength = token.kind == .number || token.kind == .dimension || token.kind == .percentage
            return DeclaredValue(!isLength || token.number != 0)
        case .float: return DeclaredValue(word == "left" || word == "right" || word.hasPrefix("inline-"))
        case .marginIndent, .paddingIndent, .marginLines, .flexDirection, .content, .counterReset,
            .counterIncrement, .display, .textDecoration, .color, .backgroundColor, .custom:
            return nil
        }
    }

    /// The values of `white-space`, and those of its longhand `white-space-collapse`, for lines that wrap.
    private static let whiteSpaces: [String: WhiteSpace] = [
        "normal": .normal, "nowrap": .nowrap, "pre": .pre, "pre-wrap": .preWrap, "break-spaces": .preWrap,
        "pre-line": .preLine, "collapse": .normal, "preserve": .preWrap, "preserve-breaks": .preLine,
    ]

    private static let alignments: [String: TextAlign] = [
        "start": .start, "left": .start, "justify": .start, "center": .center, "right": .end, "end": .end,
        "-webkit-center": .center, "-moz-center": .center,
    ]

    private static let transforms: [String: TextTransform] = [
        "none": .none, "uppercase": .uppercase, "lowercase": .lowercase, "capitalize": .capitalize,
    ]

    /// Returns a weight that can be recognized in the shorthand `font`, unlike `normal`; a size is not a plain number.
    private func fontWeight(_ token: Token) -> DeclaredValue? {
        if token.kind == .number, token.number >= 100, token.number <= 1000 {
            return DeclaredValue(token.number >= 600)
        }
        let word = keyword(token)
        return word == "bold" || word == "bolder" ? DeclaredValue(true) : nil
    }

    private func fontStyle(_ token: Token) -> DeclaredValue? {
        let word = keyword(token)
        return word == "italic" || word == "oblique" ? DeclaredValue(true) : nil
    }

    private var textDecoration: DeclaredValue? {
        let lines = value.compactMap { Self.decorations[keyword($0)] }
        return lines.isEmpty ? nil : DeclaredValue(lines.reduce(TextDecoration()) { $0.union($1) })
    }

    private static let decorations: [String: TextDecoration] = [
        "none": [], "overline": [], "blink": [], "solid": [], "underline": .underline,
        "line-through": .lineThrough,
    ]

    private var display: DeclaredValue? {
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
    private func marker(_ token: Token) -> DeclaredValue? {
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

    private var listStyle: DeclaredValue? {
        var style: ListStyle?
        for token in value {
            switch token.kind {
            case .string: return marker(token)
            case .ident:
                let word = keyword(token)
                if word == "inside" || word == "outside" { continue }
                // Next to a type, `none` means that there is no image.
                if word == "none", style != nil { continue }
                guard let known = Self.listStyles[word] else { return nil }
                style = known
            case .function, .atKeyword, .hash, .badString, .url, .badURL, .delimiter, .number, .percentage,
                .dimension, .blank, .colon, .semicolon, .comma, .leftBracket, .rightBracket,
                .leftParenthesis, .rightParenthesis, .leftBrace, .rightBrace, .commentMark, .end:
                break
            }
        }
        return DeclaredValue(style ?? .disc)
    }
}
