import Markup

extension RuleBook {
    /// What an at-rule led to.
    enum AtRule {
        /// Its block is read like the sheet itself, in this layer.
        case entered(UInt8?)
        /// It is behind us.
        case passed
        /// There was none: the block around it has ended.
        case left
    }

    /// Reads the prelude of an at-rule, and its block unless that holds rules that count.
    mutating func readAtRule(
        _ name: Token, _ reader: inout SheetReader, isNested: Bool, within layer: UInt8?
    ) -> AtRule {
        let (ending, end) = reader.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: isNested)
        let prelude = reader.tokenizer.bytes[name.end..<max(name.end, end)]
        let isLayer = reader.isText(of: name, "layer")
        switch ending {
        case .end: return .passed
        case .brace: return .left
        case .semicolon:
            if isLayer {
                for part in prelude.split(separator: 0x2C) { _ = number(ofLayer: part, within: layer) }
            }
            return .passed
        case .block: break
        }
        if isLayer { return .entered(number(ofLayer: prelude, within: layer)) }
        if prelude.count <= SelectorReader.longestList {
            if reader.isText(of: name, "media"), Screen.fits(prelude) { return .entered(layer) }
            if reader.isText(of: name, "supports"), Screen.supports(prelude) { return .entered(layer) }
        }
        reader.skipBlock(Token(.leftBrace, 0, 0))
        return .passed
    }

    /// The number of a layer, from 1 on; one without a name is a new one. The last number is shared by all
    /// layers that come too late for one of their own.
    private mutating func number(ofLayer name: ArraySlice<UInt8>, within outer: UInt8?) -> UInt8 {
        let words = name.split(whereSeparator: ASCII.isBlank)
        var hash = SelectorKey(.name, words.first ?? []).hash ^ UInt64(outer ?? 0) << 56
        if words.isEmpty { hash ^= UInt64(layers.count) << 32 }
        if let known = layers.firstIndex(of: hash) { return UInt8(known + 1) }
        if layers.count < 126 { layers.append(hash) }
        return UInt8(layers.count)
    }
}
