import SonicProtocol

/// How the end of a body is found (RFC 9112 §6.3).
public enum BodyEnd: Equatable, Sendable {
    /// By a length, by the last chunk, or since there is none.
    case framed
    /// By the end of its stream of HTTP/2 (RFC 9113 §8.1).
    case stream
    /// By the end of the connection.
    case closing

    /// That of the body behind a head, in answer to a request of this method.
    public init(of head: ResponseHead, to method: String) {
        let isBodiless = method == "HEAD" || head.status == 204 || head.status == 304
        let isTold = isBodiless || head.isChunked || head.headers.contains("content-length")
        self = isTold ? .framed : head.version.hasPrefix("HTTP/1") ? .closing : .stream
    }
}

extension ResponseHead {
    /// Whether the body comes in chunks (RFC 9112 §6.1).
    public var isChunked: Bool {
        headers.all("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
    }
}
