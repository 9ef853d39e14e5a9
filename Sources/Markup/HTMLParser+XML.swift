// Pages that are sent as XML (XML 1.0, XHTML): the same tree, with what XML writes otherwise.
extension HTMLParser {
    /// A parser for a page that was sent as XML: any element may be written as an empty one, `<![CDATA[` opens a section
    /// anywhere, a document type may have an internal subset, which is passed over, and no page is one of old.
    ///
    /// What is not well-formed is read as far as it goes, where XML would show nothing.
    public init(isXML: Bool) {
        self.init()
        self.isXML = isXML
        tokenizer.isXML = isXML
        tokenizer.allowsCDATA = isXML
    }

    /// One token of XML.
    mutating func takeXML(_ token: Token) {
        var token = token
        let isEmpty = token.kind == .startTag && token.isSelfClosing
        token.isSelfClosing = false
        // An element that holds nothing in HTML was closed by its start tag.
        if token.kind != .endTag || !token.tag.isVoid { take(token) }
        if isEmpty, !token.tag.isVoid {
            token.kind = .endTag
            token.range = token.range.upperBound..<token.range.upperBound
            take(token)
            tokenizer.content = .data
        }
        document.isQuirky = false
        tokenizer.allowsCDATA = true
    }
}
