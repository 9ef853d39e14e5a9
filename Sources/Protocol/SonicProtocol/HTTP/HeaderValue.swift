/// Bytes that came in a header and go back in one as they came: a validator, a tag, the name or value of a cookie.
///
/// Servers may send any byte from 0x80 on (RFC 9110 §5.5, obs-text), and so not always UTF-8; what is shown is the
/// text, what is sent and compared are the bytes.
public struct HeaderValue: Hashable, Sendable, ExpressibleByStringLiteral {
    /// The bytes.
    public let bytes: [UInt8]

    /// The value of these bytes.
    public init(_ bytes: some Sequence<UInt8>) { self.bytes = Array(bytes) }

    /// The value of a text, as UTF-8.
    public init(_ text: String) { bytes = Array(text.utf8) }

    /// The value of a text, as UTF-8.
    public init(stringLiteral text: String) { self.init(text) }

    /// The value as text; bytes that are not UTF-8 are read as Latin-1.
    public var text: String { Bytes.text(bytes) }

    /// The text where it says all of the bytes; nil where they are not UTF-8.
    public var exactText: String? { Bytes.utf8(bytes) }

    /// Whether there are no bytes.
    public var isEmpty: Bool { bytes.isEmpty }

    /// Whether it can be sent: no control characters but tabs (RFC 9110 §5.5).
    public var isSendable: Bool { bytes.allSatisfy(Bytes.isSendable) }
}

extension HeaderValue: CustomStringConvertible {
    /// The text.
    public var description: String { text }
}

extension Bytes {
    /// Whether a byte may stand in the value of a header: anything but control characters other than the tab.
    static func isSendable(_ byte: UInt8) -> Bool { byte == 0x09 || (byte >= 0x20 && byte != 0x7F) }
}
