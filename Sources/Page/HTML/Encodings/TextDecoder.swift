/// Converts the bytes of a page to UTF-8 as they are received, as in the Encoding Standard: invalid bytes
/// become U+FFFD.
///
/// It is a value, and the text does not depend on how the bytes are divided. An incomplete character is
/// buffered until the rest is received. Where the system's multi-byte tables differ from the standard's, the
/// system's apply (docs/decisions/0080-iconv-decodes-encodings-other-than-utf-8.md). Linear.
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
        case .utf16(let isBigEndian): return Self.decodeUTF16(bytes, isBigEndian: isBigEndian, to: &output)
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

extension TextDecoder {
    /// Decodes complete characters of UTF-16 (Encoding Standard §14.2), appends them to the output, and returns the number
    /// of bytes consumed; unpaired surrogates become U+FFFD.
    private static func decodeUTF16(
        _ bytes: ArraySlice<UInt8>, isBigEndian: Bool, to output: inout [UInt8]
    ) -> Int {
        func unit(_ index: Int) -> UInt32? {
            guard index + 1 < bytes.endIndex else { return nil }
            let (first, second) = (UInt32(bytes[index]), UInt32(bytes[index + 1]))
            return isBigEndian ? first << 8 | second : second << 8 | first
        }
        var index = bytes.startIndex
        while let first = unit(index) {
            if first & 0xFC00 == 0xD800 {
                guard let second = unit(index + 2) else { break }
                if second & 0xFC00 == 0xDC00 {
                    append(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF), to: &output)
                    index += 4
                    continue
                }
            }
            append(first & 0xF800 == 0xD800 ? 0xFFFD : first, to: &output)
            index += 2
        }
        return index - bytes.startIndex
    }

    /// Appends a scalar value in UTF-8; it must not be a surrogate.
    fileprivate static func append(_ scalar: UInt32, to output: inout [UInt8]) {
        func last(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: scalar >> shift) & 0x3F | 0x80 }
        let top = { (shift: UInt32) in UInt8(truncatingIfNeeded: scalar >> shift) }
        switch scalar {
        case 0..<0x80: output.append(top(0))
        case 0x80..<0x800: output += [0xC0 | top(6), last(0)]
        case 0x800..<0x10000: output += [0xE0 | top(12), last(6), last(0)]
        default: output += [0xF0 | top(18), last(12), last(6), last(0)]
        }
    }
}

/// The characters of the bytes from 0x80 on in a single-byte encoding, by the system's table and, if that
/// differs, by the standard's (Encoding Standard §9).
struct SingleByteTable: Sendable {
    /// The characters from 0x80 on in UTF-8, concatenated.
    private let text: [UInt8]
    /// The start of each character, and the end of the last.
    private let starts: [UInt16]

    /// Converts each byte once with the system's table.
    init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        var text: [UInt8] = []
        var starts: [UInt16] = [0]
        // Without a table every byte is invalid, on every machine alike.
        let controls: Range<UInt8> = conversion.lacks(encoding) ? 0..<0 : 0..<0xA0
        for byte in UInt8(0x80)...0xFF {
            if let scalar = Self.ours(byte, encoding) {
                TextDecoder.append(scalar, to: &text)
            } else {
                // One at a time: some of the system's tables combine letters with the marks that follow.
                _ = conversion.convert(encoding, [byte], &text) { bytes, output in
                    // A byte undefined in Windows is a Latin-1 control character.
                    TextDecoder.append(controls.contains(byte) ? UInt32(byte) : 0xFFFD, to: &output)
                    return 1
                }
            }
            starts.append(UInt16(truncatingIfNeeded: text.count))
        }
        self.text = text
        self.starts = starts
    }

    /// Decodes all bytes and appends them to the output.
    func decode(_ bytes: ArraySlice<UInt8>, to output: inout [UInt8]) {
        output.reserveCapacity(output.count + bytes.count)
        let bytes = bytes.span
        let text = text.span
        let starts = starts.span
        var place = 0
        while place < bytes.count {
            let byte = bytes[place]
            place += 1
            guard byte >= 0x80 else {
                output.append(byte)
                continue
            }
            // One at a time: a slice costs more than the two bytes that most characters have.
            let index = Int(byte & 0x7F)
            var next = Int(starts[index])
            while next < Int(starts[index + 1]) {
                output.append(text[next])
                next += 1
            }
        }
    }

    /// Returns the standard's character if it differs from the system's table; otherwise nil.
    private static func ours(_ byte: UInt8, _ encoding: CharacterEncoding) -> UInt32? {
        switch (encoding, byte) {
        case (.userDefined, _): 0xF780 + UInt32(byte & 0x7F)
        case (.koi8U, 0xAE): 0x045E
        case (.koi8U, 0xBE): 0x040E
        case (.windows1255, 0xCA): 0x05BA
        case (.macintosh, 0xC6): 0x2206
        case (.macintosh, 0xF0): 0xF8FF
        case (.macCyrillic, 0xFF): 0x20AC
        default: nil
        }
    }
}
