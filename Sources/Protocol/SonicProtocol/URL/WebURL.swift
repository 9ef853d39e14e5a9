/// An absolute URL by the WHATWG URL standard (https://url.spec.whatwg.org), as its serialized parts.
///
/// Every part is ASCII: the parser percent-encodes other characters, or, in a host, converts them to an `xn--` name. So
/// two URLs are equal exactly if their bytes are. Values are created only by parsing. A copy is cheap, one reference,
/// since requests, pages and reports all contain their URL.
public struct WebURL: Sendable {
    private let storage: Storage

    private final class Storage: Sendable {
        let parts: Parts

        init(_ parts: Parts) { self.parts = parts }
    }

    /// Creates a URL of these parts.
    init(_ parts: Parts) { storage = Storage(parts) }

    /// Returns this URL with some parts changed.
    func with(_ change: (inout Parts) -> Void) -> WebURL {
        var parts = storage.parts
        change(&parts)
        return WebURL(parts)
    }

    /// The scheme, lower case, without its colon.
    public var scheme: String { storage.parts.scheme }
    /// Whether `//` follows the scheme: `foo:///a` has an authority with an empty host, `foo:/a` has none.
    public var hasAuthority: Bool { storage.parts.hasAuthority }
    /// The user name, percent-encoded; empty for none.
    public var username: String { storage.parts.username }
    /// The password, percent-encoded; empty for none.
    public var password: String { storage.parts.password }
    /// The serialized host: a lower-case ASCII name, dotted IPv4, or IPv6 in brackets; empty for none.
    public var host: String { storage.parts.host }
    /// The port; nil if it is the scheme's default or the scheme has none.
    public var port: Int? { storage.parts.port }
    /// The path, percent-encoded: beginning with `/` for schemes such as http, any text (an opaque path) for schemes
    /// such as `mailto:`.
    public var path: String { storage.parts.path }
    /// The query without `?`; nil for none.
    public var query: String? { storage.parts.query }
    /// The fragment without `#`; nil for none.
    public var fragment: String? { storage.parts.fragment }

    /// The parts of a URL, filled in by the parser.
    struct Parts: Hashable, Sendable {
        var scheme = ""
        var hasAuthority = false
        var username = ""
        var password = ""
        var host = ""
        var port: Int?
        var path = ""
        var query: String?
        var fragment: String?

        /// Whether the scheme is special: with an authority, a path of segments, and `\` treated as `/`.
        var isSpecial: Bool { WebURL.isSpecial(scheme) }
    }

