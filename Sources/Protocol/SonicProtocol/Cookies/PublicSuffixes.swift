/// Which domains belong to everybody, such as `com` and `co.uk`, and so which hosts are of one site.
public struct PublicSuffixes: Sendable {
    /// The part of a host's name that somebody registered, such as `example.co.uk`; nil for a name that is a public
    /// suffix itself. The host is in its ASCII form and lower case, and is no address.
    public typealias Registrable = @Sendable (_ host: String) -> String?

    private let registrable: Registrable
    /// What people should know of the list; nil for nothing.
    public let note: @Sendable () -> String?

    /// Suffixes by a list of them.
    /// - Parameters:
    ///   - note: What people should know of the list, asked for where cookies are decided of.
    ///   - registrable: The list.
    public init(note: @escaping @Sendable () -> String? = { nil }, _ registrable: @escaping Registrable) {
        self.note = note
        self.registrable = registrable
    }

    /// Without a list: a single label is public, and two labels are a site.
    public static let singleLabels = PublicSuffixes { host in
        let labels = host.split(separator: ".")
        return labels.count < 2 ? nil : labels.suffix(2).joined(separator: ".")
    }

    /// The part of a host's name that somebody registered; nil for a public suffix.
    public func registrablePart(of host: String) -> String? { registrable(host) }

    /// Whether hosts of different owners lie below a domain.
    func arePublic(_ domain: String) -> Bool { registrable(domain) == nil }

    /// What the hosts of one owner have in common: the registered part of the name; of an address, a single label and a
    /// public suffix the name itself.
    func site(of host: String) -> String {
        let isAddress =
            host.utf8.contains(UInt8(ascii: ":"))
            || host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
        return isAddress ? host : registrable(host) ?? host
    }

    /// Whether two addresses are of one site: the scheme counts (RFC 6265bis §5.2).
    func areOneSite(_ one: WebURL, _ other: WebURL) -> Bool {
        one.scheme == other.scheme
            && (one.host == other.host || site(of: one.host) == site(of: other.host))
    }
}
