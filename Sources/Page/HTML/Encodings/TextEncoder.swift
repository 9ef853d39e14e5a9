/// Encodes text in the encoding of a page, as in the Encoding Standard: UTF-8 is used instead of UTF-16 and of
/// encodings without an encoder (§4.3, get an output encoding).
public struct TextEncoder: Sendable {
    /// The output encoding.
    public let encoding: CharacterEncoding
    private let method: Method

    private enum Method: Sendable {
        case copy
        /// The byte of each character outside ASCII.
        case table([Unicode.Scalar: UInt8])
        case japanese(CharacterConversion)
        case system(CharacterConversion)
    }

    /// Creates an encoder for text that a page in this encoding submits.
    public init(_ encoding: CharacterEncoding, _ conversion: CharacterConversion) {
        switch encoding.scheme {
        case .utf8, .utf16: (self.encoding, method) = (.utf8, .copy)
        case .singleByte:
            let table = SingleByteTable(encoding, conversion)
            var bytes: [Unicode.Scalar: UInt8] = [:]
            for byte in UInt8(0x80)...0xFF {
                var text: [UInt8] = []
                table.decode([byte], to: &text)
                let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
                guard let scalar = scalars.first, scalars.count == 1, scalar.value != 0xFFFD else { continue }
                bytes[scalar] = byte
            }
            (self.encoding, method) = (encoding, .table(bytes))
        case .iso2022JP: (self.encoding, method) = (encoding, .japanese(conversion))
        case .multiByte: (self.encoding, method) = (encoding, .system(conversion))
        }
    }

    /// Encodes a text in pieces. Linear.
    /// - Parameters:
    ///   - bytes: Receives bytes in the encoding.
    ///   - missing: Receives a character that is not in the encoding.
    public func write(_ text: String, bytes: ([UInt8]) -> Void, missing: (Unicode.Scalar) -> Void) {
        switch method {
        case .copy: bytes(Array(text.utf8))
        case .table(let table): write(text, bytes, missing) { table[$0].map { [$0] } }
        case .system(let conversion): write(text, bytes, missing) { Self.encoded($0, encoding, conversion) }
        case .japanese(let conversion): writeJapanese(text, conversion, bytes, missing)
        }
    }

    private func write(
        _ text: String, _ bytes: ([UInt8]) -> Void, _ missing: (Unicode.Scalar) -> Void,
        _ encoded: (Unicode.Scalar) -> [UInt8]?
    ) {
        var run: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                run.append(UInt8(truncatingIfNeeded: scalar.value))
            } else if let some = encoded(scalar) {
                run += some
            } else {
                if !run.isEmpty { bytes(run) }
                run = []
                missing(scalar)
            }
        }
        if !run.isEmpty { bytes(run) }
    }

    // MARK: Several bytes per character

    /// Returns the bytes of a character outside ASCII in a multi-byte encoding, by the system's table if it
    /// agrees with the standard's encoder, otherwise by the standard.
    private static func encoded(
        _ scalar: Unicode.Scalar, _ encoding: CharacterEncoding, _ conversion: CharacterConversion
    ) -> [UInt8]? {
        switch (encoding, scalar.value) {
        case (.shiftJIS, 0xFF61...0xFF9F): return [UInt8(truncatingIfNeeded: scalar.value - 0xFF61 + 0xA1)]
        case (.shiftJIS, 0x80): return [0x80]
        case (.eucJP, 0xFF61...0xFF9F):
            return [0x8E, UInt8(truncatingIfNeeded: scalar.value - 0xFF61 + 0xA1)]
        case (.shiftJIS, 0xA5), (.eucJP, 0xA5): return [0x5C]
        case (.shiftJIS, 0x203E), (.eucJP, 0x203E): return [0x7E]
        case (.shiftJIS, 0x2212): return [0x81, 0x7C]
        case (.eucJP, 0x2212): return [0xA1, 0xDD]
        // Characters that Big5 contains twice, and for which the standard uses the last (§5, index Big5 pointer).
        case (.big5, 0x2550): return [0xF9, 0xF9]
        case (.big5, 0x255E): return [0xF9, 0xE9]
        case (.big5, 0x2561): return [0xF9, 0xEB]
        case (.big5, 0x256A): return [0xF9, 0xEA]
        case (.big5, 0x5341): return [0xA4, 0x51]
        case (.big5, 0x5345): return [0xA4, 0xCA]
        default: break
        }
        guard let bytes = conversion.encode(encoding, scalar), let lead = bytes.first else { return nil }
        switch encoding {
        // Hong Kong characters and JIS X 0212 are decoded but not encoded.
        case .big5 where lead < 0xA1: return nil
        case .eucJP where lead == 0x8F: return nil
        default: break
        }
        // Bytes that would be decoded as another character are not used.
        var text: [UInt8] = []
        var decoder = TextDecoder(encoding, conversion)
        decoder.decode(bytes[...], to: &text)
        decoder.finish(to: &text)
        return text == Array(String(scalar).utf8) ? bytes : nil
    }

    // MARK: ISO-2022-JP

    /// The character sets that escapes select (§12.2.2).
    private enum Set: Equatable {
        case ascii, roman, twoBytes

        var escape: [UInt8] {
            switch self {
            case .ascii: [0x1B, 0x28, 0x42]
            case .roman: [0x1B, 0x28, 0x4A]
            case .twoBytes: [0x1B, 0x24, 0x42]
            }
        }
    }

    private func writeJapanese(
        _ text: String, _ conversion: CharacterConversion, _ bytes: ([UInt8]) -> Void,
        _ missing: (Unicode.Scalar) -> Void
    ) {
        var set = Set.ascii
        var run: [UInt8] = []
        func put(_ some: [UInt8], in wanted: Set) {
            if set != wanted { run += wanted.escape }
            set = wanted
            run += some
        }
        for scalar in text.unicodeScalars {
            let byte = UInt8(truncatingIfNeeded: scalar.value)
            switch scalar.value {
            // The escapes themselves are not encoded.
            case 0x0E, 0x0F, 0x1B: break
            case 0..<0x80:
                put([byte], in: set == .roman && byte != 0x5C && byte != 0x7E ? .roman : .ascii)
                continue
            case 0xA5:
                put([0x5C], in: .roman)
                continue
            case 0x203E:
                put([0x7E], in: .roman)
                continue
            default:
                let full = Self.fullWidth(scalar)
                guard let two = Self.encoded(full, .eucJP, conversion), two.count == 2, two[0] >= 0xA1 else {
                    break
                }
                put(two.map { $0 & 0x7F }, in: .twoBytes)
                continue
            }
            if set == .twoBytes { put([], in: .ascii) }
            if !run.isEmpty { bytes(run) }
            run = []
            missing(scalar.isASCII ? "\u{FFFD}" : scalar)
        }
        if set != .ascii { put([], in: .ascii) }
        if !run.isEmpty { bytes(run) }
    }

    /// Returns the full-width form of half-width katakana (index ISO-2022-JP katakana); other characters unchanged.
    private static func fullWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        guard (0xFF61...0xFF9F).contains(scalar.value) else { return scalar }
        return katakana[Int(scalar.value - 0xFF61)]
    }

    private static let katakana = Array(
        "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜"
            .unicodeScalars)
}
