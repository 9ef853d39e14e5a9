/// The system's tables of characters, as a value, so that this target holds no C library.
public struct CharacterConversion: Sendable {
    /// What to make of bytes that mean nothing.
    /// - Parameters:
    ///   - bytes: Those that mean nothing at their beginning, and all behind them.
    ///   - output: Takes what stands for them, in UTF-8.
    /// - Returns: How many bytes that was, at least 1; nil when more must be seen first.
    public typealias Repair = (_ bytes: ArraySlice<UInt8>, _ output: inout [UInt8]) -> Int?

    /// Converts bytes in an encoding of one or several bytes a character to UTF-8, added to the output.
    ///
    /// It stops where a character is cut by the end, and where a repair wants to see more, and returns how many
    /// bytes it took. Bytes outside ASCII in an encoding that the system lacks go to the repair, each.
    /// Encodings in which a byte's meaning depends on escapes are not asked for. Linear.
    public let convert:
        @Sendable (
            _ encoding: CharacterEncoding, _ bytes: ArraySlice<UInt8>, _ output: inout [UInt8],
            _ repair: Repair
        ) -> Int

    /// A character beyond ASCII in an encoding of several bytes a character; nil where the encoding or the system lacks
    /// it.
    public let encode: @Sendable (_ encoding: CharacterEncoding, _ scalar: Unicode.Scalar) -> [UInt8]?

    /// Whether the system has no tables of an encoding of one or several bytes a character: then each byte of it beyond
    /// ASCII means nothing.
    let lacks: @Sendable (_ encoding: CharacterEncoding) -> Bool

    /// A conversion by the functions given; without the second nothing beyond ASCII is written, without the third no
    /// table is known to be missing.
    public init(
        convert:
            @escaping @Sendable (
                _ encoding: CharacterEncoding, _ bytes: ArraySlice<UInt8>, _ output: inout [UInt8],
                _ repair: Repair
            ) -> Int,
        encode: @escaping @Sendable (CharacterEncoding, Unicode.Scalar) -> [UInt8]? = { _, _ in nil },
        lacks: @escaping @Sendable (CharacterEncoding) -> Bool = { _ in false }
    ) {
        self.convert = convert
        self.encode = encode
        self.lacks = lacks
    }

    /// What is to be said of text in an encoding whose tables the system lacks; nil where it has them, or none is
    /// needed.
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

    /// A conversion that knows ASCII alone.
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
