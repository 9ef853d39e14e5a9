/// An absolute URL by the WHATWG URL standard, as its serialized parts.
public struct WebURL: Hashable, Sendable {
    /// The scheme, lower case, without its colon.
    public var scheme: String
    /// The user name, percent-encoded; empty for none.
    public var username: String
    /// The password, percent-encoded; empty for none.
    public var password: String
    /// The host as serialized: lower-case name in ASCII, IPv4 dotted, IPv6 in brackets; empty for none.
    public var host: String
    /// The port, nil where it is the scheme's own.
    public var port: Int?
    /// The path, percent-encoded, beginning with `/` for schemes such as http.
    public var path: String
    /// The query without `?`; nil for none.
    public var query: String?
    /// The fragment without `#`; nil for none.
    public var fragment: String?
}

extension WebURL {
    /// The whole URL as text.
    public var href: String {
        var text = scheme + "://"
        if !username.isEmpty || !password.isEmpty {
            text += username + (password.isEmpty ? "" : ":" + password) + "@"
        }
        text += host
        if let port { text += ":\(port)" }
        text += path
        if let query { text += "?" + query }
        if let fragment { text += "#" + fragment }
        return text
    }
}
