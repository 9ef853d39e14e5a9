/// A value parsed from a configuration text (JSON5), with its position, so that mistakes in it can be located.
public struct JSONNode: Equatable, Sendable {
    /// The value.
    public let value: Value
    /// The position of its first character.
    public let position: TextPosition
    /// The range of its bytes in the text.
    package let range: Range<Int>

    /// The kinds of value.
    public indirect enum Value: Equatable, Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number; `Infinity` and `NaN` are numbers in JSON5.
        case number(Double)
        /// A string.
        case string(String)
        /// Elements in order.
        case array([JSONNode])
        /// Members in order, with unique names.
        case object([Member])
    }

    /// A member of an object.
    public struct Member: Equatable, Sendable {
        /// The name.
        public let name: String
        /// The position of the name.
        public let position: TextPosition
        /// The offset of the name in the text.
        package let start: Int
        /// The value.
        public let node: JSONNode
    }

    /// Parses one value from JSON5: JSON with comments, unquoted names, single quotes, trailing commas, and numbers
    /// such as `0xFF` and `.5`. Total and linear.
    ///
    /// - Returns: The value and the first twenty mistakes, in order. The node is nil only if no value could be read; if
    ///   there are mistakes, it contains the parts that could be read.
    public static func read(_ bytes: [UInt8]) -> (node: JSONNode?, problems: [TextProblem]) {
        var reader = JSONReader(bytes)
        return reader.read()
    }

    /// The members of an object; nil for other values.
    public var members: [Member]? {
        if case .object(let members) = value { members } else { nil }
    }

    /// The elements of an array; nil for other values.
    public var elements: [JSONNode]? {
        if case .array(let elements) = value { elements } else { nil }
    }

    /// The string; nil for other values.
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The number; nil for other values.
    public var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }

    /// The number if it is whole and at most 2⁵³ from zero; nil for other values.
    public var integer: Int? {
        guard let number, number.magnitude <= 9_007_199_254_740_992 else { return nil }
        // `Int(exactly:)` would need libm, which nothing else here does.
        let whole = Int(number)
        return Double(whole) == number ? whole : nil
    }

    /// `true` or `false`; nil for other values.
    public var bool: Bool? {
        if case .bool(let value) = value { value } else { nil }
    }

    /// The value of an object's member; nil if there is none. Linear in the members.
    public subscript(name: String) -> JSONNode? { members?.first { $0.name == name }?.node }

    /// Returns a mistake for each member whose name is not in `known`; none for values other than objects.
    public func unknownNames(known: [String]) -> [TextProblem] {
        (members ?? []).filter { !known.contains($0.name) }.map { member in
            TextProblem(
                member.position,
                "Unknown name “\(member.name)”; use one of \(known.joined(separator: ", ")).")
        }
    }

    /// Returns a mistake at this value.
    public func problem(_ message: String) -> TextProblem { TextProblem(position, message) }
}

/// A position in a text, as editors count it.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, from 1. Lines end with `\n`, `\r` or `\r\n`.
    public let line: Int
    /// The Unicode scalar within the line, from 1.
    public let column: Int

    /// Creates a position.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Whether the left position is first.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// `LINE:COLUMN`.
    public var description: String { "\(line):\(column)" }
}

/// A mistake in a text, with its position.
public struct TextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The position.
    public let position: TextPosition
    /// What is wrong, as a sentence.
    public let message: String

    /// Creates a mistake at a position.
    public init(_ position: TextPosition, _ message: String) {
        self.position = position
        self.message = message
    }

    /// `LINE:COLUMN: message`.
    public var description: String { "\(position): \(message)" }
}
