import SonicProtocol

/// A request as a site sees it: complete, and nothing decoded that a site may want to see as sent.
public struct ServerRequest: Sendable, Equatable {
    /// The method as sent, such as `GET`.
    public let method: String
    /// The request target as sent: the path, percent-encoded, with the query.
    public let target: String
    /// The header fields in the order and case they were sent.
    public let headers: Headers
    /// The body; empty for none.
    public private(set) var body: [UInt8]
    /// The client's address without its port; empty where nobody knows.
    public let client: String

    /// A request, by default a GET without body.
    public init(
        method: String = "GET", target: String, headers: Headers = Headers(), body: [UInt8] = [],
        client: String = ""
    ) {
        self.method = method
        self.target = target
        self.headers = headers
        self.body = body
        self.client = client
    }

    /// The same request with a body.
    func with(body: [UInt8]) -> ServerRequest {
        var request = self
        request.body = body
        return request
    }

    /// The target without its query, still percent-encoded. A target that is a whole URL, as proxies send it,
    /// loses scheme and host (RFC 9112 §3.2.2).
    public var path: String {
        // By bytes: an accent behind the question mark does not hide it.
        var path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        if !path.hasPrefix("/"), let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") {
            path = path[path.index(colon, offsetBy: 3)...].drop { $0 != "/" }
        }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query without `?`; nil for none.
    public var query: String? {
        target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
    }

    /// Whether a page is asked for: GET, or HEAD, which is answered as GET and sent without the body.
    public var isReading: Bool { method == "GET" || method == "HEAD" }
}
