/// A value read from a configuration text (JSON5), with the place where it stands, so that whoever gives it a
/// meaning can point at a mistake.
public struct JSONNode: Equatable, Sendable {
    /// What stands there.
    public let value: Value
    /// Where its first character stands.
    public let position: TextPosition

    /// The kinds of value.
    public indirect enum Value: Equatable, Sendable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number; `Infinity` and `NaN` are numbers in JSON5.
        case number(Double)
        /// A text.
        case string(String)
        /// Values in order.
        case array([JSONNode])
        /// Members in order, no name twice.
        case object([Member])
    }

    /// One name and value of an object.
    public struct Member: Equatable, Sendable {
        /// The name.
        public let name: String
        /// Where the name stands.
        public let position: TextPosition
        /// The value.
        public let node: JSONNode
    }
}

/// A place in a text as editors count it.
public struct TextPosition: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The line, from 1; `\n`, `\r` and `\r\n` end one.
    public let line: Int
    /// The Unicode scalar within the line, from 1.
    public let column: Int

    /// A place by its numbers.
    public init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    /// Whether the left place comes first.
    public static func < (left: TextPosition, right: TextPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }

    /// `LINE:COLUMN`.
    public var description: String { "\(line):\(column)" }
}

/// A mistake in a text and where it is.
public struct TextProblem: Hashable, Sendable, CustomStringConvertible {
    /// Where.
    public let position: TextPosition
    /// What is wrong, as a sentence.
    public let message: String

    /// A mistake at a place.
    public init(_ position: TextPosition, _ message: String) {
        self.position = position
        self.message = message
    }

    /// `LINE:COLUMN: message`.
    public var description: String { "\(position): \(message)" }
}

extension JSONNode {
    /// Reads one value from a text in JSON5: JSON with comments, names without quotes, single quotes, commas
    /// behind the last item, and numbers such as `0xFF` and `.5`. Total and linear.
    ///
    /// - Returns: what could be read and every mistake found, in order, at most twenty. The node is nil only when
    ///   the text holds no value; with mistakes it holds the parts that could be read.
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

    /// The text; nil for other values.
    public var string: String? {
        if case .string(let text) = value { text } else { nil }
    }

    /// The number; nil for other values.
    public var number: Double? {
        if case .number(let number) = value { number } else { nil }
    }

    /// The number when it is a whole one, at most 2⁵³ from zero; nil for other values.
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

    /// What an object holds under a name; nil when there is none. Linear in the members.
    public subscript(name: String) -> JSONNode? {
        members?.first { $0.name == name }?.node
    }

    /// A mistake for each member whose name is not among the known ones; none for other values than objects.
    public func unknownNames(known: [String]) -> [TextProblem] {
        (members ?? []).filter { !known.contains($0.name) }.map { member in
            TextProblem(
                member.position,
                "Unknown name “\(member.name)”; use one of \(known.joined(separator: ", ")).")
        }
    }

    /// A mistake at this value.
    public func problem(_ message: String) -> TextProblem { TextProblem(position, message) }
}
