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
            if reader.isText(of: name, "scope"), let scope = Self.scope(prelude) {
                inner.parent = scope.root ?? around.parent
                inner.isDoubtful = around.isDoubtful || scope.isLimited
                return .entered(inner)
            }
        }
        reader.skipBlock(Token(.leftBrace, 0, 0))
        return .passed
    }

    /// Returns the root of a scope, with no specificity, and whether the scope has a limit; nil if it is malformed.
    private static func scope(_ prelude: ArraySlice<UInt8>) -> (root: [UInt8]?, isLimited: Bool)? {
        let bytes = Array(prelude)
        var reader = SheetReader(bytes)
        var token = reader.nextSolid()
        var root: [UInt8]?
        if token.kind == .leftParenthesis {
            reader.skipBlock(token)
            let inside = bytes[token.end..<max(token.end, reader.tokenizer.position - 1)]
            root = Array(":where(".utf8) + inside + [0x29]
            token = reader.nextSolid()
        }
        if token.kind == .end { return (root, false) }
        return reader.isText(of: token, "to") ? (root, true) : nil
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
