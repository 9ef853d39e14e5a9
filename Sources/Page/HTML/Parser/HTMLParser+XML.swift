// Pages that are sent as XML (XML 1.0, XHTML): the same tree, with what XML writes otherwise.
extension HTMLParser {
    /// A parser for a page that was sent as XML: any element may be written as an empty one, `<![CDATA[` opens a section
    /// anywhere, entities that the document type declares in its internal subset are replaced, and no page is one of old.
    ///
    /// What is not well-formed is read as far as it goes, where XML would show nothing. Nothing is fetched.
    public init(isXML: Bool) {
        self.init()
        guard isXML else { return }
        tokenizer.xml = XMLState()
        tokenizer.allowsCDATA = true
    }

    /// One token of XML.
    mutating func takeXML(_ token: Token) {
        if let text = tokenizer.xml?.expansion {
            tokenizer.xml?.expansion = nil
            return takeEntity(text, for: token.range)
        }
        var token = token
        let isEmpty = token.kind == .startTag && token.isSelfClosing
        token.isSelfClosing = false
        // An element that holds nothing in HTML was closed by its start tag.
        if token.kind != .endTag || !token.tag.isVoid && !isWithinText(token) { handle(token) }
        if isEmpty, !token.tag.isVoid {
            token.kind = .endTag
            token.range = token.range.upperBound..<token.range.upperBound
            if !isWithinText(token) { handle(token) }
            tokenizer.content = .data
        }
        // Of what holds nothing but text in HTML, XML knows nothing. A script is left as it is: few are written for XML.
        if case .script = tokenizer.content {} else { tokenizer.content = .data }
        document.isQuirky = false
        tokenizer.allowsCDATA = true
    }

    /// Whether an end tag stands within an element that holds nothing but text, and does not end it.
    private func isWithinText(_ token: Token) -> Bool { mode == .text && open.last?.tag != token.tag }

    /// Takes the text of an entity as if it stood in the page.
    /// - Parameter range: Where the reference stands in the source, which all that it brings is said to come from.
    private mutating func takeEntity(_ text: [UInt8], for range: Range<Int>) {
        var inner = Tokenizer()
        inner.xml = XMLState(entities: tokenizer.xml?.entities.undeclared ?? Entities())
        inner.allowsCDATA = true
        swap(&tokenizer, &inner)
        var source = SourceText(whole: text)
        while tokenizer.advance(&source), tokenizer.token.kind != .end {
            let token = tokenizer.token
            tokenizer.attributes = tokenizer.attributes.map {
                Attribute(name: moved($0.name, source), value: moved($0.value, source))
            }
            if token.kind == .text {
                takeText(source.slice(token.text), for: range)
            } else {
                takeXML(
                    Token(
                        kind: token.kind, range: range, text: moved(token.text, source), tag: token.tag,
                        isSelfClosing: token.isSelfClosing))
            }
        }
        swap(&tokenizer, &inner)
        // A script goes on behind the entity that it begins in.
        (tokenizer.content, tokenizer.endName) = (inner.content, inner.endName)
    }

    /// Takes text in pieces no longer than the reference, so that no place in it lies behind that in the source.
    private mutating func takeText(_ text: ArraySlice<UInt8>, for range: Range<Int>) {
        var rest = text
        while !rest.isEmpty {
            var end = min(rest.startIndex + max(4, range.count), rest.endIndex)
            while end < rest.endIndex, rest[end] & 0xC0 == 0x80, end > rest.startIndex + 1 { end -= 1 }
            takeXML(Token(kind: .text, range: range, text: document.source.store(rest[..<end])))
            rest = rest[end...]
            // Pieces that stand side by side in the pool would be joined.
            document.source.pool.append(0)
        }
    }

    /// The bytes of another text in the pool of this one.
    private mutating func moved(_ range: TextRange, _ source: SourceText) -> TextRange {
        range.isEmpty ? .empty : document.source.store(Array(source.slice(range)))
    }
}
