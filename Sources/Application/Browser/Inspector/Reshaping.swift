import HTML

/// An incremental conversion of bytes to another form.
struct Reshaping: Sendable {
    enum Conversion: Sendable {
        /// To UTF-8, from another encoding.
        case decoded(SentText)
        /// To indented JSON.
        case indented(JSONIndenter)
    }

    /// The bytes not converted yet.
    private(set) var rest: ArraySlice<UInt8>
    private var conversion: Conversion

    private static let pieceBytes = 16 << 10

    /// Creates a conversion of bytes.
    init(_ bytes: [UInt8], _ conversion: Conversion) {
        rest = bytes[...]
        self.conversion = conversion
    }

    /// Whether all bytes are converted.
    var isDone: Bool { rest.isEmpty }

    /// Returns the converted form of the next piece.
    mutating func next() -> [UInt8] {
        let piece = Array(rest.prefix(Self.pieceBytes))
        rest = rest.dropFirst(piece.count)
        switch conversion {
        case .decoded(var text):
            // Releases the text, so that appending to it does not copy it.
            conversion = .indented(JSONIndenter())
            defer { conversion = .decoded(text) }
            return text.append(piece, isLast: isDone)
        case .indented(var indenter):
            defer { conversion = .indented(indenter) }
            return indenter.append(piece)
        }
    }
}

/// Formats JSON with each member and element on a separate line, indented by its depth, incrementally. Only whitespace
/// between tokens changes; text that is not JSON is passed on, and nothing is validated. Linear.
struct JSONIndenter: Sendable {
    private enum Place {
        /// Between tokens, or in a number or word.
        case between
        /// In a string.
        case string
        /// In a string, after a backslash.
        case escaped
    }

    private var place = Place.between
    private var depth = 0
    /// Whether an object or array was begun and is empty so far.
    private var isFresh = false
    /// Whether whitespace was skipped since the last token.
    private var hasGap = false
    /// The last byte of the output; a line feed at the beginning.
    private var last: UInt8 = 0x0A
    private var made = 0

    /// The maximum depth that is indented.
    private static let deepest = 32
    /// The maximum number of output bytes; the rest is passed on unchanged.
    private static let limit = 64 << 20

    /// Returns the formatted form of the next bytes.
    mutating func append(_ piece: [UInt8]) -> [UInt8] {
        guard made < Self.limit else { return piece }
        var result: [UInt8] = []
        result.reserveCapacity(piece.count * 2)
        for byte in piece { append(byte, &result) }
        made += result.count
        return result
    }

    private mutating func append(_ byte: UInt8, _ result: inout [UInt8]) {
        switch place {
        case .string:
            if byte == UInt8(ascii: "\\") { place = .escaped }
            if byte == UInt8(ascii: "\"") { place = .between }
            put(byte, &result)
        case .escaped:
            place = .string
            put(byte, &result)
        case .between: takeToken(byte, &result)
        }
    }

    private mutating func takeToken(_ byte: UInt8, _ result: inout [UInt8]) {
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D:
            hasGap = true
            return
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            begin(&result)
            if depth == 0, last != 0x0A { breakLine(&result) }
            put(byte, &result)
            depth += 1
            isFresh = true
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            depth = max(0, depth - 1)
            if !isFresh { breakLine(&result) }
            isFresh = false
            put(byte, &result)
        case UInt8(ascii: ","):
            put(byte, &result)
            breakLine(&result)
        case UInt8(ascii: ":"):
            put(byte, &result)
            put(0x20, &result)
        default:
            begin(&result)
            // Separate words stay separate.
            if hasGap, last != 0x20, last != 0x0A { put(0x20, &result) }
            if byte == UInt8(ascii: "\"") { place = .string }
            put(byte, &result)
        }
        hasGap = false
    }

    private mutating func begin(_ result: inout [UInt8]) {
        if isFresh { breakLine(&result) }
        isFresh = false
    }

    private mutating func put(_ byte: UInt8, _ result: inout [UInt8]) {
        result.append(byte)
        last = byte
    }

    private mutating func breakLine(_ result: inout [UInt8]) {
        put(0x0A, &result)
        for _ in 0..<min(depth, Self.deepest) { result += [0x20, 0x20] }
    }
}
