import Configuration
import Exchanges
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport
import Workbench

/// The data of one account, so that nothing of it is visible under another: the stores of its pages, responses
/// and cookies, and connections, which contain names and passwords.
struct AccountParts {
    /// The connections for requests.
    private(set) var connections: Connections
    /// The parts of its sessions.
    private(set) var sessions: SessionParts
    /// HTTP through a cache, without cookies.
    private(set) var http: HTTPEngine
    /// Prefetches the resources that pages link.
    private(set) var resources: ResourceLoader
    /// The queue of intercepted exchanges; nil if nothing is intercepted.
    private var queue: InterceptQueue?

    /// Creates the parts of an account. Nothing is opened or read before it is used.
    /// - Parameters:
    ///   - account: Its name; empty for none.
    ///   - cache: The cache of all accounts; nil to store everything in memory.
    ///   - limits: The limits of its responses other than pages.
    ///   - state: The folder of all accounts' cookies; nil without a HOME.
    ///   - connections: The connections of this account only.
    ///   - secrets: The headers that are only sent to their origin.
    ///   - log: The log of its sessions; nil for none.
    ///   - pageShown: As in `SessionEngine`.
    init(
        _ account: String, cache: PageCache?, _ limits: ResponseLimits, state: String?,
        _ connections: Connections, secrets: SecretHeaders, log: LogFile?,
        pageShown: (@Sendable () async -> Void)?
    ) throws(Arguments.Mistake) {
        let folder: String
        let history: SessionHistory?
        do throws(StoreFailure) {
            folder = try AccountFolder.name(of: account)
            history = try cache.map { cache throws(StoreFailure) in
                try SessionHistory(root: cache.root, account: account)
            }
        } catch {
            throw .init(message: "the account name is too long; use a shorter one")
        }
        self.connections = connections
        let file = cache == nil ? nil : state.map { CookieFile(folder: $0 + "/" + folder) }
        sessions = SessionParts(
            connection: connections.registry, store: cache ?? MemoryStore(),
            persistedCookies: AccountCookies(file: file, suffixes: .installed, now: World.now),
            unwrittenCookies: AccountCookies(file: nil, suffixes: .installed, now: World.now),
            apartCookies: ApartCookies(
                file?.folder, hashes: .nettle, suffixes: .installed, now: World.now),
            pageShown: pageShown,
            log: log, history: history)
        let responses: any ResponseStore =
            if let cache {
                ResponseCache(
                    root: cache.root, account: account, hashes: .nettle, limits: limits, now: World.now)
            } else {
                MemoryResponseStore()
            }
        http = HTTPEngine(
            connection: connections.registry, store: responses,
            clocks: SessionEngine.Clocks(now: World.now, uptime: World.uptime)
        ).with(exception: connections.exceptions.at).with(secretHeaders: secrets)
        resources = ResourceLoader(http)
    }

    /// Applies the settings for hosts and rules to later requests; those in progress continue unchanged.
    mutating func follow(_ settings: Settings) {
        connections.follow(settings)
        http = http.with(secretHeaders: settings.general.secrets)
        connect()
    }

    /// Intercepts exchanges with a queue from now on, or not at all.
    mutating func intercept(with queue: InterceptQueue?) {
        self.queue = queue
        connect()
    }

    private mutating func connect() {
        sessions.connection = connection(for: .page)
        http = http.with(connection: connection(for: .part)).with(exception: connections.exceptions.at)
        resources = ResourceLoader(http)
    }

    private func connection(for use: RequestCause.Use) -> any Connection {
        guard let queue else { return connections.registry }
        return InterceptConnection(over: connections.registry, queue, for: use)
    }
}
