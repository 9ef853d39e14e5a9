/// The entities of a page that was sent as XML (XML 1.0 §4.2 and §4.4): those that its document type declares in its
/// internal subset, and how much of them may still be put into the page.
///
/// Entities whose text stands elsewhere are never fetched, parameter entities count for nothing.
struct Entities: Equatable, Sendable {
    /// What a declaration says.
    enum Definition: Equatable, Sendable {
        /// The text, its references to characters replaced.
        case text([UInt8])
        /// An address to fetch it from.
        case elsewhere
    }

    /// The most bytes that all references of a page together are replaced by; each entity counts for one more.
    static let limit = 1 << 20
    /// The most entities within each other.
    static let deepest = 16
    /// The most bytes of a name.
    static let longestName = 256

    private var definitions: [[UInt8]: Definition] = [:]
    private var left = limit
    /// Whether HTML's names count besides those that XML has by itself.
    private(set) var knowsHTML = false

    /// No entities but XML's own.
    init() {}

    /// The entities of a document type.
    /// - Parameters:
    ///   - subset: Its internal subset, without the brackets.
    ///   - publicID: Its public identifier.
    init(subset: ArraySlice<UInt8>, publicID: [UInt8]?) {
        var subset = InternalSubset(subset)
        // The first declaration of a name counts.
        while let entity = subset.next() {
            if definitions[entity.name] == nil { definitions[entity.name] = entity.definition }
        }
        knowsHTML = publicID.map { id in Self.publicIDs.contains { $0.utf8.elementsEqual(id) } } ?? false
    }

    /// The same without what is declared, for a text in which that is replaced already.
    var undeclared: Entities {
        var entities = Entities()
        entities.knowsHTML = knowsHTML
        return entities
    }

    /// The text that a reference to a declared entity stands for, those within it replaced: characters and markup, as if
    /// they stood in the page. Nil where there is none, where an entity is within itself, and beyond the limits; the
    /// reference then stands for itself. All work is counted, also where it comes to nothing.
    mutating func text(of name: [UInt8]) -> [UInt8]? {
        guard case .text? = definitions[name] else { return nil }
        var (text, around): ([UInt8], [[UInt8]]) = ([], [])
        return append(name, within: &around, to: &text) ? text : nil
    }

    private mutating func append(
        _ name: [UInt8], within around: inout [[UInt8]], to output: inout [UInt8]
    ) -> Bool {
        guard case .text(let text)? = definitions[name], around.count < Self.deepest, !around.contains(name),
            consume(1)
        else { return false }
        around.append(name)
        defer { around.removeLast() }
        var rest = text[...]
        while let start = rest.firstIndex(of: 0x26) {
            guard let end = Self.endOfReference(rest[start...]),
                case let inner = Array(rest[(start + 1)..<end]), case .text? = definitions[inner]
            else {
                guard append(rest[...start], to: &output) else { return false }
                rest = rest[(start + 1)...]
                continue
            }
            guard append(rest[..<start], to: &output), append(inner, within: &around, to: &output) else {
                return false
            }
            rest = rest[(end + 1)...]
        }
        return append(rest, to: &output)
    }

    private mutating func append(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) -> Bool {
        guard consume(bytes.count) else { return false }
        output += bytes
        return true
    }

    /// Counts what is put into the page. Once there is too much of it, no more is.
    private mutating func consume(_ count: Int) -> Bool {
        left -= min(left, count)
        return left > 0
    }

    /// Where the semicolon of a reference by name stands that begins here; nil where there is none.
    private static func endOfReference(_ text: ArraySlice<UInt8>) -> Int? {
        let name = text.dropFirst().prefix(longestName + 1).prefix(while: isNameByte)
        guard !name.isEmpty, name.count <= longestName, name.endIndex < text.endIndex,
            text[name.endIndex] == 0x3B
        else { return nil }
        return name.endIndex
    }

    /// Whether a byte may be part of a name (XML 1.0 §2.3), as far as ASCII goes.
    static func isNameByte(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || byte == 0x5F || byte == 0x2D
            || byte == 0x2E || byte == 0x3A
    }

    /// Public identifiers of document types that declare HTML's names (HTML standard §14.2).
    private static let publicIDs = [
        "-//W3C//DTD XHTML 1.0 Transitional//EN", "-//W3C//DTD XHTML 1.1//EN",
        "-//W3C//DTD XHTML 1.0 Strict//EN", "-//W3C//DTD XHTML 1.0 Frameset//EN",
        "-//W3C//DTD XHTML Basic 1.0//EN", "-//W3C//DTD XHTML 1.1 plus MathML 2.0//EN",
        "-//W3C//DTD XHTML 1.1 plus MathML 2.0 plus SVG 1.1//EN", "-//W3C//DTD MathML 2.0//EN",
        "-//WAPFORUM//DTD XHTML Mobile 1.0//EN",
    ]
}
