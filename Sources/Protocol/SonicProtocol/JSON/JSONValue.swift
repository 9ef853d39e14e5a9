/// A JSON value for output; objects keep the order of their members.
public indirect enum JSONValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A whole number.
    case integer(Int64)
    /// Any other number; infinities and NaN are written as `null`.
    case number(Double)
    /// A string.
    case string(String)
    /// Elements in order.
    case array([JSONValue])
    /// Members in order; the caller ensures that names are unique.
    case object([Member])

    /// A member of an object.
    public struct Member: Hashable, Sendable {
        /// The name.
        public let name: String
        /// The value.
        public let value: JSONValue

        /// Creates a member.
        public init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Creates a whole number.
    public static func integer(_ value: Int) -> JSONValue { .integer(Int64(value)) }

    /// Returns a string, or `null` for nil.
    public static func string(orNull text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }

    /// The layout of the serialized text.
    public enum Layout: Sendable {
        /// One line without blanks: one object per line for logs and pipes.
        case compact
        /// One member or element per line, indented by two spaces per level, for people.
        case indented
    }

    /// Returns the value as JSON (RFC 8259), without a line end. Linear.
    ///
    /// Characters in strings that could control a terminal or reorder a line are escaped: control characters (C0, DEL,
    /// C1), U+2028, U+2029, the bidirectional controls, interlinear marks, tag characters and noncharacters. All others
    /// are written as they are.
    public func text(_ layout: Layout = .compact) -> String {
        var result: [UInt8] = []
        write(to: &result, layout: layout, level: 0)
        return String(decoding: result, as: UTF8.self)
    }

    /// Recursive: values are built by our own code, so their nesting does not depend on input.
    private func write(to result: inout [UInt8], layout: Layout, level: Int) {
        switch self {
        case .null: result += "null".utf8
        case .bool(let value): result += (value ? "true" : "false").utf8
        case .integer(let value): result += String(value).utf8
        case .number(let value): result += (value.isFinite ? value.description : "null").utf8
        case .string(let text): Self.write(text, to: &result)
        case .array(let elements):
            Self.write(elements, between: "[", "]", to: &result, layout: layout, level: level) {
                element, result in
                element.write(to: &result, layout: layout, level: level + 1)
            }
        case .object(let members):
            Self.write(members, between: "{", "}", to: &result, layout: layout, level: level) {
                member, result in
                Self.write(member.name, to: &result)
                result += (layout == .indented ? ": " : ":").utf8
                member.value.write(to: &result, layout: layout, level: level + 1)
            }
        }
    }

    private static func write<Item>(
        _ items: [Item], between open: String, _ close: String, to result: inout [UInt8], layout: Layout,
        level: Int, item: (Item, inout [UInt8]) -> Void
    ) {
        result += open.utf8
        for (index, each) in items.enumerated() {
            if index > 0 { result.append(UInt8(ascii: ",")) }
            if layout == .indented { newLine(level: level + 1, to: &result) }
            item(each, &result)
        }
        if layout == .indented, !items.isEmpty { newLine(level: level, to: &result) }
        result += close.utf8
    }

    private static func newLine(level: Int, to result: inout [UInt8]) {
        result.append(0x0A)
        result += repeatElement(0x20, count: level * 2)
    }

    /// Writes a string. Runs that require no escape are copied at once, since a body has millions of characters.
    private static func write(_ text: String, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        defer { result.append(UInt8(ascii: "\"")) }
        var text = text
        text.withUTF8 { bytes in
            var (run, place) = (0, 0)
            while place < bytes.count {
                if isPlain(bytes[place]) {
                    place += 1
                    continue
                }
                let (scalar, count) = scalar(at: place, in: bytes)
                if let escape = escape(scalar) {
                    result += UnsafeBufferPointer(rebasing: bytes[run..<place])
                    result += escape.utf8
                    run = place + count
                }
                place += count
            }
            result += UnsafeBufferPointer(rebasing: bytes[run...])
        }
    }

    /// Returns the scalar at an index of the string's bytes, and its length in bytes.
    private static func scalar(at place: Int, in bytes: UnsafeBufferPointer<UInt8>) -> (UInt32, Int) {
        let first = bytes[place]
        guard first >= 0x80 else { return (UInt32(first), 1) }
        // A String is always valid UTF-8: the first byte has as many leading ones as the scalar has bytes, then the
        // highest bits.
        let count = (~first).leadingZeroBitCount
        let rest = bytes[(place + 1)..<(place + count)]
        return (rest.reduce(UInt32(first) & 0x7F >> count) { $0 << 6 | UInt32($1 & 0x3F) }, count)
    }

    /// Returns the escape of a character; nil if it is written as it is.
    private static func escape(_ scalar: UInt32) -> String? {
        switch scalar {
        case 0x22: return "\\\""
        case 0x5C: return "\\\\"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        case 0x09: return "\\t"
        case _ where steers(scalar):
            guard let character = Unicode.Scalar(scalar) else { return nil }
            return String(character).utf16.map {
                "\\u" + Bytes.hexadecimal([UInt8($0 >> 8), UInt8($0 & 0xFF)])
            }.joined()
        default: return nil
        }
    }

    /// Whether a byte is a character that is written as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether the character could control a terminal, change the reading order of a line or hide text in it.
    private static func steers(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFDD0...0xFDEF,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F, 0x10EEEE:
            true
        // Noncharacters, like U+FDD0 to U+FDEF.
        default: scalar & 0xFFFE == 0xFFFE
        }
    }

    /// Returns an object without the members that are `null`.
    public static func record(_ members: [Member]) -> JSONValue {
        .object(members.filter { $0.value != .null })
    }

    /// Returns the bytes of a header value as Base64, or `null` if its text represents all of them.
    package static func bytes(unlessText value: HeaderValue?) -> JSONValue {
        guard let value, value.exactText == nil else { return .null }
        return .string(Base64.text(value.bytes))
    }

    /// Returns a whole number, or `null` for nil.
    public static func integer(orNull number: (some BinaryInteger)?) -> JSONValue {
        number.map { .integer(Int64($0)) } ?? .null
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByNilLiteral, ExpressibleByArrayLiteral,
    ExpressibleByDictionaryLiteral
{
    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }
    /// Creates a whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }
    /// Creates a number.
    public init(floatLiteral value: Double) { self = .number(value) }
    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }
    /// Creates an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    /// Creates an object, with members in the order of the literal.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self = .object(elements.map { Member($0.0, $0.1) })
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line.
    public var description: String { text() }
}
