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

    // The root element of a document.

    /// The maximum number of bytes searched for the root.
    private static let rootLimit = 65_536
    private static let xhtml = "http://www.w3.org/1999/xhtml"

    /// Whether a document is a page: its root is `html` in the XHTML namespace.
    /// - Parameter beginning: Its bytes, or those at hand; the result is false if they do not contain the root.
    public static func isXHTML(_ beginning: [UInt8]) -> Bool {
        var tokens = XMLTokens(Array(beginning.prefix(rootLimit)))
        tokens.tokenizer.allowsCDATA = false
        guard case .start(let name, _)? = tokens.nextTag() else { return false }
        return Tag(named: name[...]) == .html
            && tokens.tokenizer.attributes.contains { attribute in
                tokens.source.slice(attribute.name).elementsEqual("xmlns".utf8)
                    && tokens.source.slice(attribute.value).elementsEqual(xhtml.utf8)
            }
    }

    /// Returns the local name of a document's root, in lower case, and its namespaces; nil if the bytes do not contain
    /// it.
    /// - Parameter beginning: Its bytes, or those at hand.
    public static func root(of beginning: [UInt8]) -> (name: String, namespaces: [String])? {
        var tokens = XMLTokens(Array(beginning.prefix(rootLimit)))
        guard case .start(let name, _)? = tokens.nextTag() else { return nil }
        let local = String(decoding: name, as: UTF8.self).lowercased().split(separator: ":").last
        return (String(local ?? ""), tokens.namespaces.map(\.namespace))
    }

    private mutating func nextTag() -> Part? {
        while let part = next() {
            if case .text = part { continue }
            return part
        }
        return nil
    }
}
