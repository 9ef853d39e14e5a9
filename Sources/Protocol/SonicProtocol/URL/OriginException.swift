/// The options and settings that cause another server than the site itself, or one whose certificate is not checked, to
/// respond for its URLs. Only those that apply to one URL are included.
///
/// Pages and cookies received under an exception are stored separately by it. They are therefore never shown, sent or
/// taken for the site's after the exception is removed, and are found again when the same exception applies.
public struct OriginException: Hashable, Sendable {
    /// An option or setting that changes which server responds.
    public enum Cause: Hashable, Sendable {
        /// Certificates are not checked.
        case anyCertificate
        /// A certificate with this SHA-256 was accepted without verification.
        case certificate(sha256: String)
        /// Connections go to this address or host instead of the site's.
        case address(String)
        /// A file of hosts that cannot be read: its previous contents may decide where connections go.
        case hostList(String)
        /// Requests go through this proxy, given as a URL without credentials.
        case proxy(String)
        /// Requests go to this URL or pattern of URLs.
        case origin(String)
        /// The file at this path supplies the response.
        case file(String)
        /// Rules change request headers; the digest is of the rules, which may contain secrets.
        case headers(digest: String)

        /// A short description of the cause, also used to compare causes.
        public var text: String {
            switch self {
            case .anyCertificate: "certificates not checked"
            case .certificate(let sha256): "accepted certificate SHA-256 \(sha256)"
            case .address(let address): "connected to \(address)"
            case .hostList(let path): "hosts by \(path)"
            case .proxy(let url): "through proxy \(url)"
            case .origin(let origin): "requests sent to \(origin)"
            case .file(let path): "answered by file \(path)"
            case .headers(let digest): "headers changed by rules (SHA-1 \(digest.prefix(12)))"
            }
        }
    }

    /// The distinct descriptions of all causes, sorted, so that the order of options has no effect. Printable ASCII if
    /// the causes are.
    public let text: String

    /// Creates an exception from its stored text.
    public init(text: String) { self.text = text }

    /// Creates an exception of these causes; nil if there are none.
    public init?(_ causes: some Collection<Cause>) {
        guard !causes.isEmpty else { return nil }
        text = Set(causes.map(\.text)).sorted().joined(separator: ", ")
    }
}
