/// The parts of an XML document in order, for callers that need no tree: start tags, end tags and texts.
///
/// Malformed input is read as far as possible. Entities that the document declares are replaced by their texts,
/// in which nothing is markup, up to 1 MiB in total; nothing is fetched, and a reference to an external entity
/// remains as text. Linear in the bytes.
public struct XMLTokens {
    /// A part of a document.
    public enum Part: Equatable, Sendable {
        /// The start of an element, with its name as written and whether it is self-closing.
        case start([UInt8], isEmpty: Bool)
        /// The end of an element.
        case end([UInt8])
        /// A piece of text, with references decoded; others may follow.
        case text(ArraySlice<UInt8>)
    }

    private var source: SourceText
    private var tokenizer = Tokenizer()

    /// Creates the parts of a complete document in UTF-8.
    public init(_ document: [UInt8]) {
        source = SourceText(whole: document)
        tokenizer.xml = XMLState()
        tokenizer.allowsCDATA = true
    }

    /// Returns the next part; nil after the last one. Comments, instructions and the document type are skipped.
    public mutating func next() -> Part? {
        while tokenizer.advance(&source) {
            let token = tokenizer.token
            switch token.kind {
            case .startTag: return .start(Array(source.slice(token.text)), isEmpty: token.isSelfClosing)
            case .endTag: return .end(Array(source.slice(token.text)))
            case .text:
                let declared = tokenizer.xml?.expansion
                tokenizer.xml?.expansion = nil
                return .text(declared?[...] ?? source.slice(token.text))
            case .end: return nil
            case .null, .comment, .doctype: break
            }
        }
        return nil
    }

    /// The namespaces that the last start tag declares, in lower case, by prefix; the default one has an empty prefix.
    public var namespaces: [(prefix: String, namespace: String)] {
        tokenizer.attributes.compactMap { attribute in
            guard source.slice(attribute.name).starts(with: "xmlns".utf8) else { return nil }
            let name = String(decoding: source.slice(attribute.name), as: UTF8.self).lowercased()
            let namespace = String(decoding: source.slice(attribute.value), as: UTF8.self).lowercased()
            return (String(name.dropFirst(6)), namespace)
        }
    }

    /// Returns the value of an attribute of the last start tag; nil if it is missing.
    /// - Parameter name: Its name, with any prefix, in lower case.
    public func attribute(_ name: StaticString) -> [UInt8]? {
        tokenizer.attributes
            .first { $0.name.count == name.utf8CodeUnitCount && source.equals($0.name, name) }
            .map { Array(source.slice($0.value)) }
    }
}
