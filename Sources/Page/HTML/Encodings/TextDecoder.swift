/// Converts the bytes of a page to UTF-8 as they are received, as in the Encoding Standard: invalid bytes
/// become U+FFFD.
///
/// It is a value, and the text does not depend on how the bytes are divided. An incomplete character is
/// buffered until the rest is received. Where the system's multi-byte tables differ from the standard's, the
/// system's apply (docs/decisions/0080-iconv-for-other-encodings.md). Linear.
struct TextDecoder: Sendable {
    /// U+FFFD in UTF-8.
    static let replacement: [UInt8] = [0xEF, 0xBF, 0xBD]

    private enum Method: Sendable {
        case copy
        case utf16(isBigEndian: Bool)
        case table(SingleByteTable)
        case japanese(JapaneseEscapes)
        case system
    }

    let encoding: CharacterEncoding
    private let conversion: CharacterConversion
    private var method: Method
    /// The beginning of a character whose rest is not received yet.
    private(set) var pending: [UInt8] = []

    /// Creates a decoder for the start of a text.
    init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        self.encoding = encoding
        self.conversion = conversion
        switch encoding.scheme {
        case .utf8: method = .copy
        case .utf16(let isBigEndian): method = .utf16(isBigEndian: isBigEndian)
        case .singleByte: method = .table(SingleByteTable(encoding, conversion))
        case .iso2022JP: method = .japanese(JapaneseEscapes())
        case .multiByte: method = .system
        }
    }

    /// Decodes the next bytes and appends their text to the output.
    mutating func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        if pending.isEmpty {
            pending = Array(bytes[(bytes.startIndex + decode(bytes, &output))...])
        } else {
            let joined = pending + bytes
            pending = Array(joined[decode(joined[...], &output)...])
        }
    }

    /// Decodes the rest at the end of the text: one U+FFFD for an incomplete character.
    mutating func finish(to output: inout [UInt8]) {
        while !pending.isEmpty {
            let left = pending[...]
            pending = []
            let count = replaceCut(left, &output)
            decode(left.dropFirst(count), to: &output)
        }
    }

    /// Appends the replacement for a character cut by the end, and returns the number of its bytes.
    private func replaceCut(_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) -> Int {
        if case .system = method, let malformed = Malformed(encoding, bytes) {
            return malformed.replace(in: &output)
        }
        output += Self.replacement
        // Of an incomplete escape, only the escape byte itself is invalid.
        if case .japanese = method, bytes.first == 0x1B { return 1 }
        return bytes.count
    }

    /// Decodes bytes from a character boundary, and returns the number of bytes consumed.
    private mutating func decode(_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) -> Int {
        switch method {
        case .copy:
            output += bytes
            return bytes.count
        case .utf16(let isBigEndian):
            return UTF16Bytes.decode(bytes, isBigEndian: isBigEndian, to: &output)
        case .table(let table):
            table.decode(bytes, to: &output)
            return bytes.count
        case .japanese(var escapes):
            let count = escapes.decode(bytes, conversion, to: &output)
            method = .japanese(escapes)
            return count
        case .system:
            return conversion.convert(encoding, bytes, &output) { [encoding] bytes, output in
                Malformed(encoding, bytes)?.replace(in: &output)
            }
        }
    }
}

/// Bytes that are not a character in a multi-byte encoding (Encoding Standard §10–14).
struct Malformed {
    /// The number of bytes.
    private let length: Int
    /// The replacement: U+FFFD, except for a byte that is in the standard but not in the system's table.
    private let text: [UInt8]

    /// Measures the invalid bytes at the beginning; nil if there may be too few to decide.
    init?(_ encoding: CharacterEncoding, _ bytes: ArraySlice<UInt8>) {
        text = encoding == .gb18030 && bytes.first == 0x80 ? Array("€".utf8) : TextDecoder.replacement
        guard let first = bytes.first, first > 0x80, first < 0xFF else {
            length = 1
            return
        }
        let rest = bytes.dropFirst()
        guard let second = rest.first else { return nil }
        if encoding == .gb18030, 0x30...0x39 ~= second {
            guard let third = rest.dropFirst().first else { return nil }
            guard 0x81...0xFE ~= third else {
                length = 1
                return
            }
            guard let fourth = rest.dropFirst(2).first else { return nil }
            length = 0x30...0x39 ~= fourth ? 4 : 1
        } else if encoding == .eucJP, first == 0x8F, 0xA1...0xFE ~= second {
            guard let third = rest.dropFirst().first else { return nil }
            length = third < 0x80 ? 2 : 3
        } else if encoding == .shiftJIS, 0xA0...0xDF ~= first || first >= 0xFD {
            length = 1
        } else if encoding == .eucJP, first < 0xA1, first != 0x8E, first != 0x8F {
            length = 1
        } else {
            // An ASCII byte is never consumed: it may end an attribute.
            length = second < 0x80 ? 1 : 2
        }
    }

    /// Appends the replacement, and returns the number of bytes it replaces.
    func replace(in output: inout [UInt8]) -> Int {
        output += text
        return length
    }
}
