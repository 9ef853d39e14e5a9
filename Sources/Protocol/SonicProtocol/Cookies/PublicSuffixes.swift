/// The public suffixes, such as `com` and `co.uk`, which decide which hosts are same-site.
public struct PublicSuffixes: Sendable {
    /// Returns the registrable domain of a host, such as `example.co.uk`; nil if the name is itself a public suffix.
    /// The host is in ASCII, in lower case, and not an IP address.
    public typealias Registrable = @Sendable (_ host: String) -> String?

    private let registrable: Registrable
    /// A note for people about the list; nil for none.
    public let note: @Sendable () -> String?

    /// Creates suffixes from a list.
    /// - Parameters:
    ///   - note: A note for people about the list, requested when cookies are decided on.
    ///   - registrable: The list.
    public init(note: @escaping @Sendable () -> String? = { nil }, _ registrable: @escaping Registrable) {
        self.note = note
        // A trailing dot does not count (publicsuffix.org, formal algorithm).
        self.registrable = { host in
            host.hasSuffix(".") ? registrable(String(host.dropLast())).map { $0 + "." } : registrable(host)
        }
    }

    /// A replacement for a list: a single label is public, and two labels are a site.
    public static let singleLabels = PublicSuffixes { host in
        let labels = host.split(separator: ".")
        return labels.count < 2 ? nil : labels.suffix(2).joined(separator: ".")
    }

    /// Returns the registrable domain of a host; nil for a public suffix.
    public func registrablePart(of host: String) -> String? { registrable(host) }

    /// Whether a domain is a public suffix, below which hosts have different owners.
    func arePublic(_ domain: String) -> Bool { registrable(domain) == nil }

    /// Returns the site of a host: its registrable domain, or the host itself if it is an IP address, a single label or
    /// a public suffix.
    func site(of host: String) -> String {
        let isAddress =
            host.utf8.contains(UInt8(ascii: ":"))
            || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isAddress ? host : registrable(host) ?? host
    }

    /// Whether two URLs are same-site; the scheme counts (RFC 6265bis §5.2).
    func areOneSite(_ one: WebURL, _ other: WebURL) -> Bool {
        one.scheme == other.scheme
            && (one.host == other.host || site(of: one.host) == site(of: other.host))
    }
}

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
