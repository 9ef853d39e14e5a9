/// The value of an ETag (RFC 9110 §8.8.3), kept as it stands so that it goes back verbatim, quotes or none.
public struct EntityTag: Hashable, Sendable {
    /// The bytes of the whole value, `W/` included: those from 0x80 on mean nothing, and need not be UTF-8.
    public let bytes: [UInt8]

    /// The tag of a response; nil when it has none that could be sent back.
    public init?(_ headers: Headers) {
        guard let value = headers.sendable("etag") else { return nil }
        bytes = value.bytes
    }

    /// A tag of this text.
    public init(text: String) {
        bytes = Array(text.utf8)
    }

    /// The value for people.
    public var text: String { Bytes.text(bytes) }

    /// Whether it only says that bodies mean the same.
    public var isWeak: Bool { bytes.starts(with: "W/".utf8) }

    /// What is compared.
    private var opaque: ArraySlice<UInt8> { isWeak ? bytes.dropFirst(2) : bytes[...] }

    /// Whether both name the same bytes (RFC 9110 §8.8.3.2).
    public func matchesStrongly(_ other: EntityTag) -> Bool {
        !isWeak && !other.isWeak && bytes == other.bytes
    }

    /// Whether both name bodies of the same meaning.
    public func matchesWeakly(_ other: EntityTag) -> Bool {
        opaque == other.opaque
    }
}

/// What tells exactly these bytes from all others under an address, as If-Range carries it (RFC 9110 §13.1.5).
public enum StrongValidator: Hashable, Sendable {
    /// A strong entity tag.
    case tag(EntityTag)
    /// A Last-Modified so long before its Date that the bytes cannot have changed twice within its second
    /// (RFC 9110 §8.8.2.2).
    case date(String)

    /// The strong validator of a response; nil when it has none.
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

    /// The value for people.
    public var text: String { Bytes.text(bytes) }

    /// Whether a caller's If-Range names exactly this.
    func isNamed(by condition: [UInt8]) -> Bool { bytes == condition }
}
