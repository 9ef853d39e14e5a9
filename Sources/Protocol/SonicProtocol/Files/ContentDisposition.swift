/// What a Content-Disposition header says of a body: whether it is to be kept as a file, and under which name
/// (RFC 6266, RFC 8187).
public struct ContentDisposition: Equatable, Sendable {
    /// Whether the sender wants the body kept as a file: `attachment`, and every type that is not known
    /// (RFC 6266 §4.2).
    public let isAttachment: Bool
    /// The name as the sender has it, `filename*` before `filename`; nil where it names none. It may hold anything:
    /// `FileName` makes a name of it that can be used.
    public let fileName: String?

    /// Reads a value; nil where it names no type.
    /// - Parameter value: The header's value. Parameters that are malformed count as not there.
    public init?(_ value: String) {
        var scanner = ByteScanner(Array(value.utf8))
        let type = scanner.token()
        guard !type.isEmpty else { return nil }
        isAttachment = !Bytes.equalIgnoringCase(type, "inline".utf8)
        var plain: String?
        var extended: String?
        while scanner.skip(past: UInt8(ascii: ";")) {
            let name = scanner.token().map(Bytes.lowered)
            scanner.skipBlanks()
            guard !name.isEmpty, scanner.accept(UInt8(ascii: "=")) else { continue }
            let text = scanner.value()
            switch String(decoding: name, as: UTF8.self) {
            case "filename": plain = plain ?? Bytes.text(text)
            case "filename*": extended = extended ?? Self.decoded(text)
            default: break
            }
        }
        fileName = extended ?? plain
    }

    /// The text of an extended value, `UTF-8'en'na%C3%AFve` (RFC 8187 §3.2.1); nil for one that is malformed or in
    /// another encoding.
    private static func decoded(_ value: [UInt8]) -> String? {
        let parts = value.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        guard let bytes = PercentEncodeSet.decodedStrictly(parts[2]) else { return nil }
        switch String(decoding: parts[0].map(Bytes.lowered), as: UTF8.self) {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        default: return nil
        }
    }
}

extension ByteScanner {
    /// The token that comes next, after blanks; perhaps empty.
    fileprivate mutating func token() -> ArraySlice<UInt8> {
        skipBlanks()
        return pass { !" \t;=\"".utf8.contains($0) }
    }

    /// Passes all up to this byte outside quotes, and the byte; false where there is none.
    fileprivate mutating func skip(past byte: UInt8) -> Bool {
        while let next {
            if accept(byte) { return true }
            if next == UInt8(ascii: "\"") { _ = quoted() } else { _ = pop() }
        }
        return false
    }

    /// A token or a text in quotes. Blanks within a text without quotes belong to it: many servers forget the
    /// quotes.
    fileprivate mutating func value() -> [UInt8] {
        skipBlanks()
        if next == UInt8(ascii: "\"") { return quoted() }
        return Array(Bytes.trimmed(pass { $0 != UInt8(ascii: ";") }))
    }

    /// The text in quotes that begins here (RFC 9110 §5.6.4); without an end it goes to the end of the value.
    private mutating func quoted() -> [UInt8] {
        var text: [UInt8] = []
        _ = pop()
        while let byte = pop(), byte != UInt8(ascii: "\"") {
            text.append(byte == UInt8(ascii: "\\") ? pop() ?? byte : byte)
        }
        return text
    }
}
