/// One cookie as it is kept (RFC 6265 §5.3).
public struct Cookie: Hashable, Sendable {
    /// Which hosts a cookie is sent to.
    public enum Scope: Hashable, Sendable {
        /// The host that set it and no other.
        case host(String)
        /// This domain and every host below it.
        case domain(String)
    }

    /// What a cookie asks of those who handle it.
    public struct Demands: OptionSet, Hashable, Sendable {
        /// The bits.
        public let rawValue: UInt8

        /// Demands from their bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }

        /// Sent over https only, or to this machine.
        public static let secure = Demands(rawValue: 1)
        /// Not shown to scripts. Kept for other readers of the file; there are no scripts here.
        public static let httpOnly = Demands(rawValue: 2)
    }

    /// Which requests that other sites caused carry a cookie (RFC 6265bis §5.7.2).
    public enum SameSite: String, Hashable, Sendable {
        /// None of them.
        case strict = "Strict"
        /// Those that open a page.
        case lax = "Lax"
        /// All of them.
        case none = "None"
    }

    /// The name, in the server's case; empty for a cookie without one.
    public var name: HeaderValue
    /// The value, quotation marks included.
    public var value: HeaderValue
    /// Where it is sent.
    public var scope: Scope
    /// Below which path it is sent; begins with `/`.
    public var path: String
    /// When it ends; nil for the end of the program.
    public var expires: Instant?
    /// When its server first set it: older ones are sent first (RFC 6265 §5.4).
    public var created: Instant
    /// Secure and HttpOnly.
    public var demands: Demands
    /// The SameSite word; nil where none, or an unknown one, was given, which counts as `lax`.
    public var sameSite: SameSite?

    /// A cookie of these parts.
    public init(
        name: HeaderValue, value: HeaderValue, scope: Scope, path: String = "/", expires: Instant? = nil,
        created: Instant, demands: Demands = [], sameSite: SameSite? = nil
    ) {
        self.name = name
        self.value = value
        self.scope = scope
        self.path = path
        self.expires = expires
        self.created = created
        self.demands = demands
        self.sameSite = sameSite
    }

    /// The host or domain it belongs to.
    public var domain: String {
        switch scope {
        case .host(let name), .domain(let name): name
        }
    }

    /// Whether its time is over.
    public func isExpired(_ now: Instant) -> Bool { expires.map { $0 <= now } ?? false }

    /// Whether the other is of the same name, domain and path (RFC 6265 §5.3, step 11).
    func isReplaced(by other: Cookie) -> Bool {
        name == other.name && path.utf8.elementsEqual(other.path.utf8)
            && domain.utf8.elementsEqual(other.domain.utf8)
    }

    /// The bytes as they stand in a Cookie line: a cookie without a name is its value alone (RFC 6265bis §5.8.3).
    var pair: [UInt8] { name.isEmpty ? value.bytes : name.bytes + [UInt8(ascii: "=")] + value.bytes }

    /// What the cookie is called where people read; the value, which may be a secret, is not in it.
    var title: String { name.isEmpty ? "without a name" : name.text }

    /// What makes two cookies one.
    var key: Key {
        Key(name: name, domain: Array(domain.utf8), path: Array(path.utf8))
    }

    /// Name, domain and path as bytes: as text, two that look alike would be equal.
    struct Key: Hashable {
        let name: HeaderValue
        let domain: [UInt8]
        let path: [UInt8]
    }
}
