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

    /// The method to send.
    public let method: String
    /// The target of the request line: path and query, or `*`, with the bytes that the client sent.
    public let target: [UInt8]
    /// The fields in sending order, `Host` first, without the body's framing.
    public let headers: Headers
    /// The body's length.
    public let body: BodyLength
    /// The protocol to which the connection is to change; nil for none.
    public let upgrade: String?
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
    ///   - isSecure: Whether the client sent it over TLS.
    ///   - asksForSonic: Whether the client requests Sonic for a GET or HEAD.
    ///   - client: The client's address; empty if unknown.
    ///   - proxy: The proxy's own address and port, such as `127.0.0.1:8000`.
    ///   - keepsHost: Whether `Host` is passed on as the client sent it, which addresses in other fields then already
    ///     match.
    /// - Throws: The reason why the request is not forwarded.
    public init(
        method: String, target: [UInt8], headers: Headers, isSecure: Bool = false, asksForSonic: Bool,
        from client: String, through proxy: String, to upstream: Upstream, keepsHost: Bool = false
    ) throws(Refusal) {
        let target = try Self.target(target, method)
        try Self.check(method, headers, proxy)
        self.asksForSonic =
            asksForSonic && (method == "GET" || method == "HEAD") && headers.upgrade == nil
        // A coding that only * would accept is not requested.
        takesGzip = AcceptedCodings(of: headers).namesGzip
        self.method = self.asksForSonic ? "GET" : method
        self.target = target
        let length = try Self.bodyLength(headers)
        upgrade = headers.upgrade
        // Java's client sends Content-Length: 0 with a handshake.
        body = upgrade != nil && length == .known(0) ? .none : length
        if let upgrade, method != "GET" || body != .none { throw .upgrade(upgrade) }
        let host = headers.first("host").flatMap { $0.isEmpty ? nil : $0 } ?? proxy
        let isSecure = headers.first("x-forwarded-proto").map { $0 == "https" } ?? isSecure
        let scheme = isSecure ? "https" : "http"
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
        sent.extend("X-Forwarded-For", with: client)
        if !sent.contains("X-Forwarded-Host") { sent.append("X-Forwarded-Host", host) }
        if !sent.contains("X-Forwarded-Proto") { sent.append("X-Forwarded-Proto", scheme) }
        sent.extend("Via", with: "1.1 \(proxy)")
        if let upgrade {
            sent.append("Connection", "Upgrade")
            sent.append("Upgrade", upgrade)
        }
        if let left = Self.forwardsLeft(method, headers) { sent.replace("Max-Forwards", String(left - 1)) }
        self.headers = Headers(
            [HeaderField("Host", keepsHost ? host : upstream.authority)] + sent.fields)
    }

    private static func check(_ method: String, _ headers: Headers, _ proxy: String) throws(Refusal) {
        if method == "CONNECT" { throw .tunnel }
        if method == "TRACE" { throw .trace }
        for line in headers.all("via") {
            let steps = line.split(separator: ",").map { $0.split(separator: " ") }
            if steps.contains(where: { $0.count > 1 && $0[1] == proxy }) { throw .loop }
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
    fileprivate mutating func rename(_ name: String, from old: String, to new: String) {
        guard let value = first(name), value == old || value.hasPrefix(old + "/") else { return }
        replace(name, new + value.dropFirst(old.count))
    }

    /// Appends a member to a list field, which is added if it is missing.
    fileprivate mutating func extend(_ name: String, with member: String) {
        guard !member.isEmpty else { return }
        let before = all(name).filter { !$0.isEmpty }
        replace(name, (before + [member]).joined(separator: ", "))
    }
}

/// The reason why a request is not forwarded.
public enum Refusal: Error, Equatable, Sendable {
    /// CONNECT requests a tunnel.
    case tunnel
    /// The connection is to change to another protocol by something else than a GET without a body.
    case upgrade(String)
    /// TRACE would expose cookies to scripts.
    case trace
    /// The request has already passed through this proxy: the upstream routes back to it.
    case loop
    /// The request must not be forwarded further (Max-Forwards).
    case tooFar
    /// The target is neither a path nor an absolute address.
    case target
    /// The length of the body is invalid, or there are several.
    case length

    /// The status of the response.
    public var status: Int {
        switch self {
        case .tunnel, .upgrade: 501
        case .trace, .tooFar: 405
        case .loop: 508
        case .target, .length: 400
        }
    }

    /// The text of the response, a sentence.
    public var sentence: String {
        switch self {
        case .tunnel: "CONNECT is not supported: this is a reverse proxy and opens no tunnels."
        case .upgrade(let name):
            "Only a GET without a body can change the connection to \(name)."
        case .trace: "TRACE is not forwarded."
        case .loop: "This request already passed through this proxy: its upstream routes back to it."
        case .tooFar: "Max-Forwards is 0, so the request ends at this proxy."
        case .target: "The target of the request is not a path or an address."
        case .length: "Content-Length is not a single number."
        }
    }
}

/// The server behind a proxy: scheme, host and port only.
public struct Upstream: Hashable, Sendable {
    /// Its address, with `/` as path.
    let url: WebURL

    /// The reason why an address is not valid for an upstream.
    public enum Mistake: Error, Equatable {
        /// It is not a valid address; with a description.
        case unreadable(String)
        /// It is neither http nor https.
        case scheme(String)
        /// It contains more than scheme, host and port.
        case more(than: String)
    }

    /// Parses a typed address, such as `localhost:3000` or `https://news.example`.
    public init(_ text: String) throws(Mistake) {
        let url: WebURL
        do {
            url = try WebURL.fromUserInput(text)
        } catch {
            throw .unreadable(String(describing: error))
        }
        guard url.isHTTP else { throw .scheme(url.scheme) }
        guard url.path == "/", url.query == nil, url.fragment == nil, url.username.isEmpty,
            url.password.isEmpty
        else { throw .more(than: url.origin ?? "") }
        self.url = url
    }

    /// Scheme, host and port, such as `http://localhost:3000`.
    public var origin: String { "\(url.scheme)://\(url.hostAndPort)" }

    /// The value of its `Host` field.
    var authority: String { url.hostAndPort }

    /// Whether it uses TLS.
    var isSecure: Bool { url.scheme == "https" }

    /// Returns whether a cookie's domain, in lower case and without a leading dot, matches it (RFC 6265 §5.1.3).
    func isWithin(_ domain: String) -> Bool {
        url.host == domain || (!url.hasAddressHost && url.host.hasSuffix("." + domain))
    }
}