    /// The whole URL as text. Linear.
    public var href: String {
        var text = scheme + ":"
        if hasAuthority {
            text += "//"
            if !username.isEmpty || !password.isEmpty {
                text += username + (password.isEmpty ? "" : ":" + password) + "@"
            }
            text += hostAndPort
        } else if path.utf8.starts(with: "//".utf8) {
            // Without this, the path would be parsed as an authority.
            text += "/."
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The port of the connection: the explicit port or the scheme's default; nil for schemes without ports.
    public var effectivePort: Int? { port ?? Self.defaultPort(of: scheme) }

    /// Host and port as in a `Host` header (RFC 9110 §7.2): the port only if it is not the scheme's default.
    public var hostAndPort: String {
        guard let port else { return host }
        return "\(host):\(port)"
    }

    /// The request target: path and query, `/` for an empty path (RFC 9112 §3.2.1).
    public var requestTarget: String { (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "") }

    /// The folder of the path: all of it up to its last slash.
    package var folder: String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/" }

    /// Scheme, host and port, such as `https://example.com:8443`; nil for schemes with opaque origins, including
    /// `file`. Two URLs are same-origin if both have an origin and the texts are equal.
    public var origin: String? {
        Self.defaultPort(of: scheme) == nil ? nil : "\(scheme)://\(hostAndPort)"
    }

    /// This URL without its fragment, as it is requested and as pages are stored.
    public var withoutFragment: WebURL { fragment == nil ? self : with { $0.fragment = nil } }

    /// This URL without user name and password, as it may be shown, stored or sent as a referrer.
    public var withoutCredentials: WebURL {
        guard !username.isEmpty || !password.isEmpty else { return self }
        return with { parts in
            parts.username = ""
            parts.password = ""
        }
    }

    /// Whether the path is opaque, as in `mailto:a@example.com`: no reference can be relative to it.
    public var hasOpaquePath: Bool { !hasAuthority && path.utf8.first != UInt8(ascii: "/") }

    /// Whether the scheme is http or https.
    public var isHTTP: Bool { scheme == "http" || scheme == "https" }

    /// Whether the host is this machine by name or address: `localhost` and its subdomains, `127.0.0.0/8` and `[::1]`.
    public var isLoopback: Bool {
        if host == "[::1]" || host == "localhost" || host == "localhost." { return true }
        if host.hasSuffix(".localhost") || host.hasSuffix(".localhost.") { return true }
        return host.hasPrefix("127.") && hasAddressHost
    }

    /// Whether the host is an IPv4 or IPv6 address rather than a name.
    public var hasAddressHost: Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        return Self.isSpecial(scheme) && Self.isIPv4(Array(host.utf8))
    }

    /// Whether the standard calls this scheme special.
    static func isSpecial(_ scheme: String) -> Bool { scheme == "file" || defaultPort(of: scheme) != nil }

    /// Returns the default port of a scheme; nil if it has none.
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }

    /// Returns this URL with the fragment of `other` if it has none (RFC 9110 §10.2.2).
    public func inheritingFragment(of other: WebURL) -> WebURL {
        guard fragment == nil, let inherited = other.fragment else { return self }
        return with { $0.fragment = inherited }
    }

    /// The user name and password in the address, percent-decoded; nil when there is no user name.
    public var decodedCredentials: Credentials? {
        guard !username.isEmpty else { return nil }
        return Credentials(user: QueryParameter.decode(username), password: QueryParameter.decode(password))
    }

    /// Returns the bytes of a part of a URL, with each `%XX` replaced by its byte. Linear.
    public static func percentDecoded(_ part: some StringProtocol) -> [UInt8] { percentDecoded(part.utf8) }

    /// Percent-decodes a part given as bytes, as received.
    public static func percentDecoded(_ part: some Sequence<UInt8>) -> [UInt8] {
        PercentEncodeSet.decoded(Array(part)[...])
    }

    /// Returns this URL with another query, as a form sends it by GET. The fragment is kept.
    /// - Parameter query: ASCII, as `FormBody.urlEncoded` writes it.
    public func withQuery(_ query: [UInt8]) -> WebURL {
        var encoded: [UInt8] = []
        PercentEncodeSet.specialQuery.encode(query, into: &encoded)
        return with { $0.query = String(decoding: encoded, as: UTF8.self) }
    }
}

extension WebURL: Hashable {
    /// Whether both have the same bytes.
    public static func == (a: WebURL, b: WebURL) -> Bool {
        a.storage === b.storage || a.storage.parts == b.storage.parts
    }

    /// Hashes every part.
    public func hash(into hasher: inout Hasher) { hasher.combine(storage.parts) }
}

extension WebURL: CustomStringConvertible {
    /// The whole URL as text.
    public var description: String { href }
}

/// A user name and password for Basic or Digest authentication, whichever the server requests (RFC 7617, RFC 7616).
public struct Credentials: Sendable, Equatable {
    /// The user name.
    public var user: String
    /// The password.
    public var password: String

    /// Creates credentials.
    ///
    /// - Parameters:
    ///   - user: The user name, as typed or as decoded.
    ///   - password: The password, as typed or as decoded.
    public init(user: String, password: String) {
        self.user = user
        self.password = password
    }
}
