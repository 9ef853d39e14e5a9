import SonicProtocol
import SonicSession

/// The configuration of connections: time limits, trust, proxies and credentials.
public struct TransportConfiguration: Sendable {
    /// The time limits of a transfer.
    public var limits = TimeLimits()
    /// The deadline of all exchanges; nil for none.
    public var end: RunEnd?
    /// The trusted certificates.
    public var trust = Trust.system
    /// The certificates that a person accepted without verification, by origin (`WebURL.origin`): the SHA-256 of the only
    /// one that its server may have, as in `PeerCertificate`.
    public var accepted: [String: String] = [:]
    /// The certificate sent to servers that request one; nil for none.
    public var clientCertificate: ClientCertificate?
    /// The proxy of requests.
    public var proxy = Proxy.environment
    /// The host to connect to instead of that of the URL, as `HOST` or `HOST:PORT`, an IPv6 address in brackets; nil
    /// for the host itself. The request and the check of the certificate use the host's name.
    public var connectTo: String?
    /// The file of credentials for origins without an entry in `credentials`.
    public var netrc = Netrc.home
    /// The credentials of each origin (`WebURL.origin`); they are sent to no other. `CurlConnection.use(_:for:)` can
    /// add more later.
    public var credentials: [String: Credentials] = [:]
    /// The maximum number of unread decoded body bytes before the transfer is paused.
    public var unreadLimit = 4 << 20
    /// The maximum size of response headers in bytes; larger ones fail as malformed.
    public var headLimit = 256 << 10

    /// The longest time that libcurl may process received bytes without returning: then the connection is closed.
    public var patience: Duration = .seconds(2)

    /// The limits of concurrent transfers.
    public var connections = ConnectionLimits(openFiles: 1024)

    /// Creates the defaults: verified TLS, proxies from the environment, `~/.netrc`.
    public init() {}
}

/// The time limits of a transfer, after which it fails as timed out.
public struct TimeLimits: Sendable, Equatable {
    /// The lookup of the host name, the TCP connection with attempts at all addresses, and the TLS handshake together.
    public var connecting: Duration
    /// From the end of the request to the end of the response headers, and the longest interval between two pieces of
    /// the body.
    public var silence: Duration
    /// From the start of the exchange to the end of the response, unless the request has another limit; nil for no
    /// limit.
    public var whole: Duration?

    /// Creates limits.
    public init(
        connecting: Duration = .seconds(20), silence: Duration = .seconds(60), whole: Duration? = nil
    ) {
        (self.connecting, self.silence) = (connecting, silence)
        self.whole = whole
    }

    /// The limit of one phase.
    subscript(phase: TransferPhase) -> Duration { Self.isConnecting(phase) ? connecting : silence }

    /// Whether a phase is a part of connecting, which has one time limit.
    static func isConnecting(_ phase: TransferPhase) -> Bool {
        switch phase {
        case .resolving, .connecting, .securing: true
        case .waiting, .receiving: false
        }
    }
}

/// A deadline for an operation of limited duration.
public struct RunEnd: Sendable, Equatable {
    /// The deadline.
    let moment: ContinuousClock.Instant
    /// The maximum duration.
    let limit: Duration

    /// Creates the deadline of an operation that starts now and may take `limit`.
    public init(after limit: Duration) { self.init(.now + limit, limit: limit) }

    init(_ moment: ContinuousClock.Instant, limit: Duration) { (self.moment, self.limit) = (moment, limit) }

    /// Returns the earlier deadline.
    static func earlier(_ one: RunEnd?, _ other: RunEnd?) -> RunEnd? {
        guard let one, let other else { return one ?? other }
        return one.moment <= other.moment ? one : other
    }
}

/// The trusted certificates of TLS connections.
public enum Trust: Sendable, Equatable {
    /// The authorities that the system trusts.
    case system
    /// Only the authorities in this PEM file.
    case authorities(path: String)
    /// Any certificate: it is not checked. Screens report it.
    case anyone
}

/// A certificate that identifies this client to servers.
public struct ClientCertificate: Sendable, Equatable {
    /// A PEM file with the certificate and its chain.
    public var path: String
    /// A PEM file with its private key; nil if it is in the same file.
    public var keyPath: String?
    /// The password of the key; empty if the key is not encrypted.
    public var password: String

    /// Creates a certificate from files.
    public init(path: String, keyPath: String? = nil, password: String = "") {
        self.path = path
        self.keyPath = keyPath
        self.password = password
    }
}

/// The proxy of requests.
public enum Proxy: Sendable, Equatable {
    /// The proxies of `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY`, read by libcurl; connections to this
    /// machine are always direct.
    case environment
    /// A direct connection, regardless of the environment.
    case none
    /// This proxy (`http://`, `https://`, `socks4a://`, `socks5h://` …) except for the given hosts, separated by
    /// commas; nil for those in `NO_PROXY`.
    case through(url: String, except: String? = nil, by: Source = .option)

    /// The source of a proxy.
    public enum Source: Sendable, Equatable {
        /// A command-line option.
        case option
        /// A setting.
        case setting
    }

    /// The source of the value, as a clause for messages.
    var namedBy: String {
        switch self {
        case .environment: "set by http_proxy, https_proxy or all_proxy in the environment"
        case .none: "no proxy is set"
        case .through(_, _, .option): "set by --proxy"
        case .through(_, _, .setting): "set by the setting proxy"
        }
    }
}

/// The netrc file with credentials of hosts.
public enum Netrc: Sendable, Equatable {
    /// No file.
    case none
    /// `~/.netrc`, if it exists.
    case home
    /// The file at this path.
    case file(path: String)
}
