/// The entities of a page that was sent as XML (XML 1.0 §4.2 and §4.4): those that the internal subset of its
/// document type declares, and how many bytes of them may still be inserted into the page.
///
/// External entities are never fetched; parameter entities are ignored.
struct Entities: Equatable, Sendable {
    /// The replacement of an entity.
    enum Definition: Equatable, Sendable {
        /// The text, with its character references replaced.
        case text([UInt8])
        /// An external entity, which has an address instead of a text.
        case elsewhere
    }

    /// The maximum number of bytes that replace all references of a page; each entity counts as one more.
    static let limit = 1 << 20
    /// The maximum nesting depth of entities.
    static let deepest = 16
    /// The maximum number of bytes of a name.
    static let longestName = 256

    private var definitions: [[UInt8]: Definition] = [:]
    private var left = limit
    /// Whether HTML's named character references apply in addition to XML's predefined entities.
    private(set) var knowsHTML = false

    /// Creates a set without declared entities.
    init() {}

    /// Creates the entities of a document type.
    /// - Parameters:
    ///   - subset: Its internal subset, without the brackets.
    ///   - publicID: Its public identifier.
    init(subset: ArraySlice<UInt8>, publicID: [UInt8]?) {
        var subset = InternalSubset(subset)
        // The first declaration of a name applies (XML 1.0 §4.2).
        while let entity = subset.next() {
            if definitions[entity.name] == nil { definitions[entity.name] = entity.definition }
        }
        knowsHTML = publicID.map { id in Self.publicIDs.contains { $0.utf8.elementsEqual(id) } } ?? false
    }

    /// The same without the declared entities, for a text in which they are already replaced.
    var undeclared: Entities {
        var entities = Entities()
        entities.knowsHTML = knowsHTML
        return entities
    }

    /// Returns the replacement text of a declared entity, with the entities in it replaced: characters and markup, as
    /// if they were in the page. Nil if it is not declared, if an entity contains itself, and beyond the limits; the
    /// reference then remains as text. All work counts against the limit, even if the result is nil.
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

    /// Subtracts from the bytes that remain. Returns false once they are used up.
    private mutating func consume(_ count: Int) -> Bool {
        left -= min(left, count)
        return left > 0
    }

    /// Returns the index of the semicolon of a named reference that begins here; nil if there is none.
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
