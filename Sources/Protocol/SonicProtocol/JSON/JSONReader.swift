/// The parser of `JSONNode.read`: JSON5 (https://spec.json5.org) by recursive descent, at most 64 levels deep. After a
/// mistake, it continues at the next item.
struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0
    private var line = 1
    private var column = 1
    private(set) var problems: [TextProblem] = []
    /// Whether further mistakes are suppressed: the text has ended or is nested too deeply, or twenty were reported.
    private var hasGivenUp = false

    private static let deepest = 64
    private static let maxProblems = 20

    /// Creates a parser of these bytes.
    init(_ bytes: [UInt8]) { self.bytes = bytes }

    // MARK: The cursor, which counts lines and columns

    /// The byte at the cursor; nil at the end.
    var first: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Whether the cursor is at the end.
    var isAtEnd: Bool { index >= bytes.count }

    /// The position of the cursor.
    var position: TextPosition { TextPosition(line: line, column: column) }

    /// Whether the rest begins with this text.
    func starts(with text: String) -> Bool { bytes[index...].starts(with: text.utf8) }

    /// Advances by `count` bytes, at most to the end.
    mutating func advance(_ count: Int = 1) {
        for _ in 0..<count where index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == 0x0A || (byte == 0x0D && first != 0x0A) {
                line += 1
                column = 1
            } else if first.map({ $0 & 0xC0 != 0x80 }) ?? true {
                // Continuation bytes of a scalar do not count as columns.
                column += 1
            }
        }
    }

    /// Advances to the end.
    mutating func advanceToEnd() { advance(bytes.count - index) }

    /// Parses the whole text. Called once.
    mutating func read() -> (node: JSONNode?, problems: [TextProblem]) {
        skipBlanks()
        let node = value(depth: 0)
        skipBlanks()
        if node != nil, !isAtEnd { report("Unexpected text after the value.") }
        return (node, problems)
    }

    /// Records a mistake, at the cursor if no position is given.
    mutating func report(_ message: String, at position: TextPosition? = nil) {
        guard !hasGivenUp else { return }
        problems.append(TextProblem(position ?? self.position, message))
        hasGivenUp = isAtEnd || problems.count == Self.maxProblems
    }

    // MARK: Values

    private mutating func value(depth: Int) -> JSONNode? {
        let (position, start) = (self.position, index)
        return content(depth: depth).map { JSONNode(value: $0, position: position, range: start..<index) }
    }

    private mutating func content(depth: Int) -> JSONNode.Value? {
        switch first {
        case UInt8(ascii: "{"): return object(depth: depth)
        case UInt8(ascii: "["): return array(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string().map { .string($0) }
        case let byte? where byte.startsNumber: return number().map { .number($0) }
        case let byte? where byte.startsName:
            let position = self.position
            switch name() {
            case "null": return .null
            case "true": return .bool(true)
            case "false": return .bool(false)
            case "Infinity": return .number(.infinity)
            case "NaN": return .number(.nan)
            case let word:
                report("“\(word)” is not a value; write strings in quotes.", at: position)
                return nil
            }
        case nil:
            report("Expected a value, found the end.")
            return nil
        default:
            report("Expected a value.")
            return nil
        }
    }

    private mutating func object(depth: Int) -> JSONNode.Value? {
        var members: [JSONNode.Member] = []
        var names = NameSet()
        let isWhole = items(closing: UInt8(ascii: "}"), depth: depth) { reader in
            let (position, start) = (reader.position, reader.index)
            guard let name = reader.memberName() else { return false }
            reader.skipBlanks()
            if reader.first == UInt8(ascii: ":") {
                reader.advance()
                reader.skipBlanks()
            } else {
                reader.report("Expected “:” between name and value.")
                return false
            }
            guard let node = reader.value(depth: depth + 1) else { return false }
            if names.insert(name) {
                members.append(JSONNode.Member(name: name, position: position, start: start, node: node))
            } else {
                reader.report("Duplicate name “\(name)”.", at: position)
            }
            return true
        }
        return isWhole ? .object(members) : nil
    }

    private mutating func array(depth: Int) -> JSONNode.Value? {
        var elements: [JSONNode] = []
        let isWhole = items(closing: UInt8(ascii: "]"), depth: depth) { reader in
            guard let node = reader.value(depth: depth + 1) else { return false }
            elements.append(node)
            return true
        }
        return isWhole ? .array(elements) : nil
    }

    /// Reads comma-separated items up to the closing bracket; returns false if they are nested too deeply to be read.
    /// After a mistake in an item, continues where the next one may begin.
    private mutating func items(
        closing: UInt8, depth: Int, item: (inout JSONReader) -> Bool
    ) -> Bool {
        let start = self.position
        advance()
        guard depth < Self.deepest else {
            advanceToEnd()
            report("Values are nested more than \(Self.deepest) levels deep.", at: start)
            return false
        }
        skipBlanks()
        while first != closing {
            guard !isAtEnd, !hasGivenUp else {
                report("This bracket is not closed.", at: start)
                return true
            }
            let isRead = item(&self)
            if !isRead { skipToNextItem() }
            skipBlanks()
            if first == UInt8(ascii: ",") {
                advance()
                skipBlanks()
            } else if let byte = first, byte != closing {
                if isRead { report("Expected “,” or “\(Character(Unicode.Scalar(closing)))”.") }
                // This byte may begin the next item; otherwise it is skipped.
                if !byte.mayStartItem { advance() }
                skipBlanks()
            }
        }
        advance()
        return true
    }

    private mutating func skipToNextItem() {
        while let byte = first, byte != UInt8(ascii: ","), byte != UInt8(ascii: "}"),
            byte != UInt8(ascii: "]"), byte != 0x0A, byte != 0x0D
        {
            advance()
        }
    }

    // MARK: Names

    private mutating func memberName() -> String? {
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return string()
        case let byte? where byte.startsName: return name()
        default:
            report("Expected a name.")
            return nil
        }
    }

    private mutating func name() -> String {
        var bytes: [UInt8] = []
        while let byte = first, byte.startsName || byte.isASCIIDigit {
            bytes.append(byte)
            advance()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: Blanks

    /// Skips spaces, line ends and comments.
    private mutating func skipBlanks() {
        while let byte = first {
            // All other ASCII characters begin an item, and nearly every byte is one of them.
            if (0x21...0x7F).contains(byte), byte != UInt8(ascii: "/") { return }
            if starts(with: "//") {
                while let byte = first, byte != 0x0A, byte != 0x0D { advance() }
            } else if starts(with: "/*") {
                let start = self.position
                advance(2)
                while !isAtEnd, !starts(with: "*/") { advance() }
                if isAtEnd { report("This comment is not closed.", at: start) }
                advance(2)
            } else if byte == 0x20 || (0x09...0x0D).contains(byte) {
                advance()
            } else if starts(with: "\u{A0}") {
                advance(2)
            } else if starts(with: "\u{FEFF}") || starts(with: "\u{2028}")
                || starts(with: "\u{2029}")
            {
                advance(3)
            } else {
                return
            }
        }
    }
}

/// The names found in an object. Creating the first `Set<String>` of a process takes longer than parsing most people's
/// files, so a small number of names is searched linearly.
private struct NameSet {
    private var few: [String] = []
    private var many: Set<String> = []

    /// Inserts a name; returns false if it is already present.
    mutating func insert(_ name: String) -> Bool {
        guard few.count == 32 else {
            guard !few.contains(name) else { return false }
            few.append(name)
            return true
        }
        return !few.contains(name) && many.insert(name).inserted
    }
}

extension UInt8 {
    /// Whether an unquoted name may begin with this byte: letters, `$`, `_` and all non-ASCII bytes.
    fileprivate var startsName: Bool { isASCIILetter || self == 0x24 || self == 0x5F || self >= 0x80 }
    /// Whether a number may begin with this byte.
    fileprivate var startsNumber: Bool { isASCIIDigit || self == 0x2B || self == 0x2D || self == 0x2E }
    /// Whether an item of an array or object may begin with this byte.
    fileprivate var mayStartItem: Bool {
        startsName || startsNumber || [0x22, 0x27, 0x5B, 0x7B].contains(self)
    }
}
