import HTML

extension RuleBook {
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
            if reader.isText(of: name, "media"), Screen.fits(prelude) { return .entered(inner) }
            if reader.isText(of: name, "supports"), Screen.supports(prelude) { return .entered(inner) }
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
        scopes.append(Scope(root: ranges[0], limit: ranges[1], outer: context.scope))
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
