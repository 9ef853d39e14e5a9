import SonicProtocol
import SonicSession

/// How connections are made: time limits, trust, proxies and secrets. Each value is used for every exchange
/// of one `CurlConnection`.
public struct TransportConfiguration: Sendable {
    /// How long each phase may take.
    public var limits = TimeLimits()
    /// By when all exchanges have to be over; nil for no such moment.
    public var end: RunEnd?
    /// Whose certificates are believed.
    public var trust = Trust.system
    /// The certificate shown to servers that ask for one; nil for none.
    public var clientCertificate: ClientCertificate?
    /// Through which proxy requests go.
    public var proxy = Proxy.environment
    /// What is connected to in place of the host of the address, as `HOST` or `HOST:PORT`, an IPv6 address in
    /// brackets; nil for the host itself. The request and the certificate's check keep the host's name.
    public var connectTo: String?
    /// What changes in the values above for one address; nil where all are asked alike. It is called on a
    /// thread of its own.
    public var adjustment: Adjustment?
    /// Where names and passwords are looked up that nobody typed.
    public var netrc = Netrc.home
    /// The name and password for each origin (`WebURL.origin`); they are sent to no other. More can be given
    /// later with `CurlConnection.use(_:for:)`.
    public var credentials: [String: Credentials] = [:]
    /// How many decoded body bytes may wait for a slow reader before the transfer pauses.
    public var unreadLimit = 4 << 20
    /// How large a response head may be, in bytes; a larger one fails as malformed.
    public var headLimit = 256 << 10

    /// How long libcurl may work on what a server sends without coming back: then the connection is cut off.
    public var patience: Duration = .seconds(2)

    /// How many transfers go on at the same time.
    public var connections = ConnectionLimits(openFiles: 1024)

    /// Changes what holds for all addresses into what holds for one.
    public typealias Adjustment = @Sendable (inout TransportConfiguration, WebURL) -> Void

    /// What holds for one address.
    func adjusted(for url: WebURL) -> TransportConfiguration {
        guard let adjustment else { return self }
        var copy = self
        adjustment(&copy, url)
        return copy
    }

    /// The defaults: verified TLS, proxies by the environment, `~/.netrc`.
    public init() {}
}

/// How long each phase of a transfer may take before it fails as timed out.
public struct TimeLimits: Sendable, Equatable {
    /// Looking up the host name.
    public var resolving: Duration = .seconds(10)
    /// Opening the TCP connection, all addresses of the host tried.
    public var connecting: Duration = .seconds(15)
    /// The TLS handshake.
    public var securing: Duration = .seconds(15)
    /// From the request sent to the end of the response head.
    public var waiting: Duration = .seconds(60)
    /// The longest silence between two pieces of the body.
    public var stalled: Duration = .seconds(60)
    /// From the request asked for to the end of the answer, where the request says nothing else; nil for no limit.
    public var whole: Duration?

    /// The defaults.
    public init() {}

    /// The limit of one phase.
    public subscript(phase: TransferPhase) -> Duration {
        get {
            switch phase {
            case .resolving: resolving
            case .connecting: connecting
            case .securing: securing
            case .waiting: waiting
            case .receiving: stalled
            }
        }
        set {
            switch phase {
            case .resolving: resolving = newValue
            case .connecting: connecting = newValue
            case .securing: securing = newValue
            case .waiting: waiting = newValue
            case .receiving: stalled = newValue
            }
        }
    }
}

/// The moment by which something has to be over, since it may take so long in all.
public struct RunEnd: Sendable, Equatable {
    /// The moment.
    let moment: ContinuousClock.Instant
    /// How long it may take.
    let limit: Duration

    /// What begins now and may take so long.
    public init(after limit: Duration) { self.init(.now + limit, limit: limit) }

    init(_ moment: ContinuousClock.Instant, limit: Duration) { (self.moment, self.limit) = (moment, limit) }

    /// The one that comes first.
    static func earlier(_ one: RunEnd?, _ other: RunEnd?) -> RunEnd? {
        guard let one, let other else { return one ?? other }
        return one.moment <= other.moment ? one : other
    }
}

/// Whose certificates a TLS connection believes.
public enum Trust: Sendable, Equatable {
    /// The authorities that the system trusts.
    case system
    /// Only the authorities in this PEM file.
    case authorities(path: String)
    /// Anybody: the certificate is not checked at all. Screens say so.
    case anyone
}

/// A certificate that names this client to servers.
public struct ClientCertificate: Sendable, Equatable {
    /// A PEM file with the certificate and the chain above it.
    public var path: String
    /// A PEM file with its private key; nil when it is in the same file.
    public var keyPath: String?
    /// What opens the key; empty for a key that is not encrypted.
    public var password: String

    /// A certificate in the given files.
    public init(path: String, keyPath: String? = nil, password: String = "") {
        self.path = path
        self.keyPath = keyPath
        self.password = password
    }
}

/// Through which proxy requests go.
public enum Proxy: Sendable, Equatable {
    /// As `http_proxy`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` say, read by libcurl; this machine is always
    /// asked directly.
    case environment
    /// Straight to the server, whatever the environment says.
    case none
    /// Through this one (`http://`, `https://`, `socks4a://`, `socks5h://` …) except for the hosts named,
    /// separated by commas; nil for those that `NO_PROXY` names.
    case through(url: String, except: String? = nil, by: Source = .option)

    /// What names a proxy.
    public enum Source: Sendable, Equatable {
        /// An option of the command line.
        case option
        /// A setting.
        case setting
    }

    /// What sets it, as a clause for people.
    var namedBy: String {
        switch self {
        case .environment: "set by http_proxy, https_proxy or all_proxy in the environment"
        case .none: "no proxy is set"
        case .through(_, _, .option): "set by --proxy"
        case .through(_, _, .setting): "set by the setting proxy"
        }
    }
}

/// The file with names and passwords of hosts.
public enum Netrc: Sendable, Equatable {
    /// None is read.
    case none
    /// `~/.netrc`, if it is there.
    case home
    /// The file at this path.
    case file(path: String)
}
