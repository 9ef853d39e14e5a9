/// The root element of an XML document.
public enum XMLRoot {
    /// The maximum number of bytes searched for the root.
    private static let limit = 65_536
    private static let namespace = "http://www.w3.org/1999/xhtml"

    /// Whether a document is a page: its root is `html` in the XHTML namespace.
    /// - Parameter beginning: Its bytes, or those at hand; the result is false if they do not contain the root.
    public static func isXHTML(_ beginning: [UInt8]) -> Bool {
        var source = SourceText(whole: Array(beginning.prefix(limit)))
        var tokenizer = Tokenizer()
        tokenizer.xml = XMLState()
        while tokenizer.advance(&source) {
            let token = tokenizer.token
            switch token.kind {
            case .startTag:
                return token.tag == .html
                    && tokenizer.attributes.contains { attribute in
                        source.slice(attribute.name).elementsEqual("xmlns".utf8)
                            && source.slice(attribute.value).elementsEqual(namespace.utf8)
                    }
            case .endTag, .end: return false
            case .text, .null, .comment, .doctype: break
            }
        }
        return false
    }

    /// Returns the local name of a document's root, in lower case, and its namespaces; nil if the bytes do not contain
    /// it.
    /// - Parameter beginning: Its bytes, or those at hand.
    public static func element(of beginning: [UInt8]) -> (name: String, namespaces: [String])? {
        var tokens = XMLTokens(Array(beginning.prefix(limit)))
        while let part = tokens.next() {
            switch part {
            case .start(let name, _):
                let local = String(decoding: name, as: UTF8.self).lowercased().split(separator: ":").last
                return (String(local ?? ""), tokens.namespaces.map(\.namespace))
            case .end: return nil
            case .text: break
            }
        }
        return nil
    }
}
