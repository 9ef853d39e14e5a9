/// What a request was caused by, as far as SameSite asks (RFC 6265bis §5.2): which addresses took part, and what the
/// answer is for.
public struct RequestCause: Hashable, Sendable {
    /// What an answer is for.
    public enum Use: Hashable, Sendable {
        /// To be shown as a page.
        case page
        /// To be a part of a page, or to be kept for one.
        case part
    }

    /// The address of the page that caused the request, and each address that redirected it since; none where a person
    /// typed or chose it himself: the address line, a bookmark, the history, the command line.
    public var chain: [WebURL]
    /// What the answer is for.
    public var use: Use

    /// A cause of these parts, by default a person who wants a page.
    public init(chain: [WebURL] = [], use: Use = .page) {
        self.chain = chain
        self.use = use
    }

    /// A person, and a page.
    public static let person = RequestCause()

    /// The same after these addresses redirected it.
    public func redirected(by addresses: [WebURL]) -> RequestCause {
        addresses.isEmpty ? self : RequestCause(chain: chain + addresses, use: use)
    }
}
