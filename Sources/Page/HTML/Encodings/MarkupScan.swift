/// A reader of the first bytes of a page that recognizes only tags, comments and attributes, as the standard
/// defines for finding the encoding (HTML Standard §13.2.3.2).
struct MarkupScan {
    /// An attribute, its name and value in lower case.
    struct Attribute {
        var name: [UInt8] = []
        var value: [UInt8] = []
    }

    private let bytes: ArraySlice<UInt8>
    private var index: Int
    /// The names of the tags whose attributes are returned.
    private let wanted: [StaticString]

    init(_ bytes: ArraySlice<UInt8>, tags wanted: StaticString...) {
        self.bytes = bytes
        index = bytes.startIndex
        self.wanted = wanted
    }

    /// Returns the attributes of the next such tag; nil if the bytes end before its end.
    mutating func next() -> [Attribute]? {
        while let open = bytes[index...].firstIndex(of: UInt8(ascii: "<")) {
            index = open
            if starts(with: "<!--") {
                // The dashes that open a comment may be among those that close it.
                index += 2
                guard skip(past: "-->") else { return nil }
            } else if let name = wanted.first(where: { startsTag($0) }) {
                index += 1 + name.utf8CodeUnitCount
                guard let attributes = attributes() else { return nil }
                return attributes
            } else if let second = byte(1), ASCII.isLetter(second) {
                guard passTag(from: index + 1) else { return nil }
            } else if byte(1) == UInt8(ascii: "/"), let third = byte(2), ASCII.isLetter(third) {
                guard passTag(from: index + 2) else { return nil }
            } else if let second = byte(1), "!/?".utf8.contains(second) {
                guard skip(past: ">") else { return nil }
            } else {
                index += 1
            }
        }
        return nil
    }

    private func byte(_ distance: Int) -> UInt8? {
        index + distance < bytes.endIndex ? bytes[index + distance] : nil
    }

    private func starts(with text: StaticString) -> Bool {
        ASCII.equal(bytes[index...].prefix(text.utf8CodeUnitCount), text)
    }

