import SonicProtocol

/// A client's request as it is forwarded to the upstream: hop-by-hop fields are removed, forwarding fields are added,
/// and everything else is unchanged, duplicate fields included.
public struct ForwardedRequest: Equatable, Sendable {
    /// The length of the body.
    public enum BodyLength: Equatable, Sendable {
        /// No body.
        case none
        /// This number of bytes, possibly 0.
        case known(Int64)
        /// Chunked; the length is unknown.
        case unknown
    }

    /// The client and the proxy of a request.
    public struct Origin: Equatable, Sendable {
        /// The client's address; empty if unknown.
        let client: String
        /// The proxy's own address and port, such as `127.0.0.1:8000`.
        let proxy: String

        /// Creates the origin of a request of this client to this proxy.
        public init(client: String, proxy: String) {
            self.client = client
            self.proxy = proxy
        }
    }

    /// The method to send.
    public let method: String
    /// The target of the request line: path and query, or `*`, with the bytes that the client sent.
    public let target: [UInt8]
    /// The fields in sending order, `Host` first, without the body's framing.
    public let headers: Headers
    /// The body's length.
    public let body: BodyLength
    /// Whether the proxy serves the server side of Sonic for this request. HEAD is then sent as GET, since the tags are
    /// computed from the page.
    public let asksForSonic: Bool
    /// Whether the client accepts gzip.
    public let takesGzip: Bool
    /// The proxy's scheme and authority as the client addresses it, such as `http://127.0.0.1:8000`.
    public let place: String

    /// Creates the request to send.
    ///
    /// - Parameters:
    ///   - asksForSonic: Whether the client requests Sonic for a GET or HEAD.
    ///   - keepsHost: Whether `Host` is passed on as the client sent it, which addresses in other fields then already
    ///     match.
    /// - Throws: The reason why the request is not forwarded.
    public init(
        method: String, target: [UInt8], headers: Headers, asksForSonic: Bool, from origin: Origin,
        to upstream: Upstream, keepsHost: Bool = false
    ) throws(Refusal) {
        let target = try Self.target(target, method)
        try Self.check(method, headers, origin)
        self.asksForSonic = asksForSonic && (method == "GET" || method == "HEAD")
        // A coding that only * would accept is not requested.
        takesGzip = AcceptedCodings(of: headers).namesGzip
        self.method = self.asksForSonic ? "GET" : method
        self.target = target
        body = try Self.bodyLength(headers)
        let host = headers.first("host").flatMap { $0.isEmpty ? nil : $0 } ?? origin.proxy
        let scheme = headers.first("x-forwarded-proto") == "https" ? "https" : "http"
        place = "\(scheme)://\(host)"

        var sent = headers.withoutConnectionFields
        for name in ["Host", "Content-Length", "Expect", "HTTP2-Settings"] { sent.remove(name) }
        if self.asksForSonic {
            // The tags are those of the page's own bytes, so only a coding that can be removed here is requested.
            sent.remove("Accept-Encoding")
            sent.append("Accept-Encoding", takesGzip ? "gzip" : "identity")
        }
        if !keepsHost {
            for name in ["Origin", "Referer"] { sent.rename(name, from: place, to: upstream.origin) }
        }
        sent.extend("X-Forwarded-For", with: origin.client)
        if !sent.contains("X-Forwarded-Host") { sent.append("X-Forwarded-Host", host) }
        if !sent.contains("X-Forwarded-Proto") { sent.append("X-Forwarded-Proto", scheme) }
        sent.extend("Via", with: "1.1 \(origin.proxy)")
        if let left = Self.forwardsLeft(method, headers) { sent.replace("Max-Forwards", String(left - 1)) }
        self.headers = Headers(
            [HeaderField("Host", keepsHost ? host : upstream.authority)] + sent.fields)
    }

    private static func check(_ method: String, _ headers: Headers, _ origin: Origin) throws(Refusal) {
        if method == "CONNECT" { throw .tunnel }
        if method == "TRACE" { throw .trace }
        // A request to upgrade to HTTP/2 may be ignored (RFC 9110 §7.8); other protocols are required by the client.
        let isMeant = headers.all("connection").contains { $0.lowercased().contains("upgrade") }
        if isMeant, let wanted = headers.all("upgrade").first(where: { !$0.lowercased().hasPrefix("h2c") }) {
            throw .upgrade(wanted)
        }
        for line in headers.all("via") {
            let steps = line.split(separator: ",").map { $0.split(separator: " ") }
            if steps.contains(where: { $0.count > 1 && $0[1] == origin.proxy }) { throw .loop }
        }
        if forwardsLeft(method, headers) == 0 { throw .tooFar }
    }

    /// Returns the value of Max-Forwards, which applies to OPTIONS and TRACE only (RFC 9110 §7.6.2).
    private static func forwardsLeft(_ method: String, _ headers: Headers) -> UInt32? {
        method == "OPTIONS" ? headers.first("max-forwards").flatMap { UInt32($0) } : nil
    }

    /// Returns the path and query; an absolute URL, as sent to proxies, loses scheme and host (RFC 9112 §3.2.2).
    private static func target(_ target: [UInt8], _ method: String) throws(Refusal) -> [UInt8] {
        if method == "CONNECT" { throw .tunnel }
        let (slash, query) = (UInt8(ascii: "/"), UInt8(ascii: "?"))
        if target.first == slash || (target == [UInt8(ascii: "*")] && method == "OPTIONS") { return target }
        let scheme = target.prefix { $0 != UInt8(ascii: ":") }
        guard !scheme.isEmpty, scheme.allSatisfy({ (0x61...0x7A).contains(Bytes.lowered($0)) }),
            target[scheme.endIndex...].starts(with: "://".utf8)
        else { throw .target }
        let rest = target[(scheme.endIndex + 3)...].drop { $0 != slash && $0 != query }
        return rest.first == slash ? Array(rest) : [slash] + rest
    }

    private static func bodyLength(_ headers: Headers) throws(Refusal) -> BodyLength {
        if headers.contains("transfer-encoding") { return .unknown }
        let lengths = Set(headers.all("content-length"))
        guard let length = lengths.first else { return .none }
        guard lengths.count == 1, length.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let count = Int64(length)
        else { throw .length }
        return .known(count)
    }
}

extension Headers {
    /// Replaces an origin at the start of the first field of a name.
    mutating func rename(_ name: String, from old: String, to new: String) {
        guard let value = first(name), value == old || value.hasPrefix(old + "/") else { return }
        replace(name, new + value.dropFirst(old.count))
    }

    /// Appends a member to a list field, which is added if it is missing.
    mutating func extend(_ name: String, with member: String) {
        guard !member.isEmpty else { return }
        let before = all(name).filter { !$0.isEmpty }
        replace(name, (before + [member]).joined(separator: ", "))
    }
}
