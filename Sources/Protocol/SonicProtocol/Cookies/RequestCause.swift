/// The cause of a request, as SameSite requires it (RFC 6265bis §5.2): which URLs were involved, and what the response
/// is used for.
public struct RequestCause: Hashable, Sendable {
    /// The use of a response.
    public enum Use: Hashable, Sendable {
        /// Displayed as a page.
        case page
        /// A part of a page, or stored for one.
        case part
    }

    /// The URL of the page that caused the request, and each URL that redirected it since; empty if a person typed or
    /// chose the address: the address bar, a bookmark, the history, the command line.
    public var chain: [WebURL]
    /// The use of the response.
    public var use: Use

    /// Creates a cause; by default, a person who opens a page.
    public init(chain: [WebURL] = [], use: Use = .page) {
        self.chain = chain
        self.use = use
    }

    /// A person who opens a page.
    public static let person = RequestCause()

    /// Returns this cause after redirects by these URLs.
    public func redirected(by addresses: [WebURL]) -> RequestCause {
        addresses.isEmpty ? self : RequestCause(chain: chain + addresses, use: use)
    }
}
