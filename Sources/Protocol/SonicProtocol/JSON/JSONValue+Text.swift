extension JSONValue {
    /// How much room a text takes.
    public enum Layout: Sendable {
        /// One line without blanks: an object a line for logs and pipes.
        case compact
        /// One member or element a line, two spaces a level: for people.
        case indented
    }

    /// The value as JSON (RFC 8259), without a line end behind it. Linear.
    ///
    /// What could steer a terminal or reorder a line is escaped within texts: control characters (C0, DEL, C1),
    /// U+2028, U+2029, the bidirectional controls, interlinear marks, tag characters and
    /// noncharacters. All else is written as it is.
    public func text(_ layout: Layout = .compact) -> String {
        var result: [UInt8] = []
        write(to: &result, layout: layout, level: 0)
        return String(decoding: result, as: UTF8.self)
    }

    /// Recursive: values are built by our own code, never nested as deeply as an input likes.
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

    private static func write(_ text: String, to result: inout [UInt8]) {
        result.append(UInt8(ascii: "\""))
        defer { result.append(UInt8(ascii: "\"")) }
        // A body in base64 is millions of letters, and none of them needs a look of its own.
        if text.utf8.allSatisfy(isPlain) {
            result += text.utf8
            return
        }
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\"".utf8
            case "\\": result += "\\\\".utf8
            case "\n": result += "\\n".utf8
            case "\r": result += "\\r".utf8
            case "\t": result += "\\t".utf8
            case _ where steers(scalar):
                for unit in String(scalar).utf16 {
                    result += "\\u".utf8
                    result += Bytes.hexadecimal([UInt8(unit >> 8), UInt8(unit & 0xFF)]).utf8
                }
            default: result += scalar.utf8
            }
        }
    }

    /// Whether a byte is a character that is written as it is.
    private static func isPlain(_ byte: UInt8) -> Bool {
        (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Whether the character could steer a terminal, change how a line reads or hide words in it.
    private static func steers(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069,
            0xFDD0...0xFDEF,
            0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F:
            true
        // Noncharacters, as U+FDD0 to U+FDEF are.
        default: scalar.value & 0xFFFE == 0xFFFE
        }
    }
}

extension JSONValue: CustomStringConvertible {
    /// The value as JSON on one line.
    public var description: String { text() }
}
