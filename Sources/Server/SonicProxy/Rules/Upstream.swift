import SonicProtocol

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
