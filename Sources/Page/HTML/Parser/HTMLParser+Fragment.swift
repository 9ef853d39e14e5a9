extension HTMLParser {
    /// Creates a parser for a fragment, as if it were inside an element (HTML standard §13.4).
    ///
    /// The fragment's nodes become children of an `html` element, the first child of the document.
    /// - Parameters:
    ///   - name: The name of the element, in lower case.
    ///   - namespace: Its namespace.
    public init(fragmentIn name: String, namespace: Namespace = .html) {
        let bytes = Array(name.utf8)
        let tag = tokenizer.tags[bytes.span]
        var element = Document.assumed(tag, at: 0)
        element.namespace = namespace
        if tag == .other { element.name = document.number(of: bytes[...]) }
        context = document.add(element)
        let root = document.append(Document.assumed(.html, at: 0), to: 0)
        pushOpen(root)
        if namespace == .html {
            switch tag {
            case .title, .textarea: tokenizer.content = .rcdata
            case .style, .xmp, .iframe, .noembed, .noframes: tokenizer.content = .rawtext
            case .script: tokenizer.content = .script(.none)
            case .plaintext: tokenizer.content = .plaintext
            case .template: templateModes.append(.inTemplate)
            case .form: form = context
            default: break
            }
        }
        resetMode()
        tokenizer.allowsCDATA = isForeign(adjustedCurrent)
    }
}
