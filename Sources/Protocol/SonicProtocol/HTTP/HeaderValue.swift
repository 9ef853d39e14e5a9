/// A header value that is sent back exactly as received: a validator, a tag, the name or value of a cookie.
///
/// Servers may send any byte from 0x80 (RFC 9110 §5.5, obs-text), so values are not always UTF-8. The text is
/// displayed; the bytes are sent and compared.
public struct HeaderValue: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes.
    public let bytes: [UInt8]

    /// Creates a value of these bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// Creates a value from text, as UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// Creates a value from text, as UTF-8.
    public init(stringLiteral text: String) { self.init(text) }

    /// The value as text, decoded as Latin-1 if it is not UTF-8.
    public var text: String { Bytes.text(bytes) }

    /// The text if it represents all bytes; nil if they are not UTF-8.
    public var exactText: String? { Bytes.utf8(bytes) }

    /// Whether the value is empty.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether it can be sent: it contains no control characters except tabs (RFC 9110 §5.5).
    public var isSendable: Bool { bytes.allSatisfy(Bytes.isSendable) }
}

extension HeaderValue: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension Bytes {
    /// Whether a byte is allowed in a header value: any except control characters other than the tab.
    static func isSendable(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
}
