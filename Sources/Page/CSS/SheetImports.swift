/// The style sheets that a sheet imports before its own rules, by `@import` (CSS Cascading and Inheritance
/// Level 4, §2).
public enum SheetImports {
    /// The maximum number of imports of one sheet.
    static let limit = 16

    /// Returns their addresses as written, with escapes decoded, in order: those whose conditions hold, in any
    /// layer. Linear in what precedes the first rule.
    public static func addresses(in sheet: [UInt8]) -> [String] {
        var reader = SheetReader(sheet)
        var found: [String] = []
        while found.count < limit {
            let token = reader.nextSolid()
            if token.kind == .commentMark { continue }
            guard token.kind == .atKeyword else { break }
            let isImport = reader.isText(of: token, "import")
            guard isImport || reader.isText(of: token, "charset") || reader.isText(of: token, "layer") else {
                break
            }
            let address = isImport ? reader.address() : nil
            let holds = isImport && reader.conditionsHold()
            // A layer with rules ends the imports.
            if case .block = reader.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: false).ending { break }
            if let address, holds { found.append(address) }
        }
        return found
    }
}

extension SheetReader {
    /// Reads the address of an `@import`: a string or a URL; nil for anything else, and for an empty one.
    fileprivate mutating func address() -> String? {
        var token = nextSolid()
        let isFunction = token.kind == .function && isText(of: token, "url")
        if isFunction { token = nextSolid() }
        guard token.kind == .string || token.kind == .url && !isFunction else {
            putBack(token)
            return nil
        }
        let address = String(decoding: text(of: token), as: UTF8.self)
        if isFunction { skip(parentheses: 1) }
        return address.isEmpty ? nil : address
    }

    /// Reads the conditions after the address: `supports()`, then media queries. Returns whether they hold.
    fileprivate mutating func conditionsHold() -> Bool {
        var holds = true
        while true {
            let token = nextSolid()
            if token.kind == .ident, isText(of: token, "layer") { continue }
            let isLayer = token.kind == .function && isText(of: token, "layer")
            let isCondition = token.kind == .function && isText(of: token, "supports")
            guard isLayer || isCondition else {
                putBack(token)
                break
            }
            skipBlock(token)
            // The bytes from after the opening parenthesis to the closing one, which is read.
            let opened = min(token.end + 1, tokenizer.position)
            let inside = tokenizer.bytes[opened..<tokenizer.position]
            if isCondition { holds = Screen.supports(inside) && holds }
        }
        var ahead = self
        let first = ahead.nextSolid()
        ahead.putBack(first)
        let end = ahead.skipPrelude(stopsAtSemicolon: true, stopsAtBrace: false).end
        let queries = tokenizer.bytes[first.start..<max(first.start, end)]
        return holds && queries.count <= SelectorReader.longestList && Screen.fits(queries)
    }
}
