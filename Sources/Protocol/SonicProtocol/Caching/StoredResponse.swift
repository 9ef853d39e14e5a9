/// A stored response without its body: all that is needed to decide whether it may be used, so that nothing but
/// this record has to survive a restart.
public struct StoredResponse: Hashable, Sendable {
    /// The address that was answered, without fragment and credentials.
    public var url: WebURL
    /// The status code; 206 only while `extent` is a part that was asked for as one.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The version in the status line, such as `HTTP/1.1`.
    public var version: String
    /// The header fields in wire order, those of the connection left out (RFC 9111 §3.1) and with a Date.
    public var headers: Headers
    /// What the requests that this response answers had in the fields that its Vary names, one entry for each
    /// such request; for a part one more, with the Range it was asked by. Never empty.
    public var requests: [VaryKey]
    /// When the request went out whose answer this is, or that last confirmed it.
    public var requested: Instant
    /// When that answer came.
    public var received: Instant
    /// Which part of the body is kept.
    public var extent: BodyExtent
    /// For how many seconds a caller declared it fresh, whatever its headers say; nil for no such word.
    public var assignedLifetime: Int64?

    /// A stored response of these parts.
    public init(
        url: WebURL, status: Int, reason: String, version: String, headers: Headers, requests: [VaryKey],
        requested: Instant, received: Instant, extent: BodyExtent, assignedLifetime: Int64? = nil
    ) {
        self.url = url
        self.status = status
        self.reason = reason
        self.version = version
        self.headers = headers
        self.requests = requests
        self.requested = requested
        self.received = received
        self.extent = extent
        self.assignedLifetime = assignedLifetime
    }
}

/// How much of a response's body is kept. Counts are bytes as kept, content coding removed.
public enum BodyExtent: Hashable, Sendable {
    /// All of it.
    case whole(Int)
    /// These bytes of it, of so many where the length is known.
    case part(Range<Int>, of: Int?)

    /// How many bytes are kept.
    public var count: Int {
        switch self {
        case .whole(let count): count
        case .part(let range, _): range.count
        }
    }

    /// The bytes that are kept, by their place in the body.
    public var range: Range<Int> {
        switch self {
        case .whole(let count): 0..<count
        case .part(let range, _): range
        }
    }

    /// Whether all of the body is kept.
    public var isWhole: Bool {
        switch self {
        case .whole: true
        case .part: false
        }
    }
}

/// A response as a store gives it out.
public struct StoredVariant: Hashable, Sendable {
    /// Which one it is among those under its key; the larger, the later it was stored. Never used again.
    public var number: Int
    /// The response without its body.
    public var response: StoredResponse

    /// A variant of these parts.
    public init(number: Int, response: StoredResponse) {
        self.number = number
        self.response = response
    }
}
