/// A stored response without its body: everything required to decide whether it may be used, so that only this record
/// must survive a restart.
public struct StoredResponse: Hashable, Sendable {
    /// The URL of the response, without fragment and credentials.
    public var url: WebURL
    /// The status code; 206 only while `extent` is a part that was requested by range.
    public var status: Int
    /// The reason phrase; may be empty.
    public var reason: String
    /// The version in the status line, such as `HTTP/1.1`.
    public var version: String
    /// The header fields in wire order, without connection headers (RFC 9111 §3.1) and with a Date.
    public var headers: Headers
    /// The values that the requests matched by this response have in the fields listed in its Vary, one entry for each
    /// such request; for a part, one more with its Range. Never empty.
    public var requests: [VaryKey]
    /// When the request was sent to which this is the response, or that last validated it.
    public var requested: Instant
    /// When the response to that request was received.
    public var received: Instant
    /// The part of the body that is stored.
    public var extent: BodyExtent
    /// The freshness lifetime in seconds declared by a caller, regardless of the headers; nil for none.
    public var assignedLifetime: Int64?

    /// Creates a stored response.
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

    /// Returns this response updated by a validation with these headers (RFC 9111 §3.2, §4.3.4).
    func confirmed(
        by confirmation: Headers, request: Headers, requested: Instant, received: Instant
    ) -> StoredResponse {
        var renewed = self
        renewed.headers = headers.confirmed(by: confirmation, received: received)
        renewed.requested = requested
        renewed.received = received
        renewed.requests = requests(joinedBy: VaryKey(response: renewed.headers, request: request))
        return renewed
    }

    /// Returns the requests that this response matches, including `key`, without those of an earlier Vary with other
    /// fields.
    private func requests(joinedBy key: VaryKey) -> [VaryKey] {
        let others = requests.filter { $0 != key && $0.names == key.names }
        return [key] + others.prefix(7)
    }

    /// Whether it must be validated before every use, fresh or not. The form with field names is treated like the one
    /// without, as RFC 9111 §5.2.2.4 allows.
    var mustBeConfirmed: Bool { CacheDirectives(response: headers).has("no-cache") }

    /// Whether the status is a client or server error.
    public var isError: Bool { status >= 400 }

    /// The length of the body by Content-Length; nil if it is missing or that of an encoded body.
    public var announcedLength: Int? {
        let lengths = Set(Headers.members(of: headers.all("content-length")))
        guard !isCoded, lengths.count == 1, let text = lengths.first else { return nil }
        return ByteRange.number(text[...])
    }

    /// Whether the Vary of this response matches a request with these headers.
    func answers(_ request: Headers) -> Bool { requests.contains { $0.matches(request) } }

    /// The Date; the time of receipt if Date is missing or invalid.
    var date: Instant { headers.first("date").flatMap { HTTPDate.parse($0, now: received) } ?? received }

    /// Whether it has a validator that can be sent.
    var hasValidator: Bool { EntityTag(headers) != nil || headers.sendable("last-modified") != nil }

    /// Whether the body was sent with a content coding, so that offsets in it are not those of the stored bytes.
    var isCoded: Bool { headers.isCoded }
}

/// The stored part of a body, in bytes as stored, content coding removed.
public enum BodyExtent: Hashable, Sendable {
    /// The whole body, of this length.
    case whole(Int)
    /// This range of a body of this length, nil if unknown.
    case part(Range<Int>, of: Int?)

    /// The number of stored bytes.
    public var count: Int {
        switch self {
        case .whole(let count): count
        case .part(let range, _): range.count
        }
    }

    /// The range of the stored bytes in the body.
    public var range: Range<Int> {
        switch self {
        case .whole(let count): 0..<count
        case .part(let range, _): range
        }
    }

    /// Whether the whole body is stored.
    public var isWhole: Bool {
        if case .whole = self { true } else { false }
    }
}

/// A response as returned by a store.
public struct StoredVariant: Hashable, Sendable {
    /// The number among the responses under its key; a larger one was stored later. Numbers are never reused.
    public var number: Int
    /// The response without its body.
    public var response: StoredResponse

    /// Creates a variant.
    public init(number: Int, response: StoredResponse) {
        self.number = number
        self.response = response
    }
}
