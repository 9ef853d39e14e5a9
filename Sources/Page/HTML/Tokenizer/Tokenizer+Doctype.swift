extension Tokenizer {
    /// Reads a document type: whatever it contains, it ends at the first `>`.
    mutating func readDoctype(_ source: SourceText) -> Bool {
        if xml != nil { return readXMLDoctype(source) }
        while position < source.end {
            position &+= 1
            if source[position &- 1] == 0x3E {
                emitDoctype(partStart..<(position &- 1), false, source)
                return true
            }
        }
        guard source.isFinished else { return false }
        emitDoctype(partStart..<source.end, true, source)
        return true
    }

    /// Emits a document type.
    mutating func emitDoctype(_ range: Range<Int>, _ isCut: Bool, _ source: SourceText) {
        state = .text
        doctype = Self.doctype(Self.cleaned(source.slice(range)), isCut: isCut)
        token = Token(kind: .doctype, range: tokenStart..<position)
    }

    /// Parses the text between `<!DOCTYPE` and `>`.
    private static func doctype(_ bytes: [UInt8], isCut: Bool) -> Doctype {
        var doctype = Doctype()
        var rest = bytes[...].drop(while: ASCII.isBlank)
        doctype.name = rest.prefix { !ASCII.isBlank($0) }.map(ASCII.lowered)
        rest = rest.dropFirst(doctype.name.count).drop(while: ASCII.isBlank)
        if doctype.name.isEmpty || isCut { doctype.forcesQuirks = true }
        guard !rest.isEmpty else { return doctype }

        let keyword = rest.prefix(6).map(ASCII.lowered)
        let isPublic = keyword.elementsEqual("public".utf8)
        guard isPublic || keyword.elementsEqual("system".utf8) else {
            doctype.forcesQuirks = true
            return doctype
        }
        rest = rest.dropFirst(6).drop(while: ASCII.isBlank)
        if isPublic {
            guard let id = quoted(&rest) else {
                doctype.forcesQuirks = true
                return doctype
            }
            doctype.publicID = id.text
            if !id.isClosed { doctype.forcesQuirks = true }
            rest = rest.drop(while: ASCII.isBlank)
            guard !rest.isEmpty else { return doctype }
        }
        guard let id = quoted(&rest) else {
            doctype.forcesQuirks = true
            return doctype
        }
        doctype.systemID = id.text
        if !id.isClosed {
            doctype.forcesQuirks = true
        } else if isCut, !rest.allSatisfy(ASCII.isBlank) {
            // Junk after the last part compensates for the missing `>`.
            doctype.forcesQuirks = doctype.name.isEmpty
        }
        return doctype
    }

    /// Removes and returns a quoted text at the start of the rest; nil if there is none.
    private static func quoted(_ rest: inout ArraySlice<UInt8>) -> (text: [UInt8], isClosed: Bool)? {
        guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return nil }
        rest = rest.dropFirst()
        let text = rest.prefix { $0 != quote }
        rest = rest.dropFirst(text.count)
        let isClosed = !rest.isEmpty
        rest = rest.dropFirst()
        return (Array(text), isClosed)
    }
}
