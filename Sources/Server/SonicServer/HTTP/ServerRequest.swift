import SonicProtocol

/// A request as passed to a site: complete, and without decoding, so that a site can see it as sent.
public struct ServerRequest: Sendable, Equatable {
    /// The method as sent, such as `GET`.
    public let method: String
    /// The request target as sent: the path, percent-encoded, with the query.
    public var target: String { String(decoding: targetBytes, as: UTF8.self) }
    /// The target's bytes, which need not be UTF-8.
    public let targetBytes: [UInt8]
    /// The header fields in the order and case they were sent.
    public let headers: Headers
    /// The body; empty for none.
    public private(set) var body: [UInt8]
    /// The client's address without its port; empty if unknown.
    let client: String

    /// Creates a request, by default a GET without body.
    public init(
        method: String = "GET", target: String, headers: Headers = Headers(), body: [UInt8] = [],
        client: String = ""
    ) {
        self.init(
            method: method, targetBytes: Array(target.utf8), headers: headers, body: body, client: client)
    }

    /// Creates a request for a target of any bytes.
    init(
        method: String, targetBytes: [UInt8], headers: Headers, body: [UInt8] = [], client: String
    ) {
        self.method = method
        self.targetBytes = targetBytes
        self.headers = headers
        self.body = body
        self.client = client
    }

    /// Returns the same request with a body.
    func with(body: [UInt8]) -> ServerRequest {
        var request = self
        request.body = body
        return request
    }

    /// The target without its query, still percent-encoded. An absolute URL, as sent to proxies, loses scheme and host
    /// (RFC 9112 §3.2.2).
    public var path: String {
        let target = target
        // Bytes are compared, since a combining character after the question mark would hide it.
        var path = target[..<(target.utf8.firstIndex(of: UInt8(ascii: "?")) ?? target.endIndex)]
        if !path.hasPrefix("/"), let colon = path.firstIndex(of: ":"), path[colon...].hasPrefix("://") {
            path = path[path.index(colon, offsetBy: 3)...].drop { $0 != "/" }
        }
        return path.isEmpty ? "/" : String(path)
    }

    /// The query without `?`; nil for none.
    var query: String? {
        let target = target
        return target.utf8.firstIndex(of: UInt8(ascii: "?")).map {
            String(target[target.utf8.index(after: $0)...])
        }
    }

    /// Whether the method is GET or HEAD, which is handled as GET and sent without the body.
    var isReading: Bool { method == "GET" || method == "HEAD" }
}
