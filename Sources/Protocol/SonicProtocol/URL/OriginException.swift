/// What makes somebody else than a site itself, or a site whose certificate nobody checks, answer for its addresses:
/// options and settings that apply to one address, and nothing of those that do not.
///
/// What is stored and what cookies come under an exception is kept apart by it, so that nothing of it is shown, sent or
/// taken for the site's own once it is gone, and is found again where it is the same one.
public struct OriginException: Hashable, Sendable {
    /// One thing that changes who answers.
    public enum Cause: Hashable, Sendable {
        /// Certificates are not checked.
        case anyCertificate
        /// Connections go to this address or host in place of the site's.
        case address(String)
        /// A list of hosts decides where connections go, and what it says is not known beforehand.
        case hostList(String)
        /// Requests go through this proxy, whose URL stands without credentials.
        case proxy(String)
        /// Requests go where this address, or pattern of addresses, says.
        case origin(String)
        /// The file at this path answers.
        case file(String)
        /// Rules change headers of requests; the digest is that of the rules, which may hold secrets.
        case headers(digest: String)

        /// The cause in a few words, by which it is told and compared.
        public var text: String {
            switch self {
            case .anyCertificate: "certificates not checked"
            case .address(let address): "connected to \(address)"
            case .hostList(let url): "hosts by \(url)"
            case .proxy(let url): "through proxy \(url)"
            case .origin(let origin): "requests sent to \(origin)"
            case .file(let path): "answered by file \(path)"
            case .headers(let digest): "headers changed by rules (SHA-1 \(digest.prefix(12)))"
            }
        }
    }

    /// All causes in words, in one order whatever the order of the options, each once. Printable ASCII as far as the
    /// causes are.
    public let text: String

    /// The exception that was written down as this text.
    public init(text: String) { self.text = text }

    /// The exception of these causes; nil for none.
    public init?(_ causes: some Collection<Cause>) {
        guard !causes.isEmpty else { return nil }
        text = Set(causes.map(\.text)).sorted().joined(separator: ", ")
    }
}
