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

    /// The result of reading an at-rule.
    enum AtRule {
        /// Its block is read like the sheet itself, in this context.
        case entered(RuleContext)
        /// It was read or skipped completely.
        case passed
        /// There was none: the surrounding block has ended.
        case left
    }

    /// Reads the prelude of an at-rule, and its block unless that contains rules that apply.
    mutating func readAtRule(
        _ name: Token, _ reader: inout SheetReader, isNested: Bool, within around: RuleContext
    ) -> AtRule {
        let (ending, end) = reader.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: isNested)
        let prelude = reader.tokenizer.bytes[name.end..<max(name.end, end)]
        let isLayer = reader.isText(of: name, "layer")
        switch ending {
        case .end: return .passed
        case .brace: return .left
        case .semicolon:
            if isLayer {
                for part in prelude.split(separator: 0x2C) { _ = number(ofLayer: part, within: around.layer) }
            }
            return .passed
        case .block: break
        }
        var inner = around
        if isLayer {
            inner.layer = number(ofLayer: prelude, within: around.layer)
            return .entered(inner)
        }
        if prelude.count <= SelectorReader.longestList {
            if reader.isText(of: name, "media"), MediaQuery.fits(prelude) { return .entered(inner) }
            if reader.isText(of: name, "supports"), MediaQuery.supports(prelude) { return .entered(inner) }
            if reader.isText(of: name, "container") {
                // The size of the container is known only to a layout in pixels.
                inner.isDoubtful = true
                return .entered(inner)
            }
            if reader.isText(of: name, "scope"), around.depth < Self.deepestRule,
                let scope = Self.scope(prelude)
            {
                enter(scope, &inner)
                return .entered(inner)
            }
        }
        reader.skipBlock(Token(.leftBrace, 0, 0))
        return .passed
    }

    /// Begins a scope within a context.
    private mutating func enter(_ scope: (root: [UInt8]?, limit: [UInt8]?), _ context: inout RuleContext) {
        guard let root = scope.root.map({ Array(":where(".utf8) + $0 + [0x29] }) else {
            // It is the parent of the style element, which is unknown here.
            context.isDoubtful = true
            return
        }
        let limit = Self.replaceParent(in: (scope.limit ?? [])[...], by: root, isScope: true) ?? []
        let ranges = [root, Array(":where(".utf8) + limit + [0x29]].map { list in
            table.add(table.read(list[...])?.first?.steps ?? [Step(.never)])
        }
        asksForPositions =
            asksForPositions || ranges.contains { table.steps[$0].contains(where: \.asksForPositions) }
        scopes.append((ranges[0], ranges[1], context.scope))
        context.scope = Int32(truncatingIfNeeded: scopes.count - 1)
        context.parent = root
        context.depth += 1
    }

    /// Returns the selectors of the root and of the limit of a scope; nil if the prelude is malformed.
    private static func scope(_ prelude: ArraySlice<UInt8>) -> (root: [UInt8]?, limit: [UInt8]?)? {
        let bytes = Array(prelude)
        var reader = SheetReader(bytes)
        func list(_ opening: Token) -> [UInt8]? {
            guard opening.kind == .leftParenthesis else { return nil }
            reader.skipBlock(opening)
            return Array(bytes[opening.end..<max(opening.end, reader.tokenizer.position - 1)])
        }
        var token = reader.nextSolid()
        let root = list(token)
        if root != nil { token = reader.nextSolid() }
        if token.kind == .end { return (root, nil) }
        guard reader.isText(of: token, "to"), let limit = list(reader.nextSolid()) else { return nil }
        return (root, limit)
    }

    /// Returns the number of a layer, from 1 on; a layer without a name is a new one. All layers beyond the
    /// limit share the last number.
    private mutating func number(ofLayer name: ArraySlice<UInt8>, within outer: UInt8?) -> UInt8 {
        // Layers of user style sheets are not distinguished.
        if outer == Declared.Rank.userLayer { return Declared.Rank.userLayer }
        let words = name.split(whereSeparator: ASCII.isBlank)
        var hash = SelectorKey(.name, words.first ?? []).hash ^ UInt64(outer ?? 0) << 56
        if words.isEmpty { hash ^= UInt64(layers.count) << 32 }
        if let known = layers.firstIndex(of: hash) { return UInt8(known + 1) }
        if layers.count < 126 { layers.append(hash) }
        return UInt8(layers.count)
    }
}
