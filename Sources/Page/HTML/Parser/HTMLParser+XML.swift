// Pages that are sent as XML (XML 1.0, XHTML): the same tree, by the rules of XML where they differ.
extension HTMLParser {
    /// Creates a parser for a page that is opened. In HTML, declarative shadow roots are displayed.
    ///
    /// If the page was sent as XML, any element may be self-closing, `<![CDATA[` opens a
    /// section anywhere, entities declared in the internal subset of the document type are replaced, and no
    /// page is in quirks mode.
    ///
    /// Malformed input is read as far as possible, where XML would show nothing. Nothing is fetched.
    public init(isXML: Bool) {
        self.init()
        allowsShadowRoots = !isXML
        guard isXML else { return }
        tokenizer.xml = XMLState()
        tokenizer.allowsCDATA = true
    }

    /// Handles one XML token.
    mutating func takeXML(_ token: Token) {
        if let text = tokenizer.xml?.expansion {
            tokenizer.xml?.expansion = nil
            return takeEntity(text, for: token.range)
        }
        var token = token
        let isEmpty = token.kind == .startTag && token.isSelfClosing
        token.isSelfClosing = false
        // The start tag of a void HTML element already closed it.
        if token.kind != .endTag || !token.tag.isVoid && !isWithinText(token) { handle(token) }
        if isEmpty, !token.tag.isVoid {
            token.kind = .endTag
            token.range = token.range.upperBound..<token.range.upperBound
            if !isWithinText(token) { handle(token) }
            tokenizer.content = .data
        }
        // XML has no elements that contain only text. Scripts are left as they are: few are written for XML.
        if case .script = tokenizer.content {} else { tokenizer.content = .data }
        document.isQuirky = false
        tokenizer.allowsCDATA = true
    }

    /// Whether an end tag is inside an element that contains only text, and does not end it.
    private func isWithinText(_ token: Token) -> Bool { mode == .text && open.last?.tag != token.tag }

    /// Handles the text of an entity as if it were in the page.
    /// - Parameter range: The range of the reference in the source, which becomes the range of everything in it.
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
        // A script continues after the entity that it begins in.
        (tokenizer.content, tokenizer.endName) = (inner.content, inner.endName)
    }

    /// Handles text in pieces at most as long as the reference, so that no offset in it lies after the reference.
    private mutating func takeText(_ text: ArraySlice<UInt8>, for range: Range<Int>) {
        var rest = text
        while !rest.isEmpty {
            var end = min(rest.startIndex + max(4, range.count), rest.endIndex)
            while end < rest.endIndex, rest[end] & 0xC0 == 0x80, end > rest.startIndex + 1 { end -= 1 }
            takeXML(Token(kind: .text, range: range, text: document.source.store(rest[..<end])))
            rest = rest[end...]
            // Pieces that are adjacent in the pool would be joined.
            document.source.pool.append(0)
        }
    }

    /// Copies another text's bytes to the pool of this one.
    private mutating func moved(_ range: TextRange, _ source: SourceText) -> TextRange {
        range.isEmpty ? .empty : document.source.store(Array(source.slice(range)))
    }
}
