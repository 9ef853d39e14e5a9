/// A stored cookie (RFC 6265 §5.3).
public struct Cookie: Hashable, Sendable {
    /// The hosts to which a cookie is sent.
    public enum Scope: Hashable, Sendable {
        /// Only the host that set it.
        case host(String)
        /// This domain and every host below it.
        case domain(String)
    }

    /// The Secure and HttpOnly attributes.
    public struct Demands: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Creates demands from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sent only over https, or to this machine.
        public static let secure = Demands(rawValue: 1)
        /// Hidden from scripts. There are no scripts here; stored for other programs that read the file.
        public static let httpOnly = Demands(rawValue: 2)
    }

    /// The requests caused by other sites that include a cookie (RFC 6265bis §5.7.2).
    public enum SameSite: String, Hashable, Sendable {
        /// None of them.
        case strict = "Strict"
        /// Those that open a page.
        case lax = "Lax"
        /// All of them.
        case none = "None"
    }

    /// The name, in the server's case; empty for a cookie without one.
    public var name: HeaderValue
    /// The value, quotation marks included.
    public var value: HeaderValue
    /// The hosts to which it is sent.
    public var scope: Scope
    /// The path below which it is sent; begins with `/`.
    public var path: String
    /// The expiry time; nil for a session cookie, which is discarded when the program ends.
    public var expires: Instant?
    /// The creation time: older cookies are sent first (RFC 6265 §5.4).
    public var created: Instant
    /// Secure and HttpOnly.
    public var demands: Demands
    /// The SameSite attribute; nil if it is missing or unknown, which counts as `lax`.
    public var sameSite: SameSite?

    /// Creates a cookie of these parts.
    public init(
        name: HeaderValue, value: HeaderValue, scope: Scope, path: String = "/", expires: Instant? = nil,
        created: Instant, demands: Demands = [], sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.scope = scope
        self.path = path
        self.expires = expires
        self.created = created
        self.demands = demands
        self.sameSite = sameSite
    }

    /// The host or domain of its scope.
    public var domain: String {
        switch scope {
        case .host(let name), .domain(let name): name
        }
    }

    /// Whether the cookie has expired.
    public func isExpired(_ now: Instant) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether the other has the same name, domain and path (RFC 6265 §5.3, step 11).
    func isReplaced(by other: Cookie) -> Bool {
        name == other.name && path.utf8.elementsEqual(other.path.utf8)
            && domain.utf8.elementsEqual(other.domain.utf8)
    }

    /// The cookie as in a Cookie header; a cookie without a name is its value alone (RFC 6265bis §5.8.3).
    var pair: [UInt8] { name.isEmpty ? value.bytes : name.bytes + [UInt8(ascii: "=")] + value.bytes }

    /// The name for display. The value, which may be a secret, is not included.
    var title: String { name.isEmpty ? "without a name" : name.text }

    /// The identity of the cookie.
    var key: Key { Key(name: name, domain: Array(domain.utf8), path: Array(path.utf8)) }

    /// Name, domain and path as bytes, since Swift compares strings by canonical equivalence.
    struct Key: Hashable {
        let name: HeaderValue
        let domain: [UInt8]
        let path: [UInt8]
    }

    // Matching cookies with URLs (RFC 6265bis §5.1.3 and §5.1.4).

    /// Whether the host is the domain or a subdomain of it; an IP address matches only itself.
    static func host(of url: WebURL, isIn domain: String) -> Bool {
        self.domain(url.host, isIn: domain)
            && (url.host.utf8.count == domain.utf8.count || !url.hasAddressHost)
    }

    /// Whether `name` is `domain` or a subdomain of it.
    static func domain(_ name: String, isIn domain: String) -> Bool {
        Array(name.utf8) == Array(domain.utf8)
            || name.utf8.reversed().starts(with: ("." + domain).utf8.reversed())
    }

    /// Whether the cookie may be sent to the host of the URL.
    static func host(of url: WebURL, hasCookie cookie: Cookie) -> Bool {
        switch cookie.scope {
        case .host(let name): Array(url.host.utf8) == Array(name.utf8)
        case .domain(let name): host(of: url, isIn: name)
        }
    }

    /// Whether the path of the URL is `path` or below it.
    static func path(of url: WebURL, isBelow path: String) -> Bool {
        self.path(url.path.isEmpty ? "/" : url.path, isBelow: path)
    }

    /// Whether `asked` is `path` or below it.
    static func path(_ asked: String, isBelow path: String) -> Bool {
        guard asked.utf8.starts(with: path.utf8) else { return false }
        let rest = asked.utf8.dropFirst(path.utf8.count)
        return rest.isEmpty || path.utf8.last == UInt8(ascii: "/") || rest.first == UInt8(ascii: "/")
    }

    /// Returns the path of a cookie without a Path attribute: that of the URL up to its last `/`.
    static func defaultPath(of url: WebURL) -> String {
        guard url.path.utf8.first == UInt8(ascii: "/"),
            let last = url.path.utf8.lastIndex(of: UInt8(ascii: "/")),
            last > url.path.startIndex
        else { return "/" }
        return String(url.path[..<last])
    }

    /// Whether the connection is secure: https, or this machine.
    static func isTrusted(_ url: WebURL) -> Bool { url.scheme == "https" || url.isLoopback }
}
