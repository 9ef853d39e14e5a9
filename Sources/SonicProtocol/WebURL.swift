/// An absolute URL by the WHATWG URL standard (https://url.spec.whatwg.org), as its serialized parts.
///
/// Every part is ASCII: what is not was percent-encoded by the parser, or, in a host, turned into an
/// `xn--` name. So two URLs are equal exactly when their bytes are. Values are made by parsing only.
public struct WebURL: Hashable, Sendable {
    /// The scheme, lower case, without its colon.
    public internal(set) var scheme: String
    /// Whether `//` follows the scheme: `foo:///a` has an authority with an empty host, `foo:/a` has none.
    public internal(set) var hasAuthority: Bool
    /// The user name, percent-encoded; empty for none.
    public internal(set) var username: String
    /// The password, percent-encoded; empty for none.
    public internal(set) var password: String
    /// The host as serialized: lower-case name in ASCII, IPv4 dotted, IPv6 in brackets; empty for none.
    public internal(set) var host: String
    /// The port, nil where it is the scheme's own or the scheme has none.
    public internal(set) var port: Int?
    /// The path, percent-encoded: beginning with `/` for schemes such as http, any text (an opaque path) after
    /// `mailto:` and its like.
    public internal(set) var path: String
    /// The query without `?`; nil for none.
    public internal(set) var query: String?
    /// The fragment without `#`; nil for none.
    public internal(set) var fragment: String?

    /// A URL with nothing but a scheme, for the parser to fill in.
    init(scheme: String) {
        self.scheme = scheme
        hasAuthority = false
        username = ""
        password = ""
        host = ""
        path = ""
    }
}

extension WebURL {
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
            // Without this, the path would be read as an authority when parsed again.
            text += "/."
        }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }

    /// The port that a connection uses: the one given, or the scheme's own; nil for schemes without ports.
    public var effectivePort: Int? { port ?? Self.defaultPort(of: scheme) }

    /// Host and port as in a `Host` field (RFC 9110 §7.2): the port only where it is not the scheme's own.
    public var hostAndPort: String {
        guard let port else { return host }
        return "\(host):\(port)"
    }

    /// What stands in the request line: path and query, `/` for an empty path (RFC 9112 §3.2.1).
    public var requestTarget: String {
        (path.isEmpty ? "/" : path) + (query.map { "?" + $0 } ?? "")
    }

    /// Scheme, host and port as `https://example.com:8443`; nil for schemes whose URLs share an origin with
    /// nobody, `file` included. Two URLs are of one origin when both have one and the texts are equal.
    public var origin: String? {
        Self.defaultPort(of: scheme) == nil ? nil : "\(scheme)://\(hostAndPort)"
    }

    /// The same URL without its fragment: what is sent and what pages are kept under.
    public var withoutFragment: WebURL {
        var copy = self
        copy.fragment = nil
        return copy
    }

    /// The same URL without user name and password: what may be shown, stored or sent as a referrer.
    public var withoutCredentials: WebURL {
        var copy = self
        copy.username = ""
        copy.password = ""
        return copy
    }

    /// Whether the path is one opaque text, as in `mailto:a@example.com`: nothing can be relative to it.
    public var hasOpaquePath: Bool { !hasAuthority && path.utf8.first != UInt8(ascii: "/") }

    /// Whether the scheme is http or https.
    public var isHTTP: Bool { scheme == "http" || scheme == "https" }

    /// Whether the host is this machine by its name or address: `localhost` and names under it,
    /// `127.0.0.0/8` and `[::1]`.
    public var isLoopback: Bool {
        if host == "[::1]" || host == "localhost" || host == "localhost." { return true }
        if host.hasSuffix(".localhost") || host.hasSuffix(".localhost.") { return true }
        return host.hasPrefix("127.") && hasAddressHost
    }

    /// Whether the host is an IPv4 or IPv6 address rather than a name.
    public var hasAddressHost: Bool {
        if host.utf8.first == UInt8(ascii: "[") { return true }
        return isSpecial && WebURLHost.isIPv4(Array(host.utf8))
    }

    /// Whether the scheme is one of those with an authority, a path of segments and `\` read as `/`.
    var isSpecial: Bool { Self.isSpecial(scheme) }

    /// Whether the standard calls this scheme special.
    static func isSpecial(_ scheme: String) -> Bool {
        scheme == "file" || defaultPort(of: scheme) != nil
    }

    /// The port that a scheme means when none is given; nil when it has none.
    static func defaultPort(of scheme: String) -> Int? {
        switch scheme {
        case "http", "ws": 80
        case "https", "wss": 443
        case "ftp": 21
        default: nil
        }
    }
}

extension WebURL: CustomStringConvertible {
    /// The whole URL as text.
    public var description: String { href }
}
