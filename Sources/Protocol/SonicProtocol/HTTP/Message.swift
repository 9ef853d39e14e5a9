/// An HTTP request: its fields are sent in this order and case. The connection adds `Host`, `Content-Length` and
/// connection headers.
public struct Request: Hashable, Sendable {
    /// The method, upper case as sent.
    public var method: String
    /// The URL; its fragment is not sent.
    public var url: WebURL
    /// The header fields in the order they are sent.
    public var headers: Headers
    /// The body; empty for none.
    public var body: RequestBody
    /// How the body of the response is delivered if it has a content coding.
    public var delivery = BodyDelivery.decoded

    /// The delivery of a body with a content coding.
    public enum BodyDelivery: Hashable, Sendable {
        /// Decoded.
        case decoded
        /// As sent, still encoded.
        case asSent
    }

    /// Whether it is sent over a new connection, so that servers behind one name are told apart.
    public var needsNewConnection = false

    /// The time limit of the exchange; not part of what is sent.
    public var time = TimeBound.usual

    /// Creates a request; by default, a GET without body.
    public init(method: String = "GET", url: WebURL, headers: Headers = Headers(), body: [UInt8] = []) {
        self.init(method: method, url: url, headers: headers, body: RequestBody(body))
    }

    /// Creates a request whose body may include files.
    public init(method: String = "GET", url: WebURL, headers: Headers = Headers(), body: RequestBody) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
    }

    /// Whether a request may be sent again if its result is unknown (RFC 9110 §9.2.2); false for unknown methods.
    package var isIdempotent: Bool { ["PUT", "DELETE"].contains(method) || Self.isSafe(method) }

    /// Whether a method is safe; unknown ones count as unsafe (RFC 9111 §4.4).
    static func isSafe(_ method: String) -> Bool {
        ["GET", "HEAD", "OPTIONS", "TRACE", "PROPFIND", "REPORT", "SEARCH", "QUERY"].contains(method)
    }
}

/// The status line and header fields of a response, as received.
public struct ResponseHead: Hashable, Sendable {
    /// The version in the status line, such as `HTTP/1.1` or `HTTP/2`.
    public let version: String
    /// The status code.
    public let status: Int
    /// The reason phrase; may be empty (Tomcat sends none, and not every connection reports it).
    public let reason: String
    /// The fields in wire order.
    public let headers: Headers
    /// The exact bytes of the head, including the final empty line; empty if the connection does not report them.
    public let raw: [UInt8]

    /// Creates a head; `raw` is stored for display and not parsed.
    public init(version: String, status: Int, reason: String, headers: Headers, raw: [UInt8]) {
        self.version = version
        self.status = status
        self.reason = reason
        self.headers = headers
        self.raw = raw
    }

    /// Parses a head: status line, then fields (see `Headers.init(behindFirstLineOf:)`). Nil if the first line is not
    /// an HTTP status line.
    public init?(raw: [UInt8]) {
        let firstLine = raw.prefix { $0 != 0x0A && $0 != 0x0D }
        let parts = firstLine.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count >= 2, parts[0].starts(with: "HTTP/".utf8),
            let status = Int(Bytes.text(parts[1])), (100...999).contains(status)
        else { return nil }
        self.init(
            version: Bytes.text(parts[0]), status: status,
            reason: parts.count > 2 ? Bytes.text(parts[2]) : "",
            headers: Headers(behindFirstLineOf: raw), raw: raw)
    }
}

/// The limit on the total duration of an exchange.
public enum TimeBound: Sendable {
    /// The default of the connection.
    case usual
    /// No limit.
    case none
    /// The remaining time of a total `limit` that includes other exchanges. If `countsForFiles` is false, the limit
    /// ends when the headers of a response that is a download (`FileAnswer`) are received.
    case left(Duration, limit: Duration, countsForFiles: Bool)
}

/// Requests are equal regardless of their time limits.
extension TimeBound: Hashable {
    /// Always true.
    public static func == (one: TimeBound, other: TimeBound) -> Bool { true }

    /// Hashes nothing.
    public func hash(into hasher: inout Hasher) {}
}
