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
}
