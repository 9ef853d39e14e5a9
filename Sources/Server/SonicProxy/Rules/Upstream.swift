import SonicProtocol

/// The server that a proxy stands in front of: scheme, host and port, nothing else.
public struct Upstream: Hashable, Sendable {
    /// Its address, with `/` as path.
    let url: WebURL

    /// Why an address is none of an upstream.
    public enum Mistake: Error, Equatable {
        /// It is no address; with what is wrong in words.
        case unreadable(String)
        /// It is neither http nor https.
        case scheme(String)
        /// It says more than scheme, host and port.
        case more(than: String)
    }

    /// Reads an address as a person types it, such as `localhost:3000` or `https://news.example`.
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

    /// What its `Host` field says.
    var authority: String { url.hostAndPort }

    /// Whether it is spoken to over TLS.
    var isSecure: Bool { url.scheme == "https" }

    /// Whether a cookie's domain, in lower case and without a leading dot, covers it (RFC 6265 §5.1.3).
    func isWithin(_ domain: String) -> Bool {
        url.host == domain || (!url.hasAddressHost && url.host.hasSuffix("." + domain))
    }
}
