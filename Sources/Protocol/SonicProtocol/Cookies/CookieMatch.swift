/// Matches cookies with URLs (RFC 6265bis §5.1.3 and §5.1.4).
enum CookieMatch {
    /// Whether the host is the domain or a subdomain of it; an IP address matches only itself.
    static func host(of url: WebURL, isIn domain: String) -> Bool {
        if Array(url.host.utf8) == Array(domain.utf8) { return true }
        return !url.hasAddressHost && url.host.utf8.reversed().starts(with: ("." + domain).utf8.reversed())
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
