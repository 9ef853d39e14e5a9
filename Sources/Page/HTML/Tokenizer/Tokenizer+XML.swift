/// The tokenizer state of a page that was sent as XML.
struct XMLState: Sendable {
    /// The position within the document type.
    var place = DoctypePlace.outside
    /// The range of the internal subset.
    var subset: Range<Int>?
    var entities = Entities()
    /// The replacement text of the entity that is the last token.
    var expansion: [UInt8]?
    /// Whether an end was searched for up to the end of the page and not found. The search is not repeated, so
    /// that reading stays linear.
    var endsAtFirst = false

    /// The part of a document type that a byte belongs to.
    enum DoctypePlace: Sendable {
        case outside
        case quoted(UInt8)
        case subset
        case quotedInSubset(UInt8)
        case comment(from: Int)
        case instruction(from: Int)
    }
}

// XML references and document types.
extension Tokenizer {
    /// The meaning of a named reference.
    private enum Meaning {
        case entity([UInt8])
        case character(ReferenceText)
        /// No meaning: the name is not declared, and the reference remains as text.
        case none
        /// Unknown until more bytes are received.
        case waiting
    }

    /// Reads `&` and a letter in text.
    mutating func readEntity(_ source: inout SourceText) -> Bool {
        let (meaning, length) = meaning(source)
        switch meaning {
        case .waiting: return false
        case .none:
            position &+= 1
            return emitText(from: position &- 1)
        case .character(let text):
            position &+= length
            return emitText(source.store(text), from: tokenStart)
        case .entity(let text):
            position &+= length
            xml?.expansion = text
            return emitText(.empty, from: tokenStart)
        }
    }

    /// Reads `&` and a letter in an attribute value. False if bytes are missing.
    mutating func readValueEntity(_ source: inout SourceText) -> Bool {
        let (meaning, length) = meaning(source)
        switch meaning {
        case .waiting: return false
        case .none:
            position &+= 1
            return true
        case .character(let text):
            closeValue(&source)
            extendValue(with: text.bytes, &source)
        case .entity(let text):
            closeValue(&source)
            extendValue(with: decoded(text), &source)
        }
        position &+= length
        partStart = position
        return true
    }

    /// Returns the meaning of the reference at `position`, and its length.
    private mutating func meaning(_ source: SourceText) -> (Meaning, length: Int) {
        let start = position &+ 1
        let limit = start &+ Entities.longestName
        var end = start
        while end < source.end, end < limit, Entities.isNameByte(source[end]) { end &+= 1 }
        if end == source.end, end < limit, !source.isFinished {
            isWaiting = true
            return (.waiting, 0)
        }
        guard end < source.end, source[end] == 0x3B, var entities = xml?.entities else { return (.none, 0) }
        let length = end &+ 1 &- position
        let name = Array(source.slice(start..<end))
        // XML's predefined names keep their meaning if they are redeclared.
        let isOwn = ["amp", "lt", "gt", "quot", "apos"].contains { $0.utf8.elementsEqual(name) }
        if !isOwn, let text = entities.text(of: name) {
            xml?.entities = entities
            return (.entity(text), length)
        }
        xml?.entities = entities
        guard isOwn || entities.knowsHTML, let found = NamedReferences.find(name.span) else {
            return (.none, 0)
        }
        return (.character(found.text), length)
    }

    /// Returns the characters of an entity's text, in which nothing is markup.
    private func decoded(_ text: [UInt8]) -> [UInt8] {
        var inner = Tokenizer()
        inner.xml = XMLState(entities: xml?.entities.undeclared ?? Entities())
        inner.content = .rcdata
        var source = SourceText(whole: text)
        var output: [UInt8] = []
        while inner.advance(&source) {
            switch inner.token.kind {
            case .text: output += source.slice(inner.token.text)
            case .end: return output
            case .null, .startTag, .endTag, .comment, .doctype: break
            }
        }
        return output
    }

    /// Reads an XML document type: it ends at the first `>` outside quotes and the internal subset.
    mutating func readXMLDoctype(_ source: SourceText) -> Bool {
        guard var xml else { return false }
        defer { self.xml = xml }
        if xml.endsAtFirst { return readUnendedDoctype(&xml, source) }
        while position < source.end {
            let (offset, byte) = (position, source[position])
            position &+= 1
            switch xml.place {
            case .outside:
                switch byte {
                case 0x22, 0x27: xml.place = .quoted(byte)
                case 0x5B where xml.subset == nil:
                    xml.place = .subset
                    xml.subset = position..<position
                case 0x3E:
                    endDoctype(at: offset, &xml, source)
                    return true
                default: break
                }
            case .quoted(let quote): if byte == quote { xml.place = .outside }
            case .subset:
                switch byte {
                case 0x22, 0x27: xml.place = .quotedInSubset(byte)
                case 0x5D:
                    xml.place = .outside
                    xml.subset = xml.subset.map { $0.lowerBound..<offset }
                case 0x3F where source[offset &- 1] == 0x3C: xml.place = .instruction(from: position)
                case 0x2D where source.slice((offset &- 3)..<offset).elementsEqual("<!-".utf8):
                    xml.place = .comment(from: position)
                default: break
                }
            case .quotedInSubset(let quote): if byte == quote { xml.place = .subset }
            case .comment(let start):
                if byte == 0x3E, offset &- start >= 2, source[offset &- 1] == 0x2D,
                    source[offset &- 2] == 0x2D
                {
                    xml.place = .subset
                }
            case .instruction(let start):
                if byte == 0x3E, offset > start, source[offset &- 1] == 0x3F { xml.place = .subset }
            }
        }
        guard source.isFinished else { return false }
        xml.endsAtFirst = true
        return readUnendedDoctype(&xml, source)
    }

    /// Reads a document type without an end: it ends at the first `>`, so that the page is still shown.
    private mutating func readUnendedDoctype(_ xml: inout XMLState, _ source: SourceText) -> Bool {
        xml.subset = nil
        position =
            source.slice(partStart..<source.end).firstIndex(of: 0x3E).map { $0 &+ source.base } ?? source.end
        endDoctype(at: position, &xml, source)
        position = min(position &+ 1, source.end)
        return true
    }

    private mutating func endDoctype(at end: Int, _ xml: inout XMLState, _ source: SourceText) {
        let subset = xml.subset
        emitDoctype(partStart..<(subset.map { $0.lowerBound &- 1 } ?? end), false, source)
        xml.place = .outside
        xml.subset = nil
        // Only the first document type of a page is the page's.
        guard xml.entities == Entities() else { return }
        xml.entities = Entities(subset: subset.map { source.slice($0) } ?? [], publicID: doctype.publicID)
    }
}