    private func startsTag(_ name: StaticString) -> Bool {
        let end = index + 1 + name.utf8CodeUnitCount
        guard end < bytes.endIndex, ASCII.equal(bytes[(index + 1)..<end], name) else { return false }
        return ASCII.isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "/")
    }

    /// Moves past the next occurrence of the text.
    private mutating func skip(past text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        while index + count <= bytes.endIndex {
            if starts(with: text) {
                index += count
                return true
            }
            index += 1
        }
        return false
    }

    private mutating func passTag(from start: Int) -> Bool {
        index = start
        while index < bytes.endIndex, !ASCII.isBlank(bytes[index]), bytes[index] != UInt8(ascii: ">") {
            index += 1
        }
        return attributes() != nil
    }

    /// Returns the attributes up to the end of the tag; nil if the bytes end before it.
    private mutating func attributes() -> [Attribute]? {
        var found: [Attribute] = []
        while true {
            switch attribute() {
            case .attribute(let attribute):
                // A tag with very many attributes must not take quadratic time.
                if found.count < 64, !found.contains(where: { $0.name == attribute.name }) {
                    found.append(attribute)
                }
            case .end: return found
            case .cut: return nil
            }
        }
    }

    private enum Step {
        case attribute(Attribute)
        case end
        case cut
    }

    /// Runs the standard's “get an attribute”.
    private mutating func attribute() -> Step {
        skip { ASCII.isBlank($0) || $0 == UInt8(ascii: "/") }
        guard index < bytes.endIndex else { return .cut }
        if bytes[index] == UInt8(ascii: ">") { return .end }
        var attribute = Attribute()
        while index < bytes.endIndex {
            let byte = bytes[index]
            if byte == UInt8(ascii: "="), !attribute.name.isEmpty { break }
            if byte == UInt8(ascii: "/") || byte == UInt8(ascii: ">") { return .attribute(attribute) }
            if ASCII.isBlank(byte) {
                skip(ASCII.isBlank)
                guard index < bytes.endIndex else { return .cut }
                if bytes[index] != UInt8(ascii: "=") { return .attribute(attribute) }
                break
            }
            attribute.name.append(ASCII.lowered(byte))
            index += 1
        }
        guard index < bytes.endIndex else { return .cut }
        index += 1
        skip(ASCII.isBlank)
        guard index < bytes.endIndex else { return .cut }
        return value(of: attribute)
    }

    private mutating func value(of named: Attribute) -> Step {
        var attribute = named
        let quote = bytes[index]
        if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
            index += 1
            let text = bytes[index...].prefix { $0 != quote }
            index = text.endIndex
            guard index < bytes.endIndex else { return .cut }
            index += 1
            attribute.value = text.map(ASCII.lowered)
            return .attribute(attribute)
        }
        let text = bytes[index...].prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: ">") }
        index = text.endIndex
        guard index < bytes.endIndex else { return .cut }
        attribute.value = text.map(ASCII.lowered)
        return .attribute(attribute)
    }

    private mutating func skip(_ isSkipped: (UInt8) -> Bool) {
        while index < bytes.endIndex, isSkipped(bytes[index]) { index += 1 }
    }

    // The declarations in the first bytes of a page (HTML Standard §13.2.3.2, “prescan a byte stream to determine
    // its encoding”).

    /// The number of bytes that the standard prescans.
    static let length = 1024

    /// Returns the encoding in a meta element, and its label there; nil if no element that is complete within these
    /// bytes declares one. More bytes do not change a result. Linear.
    static func meta(in bytes: ArraySlice<UInt8>) -> (encoding: CharacterEncoding, label: [UInt8])? {
        var scan = MarkupScan(bytes, tags: "meta")
        while let attributes = scan.next() {
            guard let encoding = encoding(of: attributes) else { continue }
            let charset = attributes.first { ASCII.equal($0.name, "charset") }
            return (encoding.asDeclaredInside, charset?.value ?? Array(encoding.name.utf8))
        }
        return nil
    }

    /// Returns the language of the html element, in lower case; nil if it has none.
    static func language(in bytes: ArraySlice<UInt8>) -> String? {
        var scan = MarkupScan(bytes, tags: "html")
        guard let attributes = scan.next() else { return nil }
        let named =
            attributes.first { ASCII.equal($0.name, "lang") }
            ?? attributes.first { ASCII.equal($0.name, "xml:lang") }
        guard let value = named?.value, (2...35).contains(value.count),
            value.allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") })
        else { return nil }
        return String(decoding: value, as: UTF8.self)
    }

    private static func encoding(of attributes: [Attribute]) -> CharacterEncoding? {
        var isPragma = false
        // The last of `charset` and a `content` with an encoding decides whether http-equiv is required.
        var found: (encoding: CharacterEncoding?, needsPragma: Bool)?
        for attribute in attributes {
            if ASCII.equal(attribute.name, "http-equiv") {
                if ASCII.equal(attribute.value, "content-type") { isPragma = true }
            } else if ASCII.equal(attribute.name, "content") {
                if found == nil, let encoding = charset(inContent: attribute.value) {
                    found = (encoding, true)
                }
            } else if ASCII.equal(attribute.name, "charset") {
                found = (CharacterEncoding(label: attribute.value), false)
            }
        }
        guard let found, isPragma || !found.needsPragma else { return nil }
        return found.encoding
    }

    /// Runs the standard's “extracting a character encoding from a meta element” (§2.6.6).
    static func charset(inContent content: [UInt8]) -> CharacterEncoding? {
        let name: StaticString = "charset"
        var rest = content[...]
        while rest.count > name.utf8CodeUnitCount {
            guard ASCII.equal(rest.prefix(name.utf8CodeUnitCount), name) else {
                rest = rest.dropFirst()
                continue
            }
            rest = rest.dropFirst(name.utf8CodeUnitCount).drop { ASCII.isBlank($0) }
            guard rest.first == UInt8(ascii: "=") else { continue }
            rest = rest.dropFirst().drop { ASCII.isBlank($0) }
            guard let first = rest.first else { return nil }
            guard first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") else {
                return CharacterEncoding(
                    label: rest.prefix { !ASCII.isBlank($0) && $0 != UInt8(ascii: ";") })
            }
            let text = rest.dropFirst().prefix { $0 != first }
            return text.endIndex < rest.endIndex ? CharacterEncoding(label: text) : nil
        }
        return nil
    }

    /// Returns the encoding in an XML declaration (“get an XML encoding”); nil if the bytes do not begin with a complete
    /// declaration of a known one. Linear.
    static func xmlEncoding(in bytes: ArraySlice<UInt8>) -> CharacterEncoding? {
        guard bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ">")) else {
            return nil
        }
        let name = Array("encoding".utf8)
        var rest = bytes[..<end]
        while !rest.starts(with: name) {
            if rest.isEmpty { return nil }
            rest = rest.dropFirst()
        }
        rest = rest.dropFirst(name.count).drop { $0 <= 0x20 }
        guard rest.popFirst() == UInt8(ascii: "=") else { return nil }
        rest = rest.drop { $0 <= 0x20 }
        guard let quote = rest.popFirst(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'"),
            let close = rest.firstIndex(of: quote)
        else { return nil }
        let label = rest[..<close]
        guard !label.contains(where: { $0 <= 0x20 }) else { return nil }
        return CharacterEncoding(label: label)?.asDeclaredInside
    }
}
