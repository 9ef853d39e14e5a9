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

/// The entity declarations in the internal subset of a document type (XML 1.0 §2.8 and §4.2). Linear in its
/// bytes; anything else is skipped.
struct InternalSubset {
    private var rest: ArraySlice<UInt8>

    /// - Parameter bytes: The text between the brackets.
    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// Returns the next declared entity, without parameter entities; nil after the last one.
    mutating func next() -> (name: [UInt8], definition: Entities.Definition)? {
        while let start = rest.firstIndex(of: 0x3C) {
            rest = rest[start...]
            if rest.starts(with: "<!--".utf8) {
                skip(behind: "-->", from: 4)
            } else if rest.starts(with: "<?".utf8) {
                skip(behind: "?>", from: 2)
            } else if rest.starts(with: "<!ENTITY".utf8) {
                rest = rest.dropFirst(8)
                if let entity = readEntity() { return entity }
            } else {
                rest = rest.dropFirst()
                endDeclaration()
            }
        }
        return nil
    }

    private mutating func readEntity() -> (name: [UInt8], definition: Entities.Definition)? {
        defer { endDeclaration() }
        guard let blank = rest.first, ASCII.isBlank(blank) else { return nil }
        let name = word()
        // A parameter entity.
        if name.first == 0x25 { return nil }
        guard !name.isEmpty, name.allSatisfy(Entities.isNameByte) else { return nil }
        rest = rest.drop(while: ASCII.isBlank)
        guard let quote = rest.first, quote == 0x22 || quote == 0x27 else { return (Array(name), .elsewhere) }
        let text = rest.dropFirst().prefix { $0 != quote }
        guard text.endIndex < rest.endIndex else { return nil }
        rest = rest[(text.endIndex + 1)...]
        return (Array(name), .text(Self.withCharacters(Tokenizer.cleaned(text))))
    }

    /// Returns the text before the next whitespace, quote or end of a declaration.
    private mutating func word() -> ArraySlice<UInt8> {
        rest = rest.drop(while: ASCII.isBlank)
        let word = rest.prefix { !ASCII.isBlank($0) && $0 != 0x22 && $0 != 0x27 && $0 != 0x3E }
        rest = rest[word.endIndex...]
        return word
    }

    /// Skips to after the `>` of a declaration, ignoring quoted text.
    private mutating func endDeclaration() {
        var quote: UInt8?
        for index in rest.indices {
            let byte = rest[index]
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == 0x22 || byte == 0x27 {
                quote = byte
            } else if byte == 0x3E {
                rest = rest[(index + 1)...]
                return
            }
        }
        rest = rest[rest.endIndex...]
    }

    private mutating func skip(behind ending: StaticString, from count: Int) {
        let ending = Array("\(ending)".utf8)
        var index = rest.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex) ?? rest.endIndex
        while index < rest.endIndex {
            if rest[index] == ending[0], rest[index...].starts(with: ending) {
                rest = rest[(index + ending.count)...]
                return
            }
            index += 1
        }
        rest = rest[rest.endIndex...]
    }

    /// Returns the text with its numeric character references replaced (XML 1.0 §4.4.5); other references remain.
    private static func withCharacters(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        var rest = text[...]
        while let start = rest.firstIndex(of: 0x26) {
            output += rest[..<start]
            rest = rest[start...]
            if let (character, length) = character(at: rest) {
                output += String(character).utf8
                rest = rest.dropFirst(length)
            } else {
                output.append(0x26)
                rest = rest.dropFirst()
            }
        }
        return output + rest
    }

    /// Returns the character of a numeric reference and the length of the reference; nil if there is none.
    private static func character(at text: ArraySlice<UInt8>) -> (Character, Int)? {
        guard text.starts(with: "&#".utf8) else { return nil }
        let isHexadecimal = text.dropFirst(2).first == 0x78
        let digits = text.dropFirst(isHexadecimal ? 3 : 2).prefix(9).prefix { $0 != 0x3B }
        guard digits.endIndex < text.endIndex, text[digits.endIndex] == 0x3B,
            digits.allSatisfy({ ASCII.hexadecimal($0) != nil }),
            let number = UInt32(String(decoding: digits, as: UTF8.self), radix: isHexadecimal ? 16 : 10)
        else { return nil }
        let scalar = number == 0 ? nil : Unicode.Scalar(number)
        return (Character(scalar ?? "\u{FFFD}"), digits.endIndex + 1 - text.startIndex)
    }
}
