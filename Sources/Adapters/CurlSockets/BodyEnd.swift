import SonicProtocol

/// The way in which the end of a body is determined (RFC 9112 §6.3).
public enum BodyEnd: Equatable, Sendable {
    /// By its length, by the last chunk, or because there is no body.
    case framed
    /// By the end of its HTTP/2 stream (RFC 9113 §8.1).
    case stream
    /// By the end of the connection.
    case closing

    /// Creates the value for the response with these headers to a request of this method.
    public init(of head: ResponseHead, to method: String) {
        let isBodiless = method == "HEAD" || head.status == 204 || head.status == 304
        let isFramed = isBodiless || head.isChunked || head.headers.contains("content-length")
        self = isFramed ? .framed : head.version.hasPrefix("HTTP/1") ? .closing : .stream
    }
}

extension ResponseHead {
    /// Whether the body is chunked (RFC 9112 §6.1).
    public var isChunked: Bool {
        headers.all("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
    }
}
