/// Decides which responses are downloads rather than pages (docs/guide/downloads.md).
public enum FileAnswer {
    /// Why a response is a download.
    public enum Cause: Equatable, Sendable {
        /// Its Content-Disposition is `attachment` or an unknown type.
        case attachment
        /// Its media type is not displayed.
        case type(String)
    }

    /// Returns why a response with these headers is a download; nil if it is displayed. A response without Content-Type
    /// is displayed.
    /// - Parameter headers: The headers of the response.
    public static func cause(_ headers: Headers) -> Cause? {
        if let value = headers.first("content-disposition"), let disposition = ContentDisposition(value),
            disposition.isAttachment
        {
            return .attachment
        }
        guard let type = ResponseClassifier.mediaType(headers), !isShown(type) else { return nil }
        return .type(type)
    }

    /// Whether bodies of a media type are displayed: all text, and images, which are described or drawn.
    /// - Parameter type: The type in lower case, without parameters.
    public static func isShown(_ type: String) -> Bool {
        if ["text/", "message/", "image/"].contains(where: { type.hasPrefix($0) }) { return true }
        if ["+xml", "+json", "+yaml"].contains(where: { type.hasSuffix($0) }) { return true }
        return texts.contains(type)
    }

    /// The textual media types whose names do not show that they are text.
    private static let texts: Set<String> = [
        "application/json", "application/xml", "application/javascript", "application/x-javascript",
        "application/ecmascript", "application/x-ndjson", "application/ndjson", "application/jsonl",
        "application/x-jsonlines",
        "application/json-seq", "application/yaml", "application/x-yaml", "application/toml",
        "application/sql",
        "application/graphql", "application/x-sh", "application/x-httpd-php", "application/xml-dtd",
        "application/x-www-form-urlencoded", "application/http", "application/mbox",
    ]
}

/// The value of a Content-Disposition header: whether a body is to be saved as a file, and under which name (RFC 6266,
/// RFC 8187).
public struct ContentDisposition: Equatable, Sendable {
    /// Whether the body is to be saved as a file: for `attachment` and every unknown type (RFC 6266 §4.2).
    public let isAttachment: Bool
    /// The file name as sent, `filename*` preferred to `filename`; nil if there is none. It may contain anything:
    /// `FileName` turns it into a usable name.
    public let fileName: String?
    /// The name of the field in a posted form; nil for none.
    package let fieldName: String?

    /// Parses a value; nil if it has no type.
    /// - Parameter value: The header's value. Malformed parameters are ignored.
    public init?(_ value: String) {
        var scanner = ByteScanner(Array(value.utf8))
        let type = scanner.token()
        guard !type.isEmpty else { return nil }
        isAttachment = !Bytes.equalIgnoringCase(type, "inline".utf8)
        var plain: String?
        var extended: String?
        var field: String?
        for (name, text) in Self.parameters(&scanner) {
            switch name {
            case "filename": plain = plain ?? Bytes.text(text)
            case "filename*": extended = extended ?? Self.decoded(text)
            case "name": field = field ?? Bytes.text(text)
            default: break
            }
        }
        (fileName, fieldName) = (extended ?? plain, field)
    }

    /// Reads the parameters of a header's value, `; name=value`, with their names in lower case. Malformed ones are left
    /// out.
    package static func parameters(_ scanner: inout ByteScanner) -> [(name: String, value: [UInt8])] {
        var found: [(name: String, value: [UInt8])] = []
        while scanner.skip(past: UInt8(ascii: ";")) {
            let name = scanner.token().map(Bytes.lowered)
            scanner.skipBlanks()
            guard !name.isEmpty, scanner.accept(UInt8(ascii: "=")) else { continue }
            found.append((String(decoding: name, as: UTF8.self), scanner.value()))
        }
        return found
    }

    /// Decodes an extended value, `UTF-8'en'na%C3%AFve` (RFC 8187 §3.2.1); nil if it is malformed or in another
    /// encoding.
    private static func decoded(_ value: [UInt8]) -> String? {
        let parts = value.split(
            separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return nil }
        guard let bytes = PercentEncodeSet.decodedStrictly(parts[2]) else { return nil }
        switch String(decoding: parts[0].map(Bytes.lowered), as: UTF8.self) {
        case "utf-8": return String(validating: bytes, as: UTF8.self)
        case "iso-8859-1": return Bytes.latin1(bytes)
        default: return nil
        }
    }
}

extension ByteScanner {
    /// Reads the next token, after blanks; it may be empty.
    fileprivate mutating func token() -> ArraySlice<UInt8> {
        skipBlanks()
        return pass { !" \t;=\"".utf8.contains($0) }
    }

    /// Skips past the next `byte` outside quotes; returns false if there is none.
    fileprivate mutating func skip(past byte: UInt8) -> Bool {
        while let next {
            if accept(byte) { return true }
            if next == UInt8(ascii: "\"") { _ = quoted() } else { _ = pop() }
        }
        return false
    }

    /// Reads a token or a quoted string. Blanks within an unquoted value belong to it, since many servers omit the
    /// quotes.
    fileprivate mutating func value() -> [UInt8] {
        skipBlanks()
        if next == UInt8(ascii: "\"") { return quoted() }
        return Array(Bytes.trimmed(pass { $0 != UInt8(ascii: ";") }))
    }

    /// Reads a quoted string (RFC 9110 §5.6.4); an unclosed one extends to the end of the value.
    private mutating func quoted() -> [UInt8] {
        var text: [UInt8] = []
        _ = pop()
        while let byte = pop(), byte != UInt8(ascii: "\"") {
            text.append(byte == UInt8(ascii: "\\") ? pop() ?? byte : byte)
        }
        return text
    }
}
