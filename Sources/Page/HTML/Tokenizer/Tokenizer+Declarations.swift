extension Tokenizer {
    /// Reads what follows `<!`.
    mutating func readMarkupDeclaration(_ source: SourceText) -> Bool {
        if follows([0x2D, 0x2D], at: 0, source) { return begin(.comment, behind: 2) }
        if isWaiting { return false }
        if follows("doctype".utf8, at: 0, source) { return begin(.doctype, behind: 7) }
        if isWaiting { return false }
        if allowsCDATA, follows("[cdata[".utf8, at: 0, source) {
            if source.slice(position..<(position &+ 7)).elementsEqual("[CDATA[".utf8) {
                return begin(.cdata, behind: 7)
            }
        }
        if isWaiting { return false }
        state = .bogusComment
        return false
    }

    /// Passes over the opening of a part that is read in another state.
    mutating func begin(_ next: State, behind count: Int) -> Bool {
        position &+= count
        partStart = position
        state = next
        return false
    }

    /// Reads a comment: it ends at `-->` or `--!>`, or at `>` or `->` directly after its start.
    mutating func readComment(_ source: inout SourceText) -> Bool {
        let start = partStart
        while position < source.end {
            let offset = position
            position &+= 1
            guard source[offset] == 0x3E else { continue }
            let length = offset &- start
            if length == 0 || length == 1 && source[start] == 0x2D {
                return emitComment(start..<start, &source)
            }
            guard length >= 2, source[offset &- 2] == 0x2D else { continue }
            if source[offset &- 1] == 0x2D { return emitComment(start..<(offset &- 2), &source) }
            if source[offset &- 1] == 0x21, length >= 3, source[offset &- 3] == 0x2D {
                return emitComment(start..<(offset &- 3), &source)
            }
        }
        guard source.isFinished else { return false }
        // Dashes that might have begun the end are not content.
        let tail = source.slice(start..<source.end)
        var end = source.end
        if tail.suffix(3).elementsEqual([0x2D, 0x2D, 0x21]) {
            end &-= 3
        } else if tail.suffix(2).elementsEqual([0x2D, 0x2D]) {
            end &-= 2
        } else if tail.last == 0x2D {
            end &-= 1
        }
        return emitComment(start..<end, &source)
    }

    /// Reads anything else that begins with `<!`, `<?` or `</`: a comment up to the next `>`, or an XML
    /// processing instruction up to `?>`, if there is one.
    mutating func readBogusComment(_ source: inout SourceText) -> Bool {
        let isInstruction = xml?.endsAtFirst == false && partStart < source.end && source[partStart] == 0x3F
        while position < source.end {
            position &+= 1
            guard source[position &- 1] == 0x3E else { continue }
            if isInstruction, position &- partStart < 3 || source[position &- 2] != 0x3F { continue }
            return emitComment(partStart..<(position &- 1), &source)
        }
        guard source.isFinished else { return false }
        if isInstruction, let end = source.slice(partStart..<source.end).firstIndex(of: 0x3E) {
            xml?.endsAtFirst = true
            position = end &+ source.base &+ 1
            return emitComment(partStart..<(position &- 1), &source)
        }
        return emitComment(partStart..<source.end, &source)
    }

    private mutating func emitComment(_ range: Range<Int>, _ source: inout SourceText) -> Bool {
        state = .text
        token = Token(kind: .comment, range: tokenStart..<position, text: TextRange(source: range))
        if source.slice(range).contains(where: { $0 == 0 || $0 == 0x0D }) {
            token.text = source.store(Self.cleaned(source.slice(range)))
        }
        return true
    }

    /// Returns the bytes with line ends normalized to line feeds and each NUL replaced.
    static func cleaned(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var clean: [UInt8] = []
        var previous: UInt8 = 0
        for byte in bytes {
            switch byte {
            case 0: clean += [0xEF, 0xBF, 0xBD]
            case 0x0D: clean.append(0x0A)
            case 0x0A where previous == 0x0D: break
            default: clean.append(byte)
            }
            previous = byte
        }
        return clean
    }

    /// Reads a CDATA section, whose text ends at `]]>`.
    mutating func readCDATA(_ source: inout SourceText) -> Bool {
        let start = partStart
        while position < source.end {
            let offset = position
            switch source[offset] {
            case 0 where offset == start:
                position &+= 1
                partStart = position
                token = Token(kind: .null, range: offset..<position)
                return true
            case 0x0D where offset == start:
                guard canLook(2, source) || source.isFinished else { return false }
                position &+= 1
                partStart = position
                if position < source.end, source[position] == 0x0A { return false }
                return emitText(source.store(CollectionOfOne(0x0A)), from: offset)
            case 0, 0x0D:
                partStart = position
                return emitText(from: start)
            case 0x3E
            where offset &- start >= 2 && source[offset &- 1] == 0x5D && source[offset &- 2] == 0x5D:
                position &+= 1
                state = .text
                if offset &- 2 == start { return false }
                token = Token(
                    kind: .text, range: start..<position, text: TextRange(source: start..<(offset &- 2)))
                return true
            default: position &+= 1
            }
        }
        guard source.isFinished else { return false }
        state = .text
        return start == position ? false : emitText(from: start)
    }

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
