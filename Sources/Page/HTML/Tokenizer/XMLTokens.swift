/// What a document in XML is made of, in order, for those who need no tree: start tags, end tags and texts.
///
/// What is not well-formed is read as far as it goes. Entities that the document declares itself are their texts, in which
/// nothing is markup, up to 1 MiB of them; nothing is fetched, and a reference to what stands elsewhere is its own text.
/// Linear in the bytes.
public struct XMLTokens {
    /// A part of a document.
    public enum Part: Equatable, Sendable {
        /// The start of an element, with its name as written and whether it ends at once.
        case start([UInt8], isEmpty: Bool)
        /// The end of an element.
        case end([UInt8])
        /// A piece of text, references decoded; others may follow.
        case text(ArraySlice<UInt8>)
    }

    private var source: SourceText
    private var tokenizer = Tokenizer()

    /// The parts of a document in UTF-8 that is all there.
    public init(_ document: [UInt8]) {
        source = SourceText(whole: document)
        tokenizer.xml = XMLState()
        tokenizer.allowsCDATA = true
    }

    /// The next part; nil behind the last one. Comments, instructions and the document type are passed over.
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

    /// The value of an attribute of the start tag that was read last; nil for one that is not there.
    /// - Parameter name: Its name, with any prefix, in lower case.
    public func attribute(_ name: StaticString) -> [UInt8]? {
        tokenizer.attributes
            .first { $0.name.count == name.utf8CodeUnitCount && source.equals($0.name, name) }
            .map { Array(source.slice($0.value)) }
    }
}
