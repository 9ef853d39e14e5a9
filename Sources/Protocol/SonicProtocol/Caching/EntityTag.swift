/// The value of an ETag (RFC 9110 §8.8.3), stored as received so that it is sent back verbatim, quoted or not.
public struct EntityTag: Hashable, Sendable {
    /// The bytes of the whole value, including `W/`. Bytes from 0x80 are opaque and need not be UTF-8.
    public let bytes: [UInt8]

    /// Reads the tag of a response; nil if it has none that can be sent back.
    public init?(_ headers: Headers) {
        guard let value = headers.sendable("etag") else { return nil }
        bytes = value.bytes
    }

    /// Creates a tag from text.
    public init(text: String) { bytes = Array(text.utf8) }

    /// The value for display.
    public var text: String { Bytes.text(bytes) }

    /// Whether it is weak: it identifies equivalent bodies, not equal bytes.
    public var isWeak: Bool { bytes.starts(with: "W/".utf8) }

    /// The opaque tag.
    private var opaque: ArraySlice<UInt8> { isWeak ? bytes.dropFirst(2) : bytes[...] }

    /// Whether both identify the same bytes: strong comparison (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && bytes == other.bytes
    }

    /// Whether both identify equivalent bodies: weak comparison.
    public func matchesWeakly(_ other: EntityTag) -> Bool { opaque == other.opaque }
}

/// A validator that identifies exact bytes, as If-Range uses it (RFC 9110 §13.1.5).
public enum StrongValidator: Hashable, Sendable {
    /// A strong entity tag.
    case tag(EntityTag)
    /// A Last-Modified so long before Date that the bytes cannot have changed twice within its second
    /// (RFC 9110 §8.8.2.2).
    case date(String)

    /// Reads the strong validator of a response; nil if it has none.
    public init?(_ headers: Headers) {
        if let tag = EntityTag(headers) {
            guard !tag.isWeak else { return nil }
            self = .tag(tag)
            return
        }
        let epoch = Instant(milliseconds: 0)
        guard let modified = headers.sendable("last-modified")?.text, let date = headers.first("date"),
            let then = HTTPDate.parse(modified, now: epoch), let now = HTTPDate.parse(date, now: epoch),
            then.adding(seconds: 60) <= now
        else { return nil }
        self = .date(modified)
    }

    /// The value as it is sent.
    public var bytes: [UInt8] {
        switch self {
        case .tag(let tag): tag.bytes
        case .date(let text): Array(text.utf8)
        }
    }

    /// Whether a caller's If-Range is exactly this validator.
    func isNamed(by condition: [UInt8]) -> Bool { bytes == condition }
}
