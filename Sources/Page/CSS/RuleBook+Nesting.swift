import HTML

// Nested rules (CSS Nesting Module), which are read after the rules that contain them.
extension RuleBook {
    /// The maximum nesting depth of rules. The content of each is read again.
    static let deepestRule = 8

    /// Reads a block within a rule: a nested rule, or a conditional group of declarations.
    mutating func readInner(_ block: SheetReader.InnerBlock, _ bytes: [UInt8], _ around: RuleContext) {
        guard block.prelude.count <= SelectorReader.longestList, let parent = around.parent else { return }
        var within = around
        var reader = SheetReader(bytes, from: block.prelude.lowerBound, to: block.body.upperBound)
        var list: ArraySlice<UInt8>
        let name = reader.nextSolid()
        if name.kind == .atKeyword {
            reader.putBack(name)
            _ = reader.nextSolid()
            guard case .entered(let inner) = readAtRule(name, &reader, isNested: true, within: around) else {
                return
            }
            within = inner
            list = (inner.parent ?? parent)[...]
        } else {
            guard let replaced = Self.replaceParent(in: bytes[block.prelude], by: parent) else { return }
            list = replaced
            reader = SheetReader(bytes, from: block.body.lowerBound, to: block.body.upperBound)
        }
        readBlock(&reader, list, &within, inAttribute: true)
    }

    /// Returns the selectors of a nested rule as top-level ones: `&` is `:is()` of the parent's, and selectors
    /// without `&` are descendants of them. Nil if the result is too long.
    /// - Parameter isScope: Whether the parent is the root of a scope: then only selectors that begin with a combinator
    ///   are relative to it.
    static func replaceParent(
        in list: ArraySlice<UInt8>, by parent: [UInt8], isScope: Bool = false
    ) -> ArraySlice<UInt8>? {
        let list = Array(list)
        let whole = Array(":is(".utf8) + parent + Array(")".utf8)
        var reader = SheetReader(list)
        var result: [UInt8] = []
        var piece: [UInt8] = []
        var copied = 0
        var depth = 0
        var isNamed = false
        var colon: Int?
        while true {
            let token = reader.next()
            let isEnd = token.kind == .end
            if isEnd || token.kind == .comma && depth == 0 {
                piece += list[copied..<(isEnd ? list.count : token.start)]
                let isRelative = piece.first { !ASCII.isBlank($0) }.map(">+~".utf8.contains) ?? false
                if !isNamed, !isScope || isRelative { result += whole + [0x20] }
                result += piece
                guard result.count <= SelectorReader.longestList else { return nil }
                if isEnd { return result[...] }
                result.append(0x2C)
                piece = []
                copied = token.end
                isNamed = false
                colon = nil
                continue
            }
            // The host of a shadow tree is the root of the scope of its style sheets.
            let isRoot =
                token.kind == .ident && colon != nil
                && (reader.isText(of: token, "scope") || isScope && reader.isText(of: token, "host"))
            if isRoot || token.kind == .delimiter && token.delimiter == 0x26 {
                piece += list[copied..<(isRoot ? colon ?? token.start : token.start)] + whole
                guard piece.count <= SelectorReader.longestList else { return nil }
                copied = token.end
                isNamed = true
            }
            colon = token.kind == .colon ? token.start : nil
            if token.closing != nil { depth += 1 }
            switch token.kind {
            case .rightParenthesis, .rightBracket: depth = max(0, depth - 1)
            default: break
            }
        }
    }
}

extension Step {
    /// Whether it depends on siblings, positions or what an element contains.
    var asksForPositions: Bool {
        switch kind {
        case .position, .holds, .next, .earlier: true
        case .state: state == .empty
        default: false
        }
    }
}
