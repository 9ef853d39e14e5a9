import SonicProtocol

/// A client's request as it goes to the upstream: what is for one connection is gone, what says whom it comes
/// from is there, all else stands as it came, doubled fields included.
public struct ForwardedRequest: Equatable, Sendable {
    /// How long the body is.
    public enum BodyLength: Equatable, Sendable {
        /// There is none.
        case none
        /// So many bytes, 0 included.
        case known(Int64)
        /// It ends with its last chunk.
        case unknown
    }

    /// Where a request came from, and through whom.
    public struct Origin: Equatable, Sendable {
        /// The client's address; empty for none known.
        let client: String
        /// The proxy's own address and port, such as `127.0.0.1:8000`.
        let proxy: String

        /// A request of this client to this proxy.
        public init(client: String, proxy: String) {
            self.client = client
            self.proxy = proxy
        }
    }

    /// The method that is sent.
    public let method: String
    /// The target in the request line: path and query, or `*`; the bytes are those that the client sent.
    public let target: [UInt8]
    /// The fields in sending order, `Host` first; the body's framing is not among them.
    public let headers: Headers
    /// The body's length.
    public let body: BodyLength
    /// Whether the server's half of Sonic is to be done for this answer. HEAD is then asked as GET, since only the
    /// page itself tells its tags.
    public let asksForSonic: Bool
    /// Whether the client takes answers in gzip.
    public let takesGzip: Bool
    /// The proxy's scheme and authority as the client sees them, such as `http://127.0.0.1:8000`.
    public let place: String

    /// The request to send, or why there is none.
    ///
    /// - Parameters:
    ///   - asksForSonic: Whether the client wants Sonic's answer to a GET or HEAD.
    ///   - keepsHost: Whether the upstream is called by the name that the client used, which addresses in other fields
    ///     then have already.
    public init(
        method: String, target: [UInt8], headers: Headers, asksForSonic: Bool, from origin: Origin,
        to upstream: Upstream, keepsHost: Bool = false
    ) throws(Refusal) {
        let target = try Self.target(target, method)
        try Self.check(method, headers, origin)
        self.asksForSonic = asksForSonic && (method == "GET" || method == "HEAD")
        // What * would allow is not asked for.
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
            // The tags are those of the page's own bytes, so only what is undone here is asked for.
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
        // A wish for HTTP/2 is one that a server may pass over (RFC 9110 §7.8); the others mean it.
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

    /// The value of Max-Forwards, which counts for OPTIONS and TRACE only (RFC 9110 §7.6.2).
    private static func forwardsLeft(_ method: String, _ headers: Headers) -> UInt32? {
        method == "OPTIONS" ? headers.first("max-forwards").flatMap { UInt32($0) } : nil
    }

    /// The path and query; a whole URL, as clients send it to proxies, loses scheme and host (RFC 9112 §3.2.2).
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
    /// Puts another origin in place of this one in the first field of a name, where its value begins with it.
    mutating func rename(_ name: String, from old: String, to new: String) {
        guard let value = first(name), value == old || value.hasPrefix(old + "/") else { return }
        replace(name, new + value.dropFirst(old.count))
    }

    /// Adds a member at the end of a list field, in the line that is there or in one of its own.
    mutating func extend(_ name: String, with member: String) {
        guard !member.isEmpty else { return }
        let before = all(name).filter { !$0.isEmpty }
        replace(name, (before + [member]).joined(separator: ", "))
    }
}
