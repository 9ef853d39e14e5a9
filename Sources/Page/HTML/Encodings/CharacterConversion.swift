/// The system's character tables, as a value, so that this target needs no C library.
public struct CharacterConversion: Sendable {
    /// Replaces bytes that are not valid in the encoding.
    /// - Parameters:
    ///   - bytes: The invalid bytes and all that follow.
    ///   - output: Receives the replacement in UTF-8.
    /// - Returns: The number of invalid bytes, at least 1; nil if more bytes are needed to decide.
    public typealias Repair = (_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) -> Int?

    /// Converts bytes in a single-byte or multi-byte encoding to UTF-8 and appends them to the output.
    ///
    /// It stops if a character is incomplete at the end, or if a repair needs more bytes, and returns the
    /// number of bytes consumed. If the system lacks the encoding, each byte outside ASCII is passed to the
    /// repair. It is not called for encodings in which the meaning of a byte depends on escapes. Linear.
    public typealias Convert =
        @Sendable (
            _ encoding: CharacterEncoding, _ bytes: ArraySlice<UInt8>, _ output: inout [UInt8],
            _ repair: Repair
        ) -> Int

    /// Converts bytes.
    public let convert: Convert

    /// Returns the bytes of a character outside ASCII in a multi-byte encoding; nil if the encoding or the
    /// system lacks it.
    public let encode: @Sendable (_ encoding: CharacterEncoding, _ scalar: Unicode.Scalar) -> [UInt8]?

    /// Whether the system has no table for a single-byte or multi-byte encoding; each byte outside ASCII is
    /// then invalid.
    let lacks: @Sendable (_ encoding: CharacterEncoding) -> Bool

    /// Creates a conversion by functions; by default, nothing outside ASCII is encoded, and no table is missing.
    public init(
        convert: @escaping Convert,
        encode: @escaping @Sendable (CharacterEncoding, Unicode.Scalar) -> [UInt8]? = { _, _ in nil },
        lacks: @escaping @Sendable (CharacterEncoding) -> Bool = { _ in false }
    ) {
        self.convert = convert
        self.encode = encode
        self.lacks = lacks
    }

    /// Returns the message about text in an encoding whose table the system lacks; nil if it has the table or
    /// none is needed.
    public func missingTables(of encoding: CharacterEncoding) -> String? {
        let needed: CharacterEncoding? =
            switch encoding.scheme {
            case .utf8, .utf16: nil
            case .singleByte: encoding == .userDefined ? nil : encoding
            case .iso2022JP: .eucJP
            case .multiByte: encoding
            }
        guard let needed, lacks(needed) else { return nil }
        return "this system's iconv has no table of \(needed.name): what is not ASCII is shown as \u{FFFD}"
    }

    /// A conversion that supports only ASCII.
    public static let asciiOnly = CharacterConversion(
        convert: { _, bytes, output, repair in
            var rest = bytes
            while let byte = rest.first {
                if byte < 0x80 {
                    output.append(byte)
                    rest = rest.dropFirst()
                } else if let count = repair(rest, &output) {
                    rest = rest.dropFirst(count)
                } else {
                    break
                }
            }
            return rest.startIndex - bytes.startIndex
        }, lacks: { _ in true })
}
