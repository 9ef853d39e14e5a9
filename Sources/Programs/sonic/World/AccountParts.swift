import Configuration
import Diagnostics
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// What is an account's own, so that nothing of one is seen under another: where its pages, responses and cookies
/// are kept, and connections, which know names and passwords.
struct AccountParts {
    /// All that requests are offered to.
    private(set) var connections: Connections
    /// What its sessions are made with.
    private(set) var sessions: SessionParts
    /// HTTP through a cache, without cookies.
    private(set) var http: HTTPEngine
    /// Fetches what pages name before they ask for it.
    private(set) var resources: ResourceLoader
    /// Where exchanges are held; nil where none is.
    private var queue: InterceptQueue?

    /// The parts of an account. Nothing is opened or read before it is used.
    /// - Parameters:
    ///   - account: Its name; empty for none.
    ///   - cache: The cache of all accounts; nil keeps everything in memory.
    ///   - limits: How many of its responses are kept that are no pages.
    ///   - state: The folder of all accounts' cookies; nil without a HOME.
    ///   - connections: Made for this account alone.
    ///   - secrets: The headers that stay with their origin.
    ///   - log: Where its sessions are logged; nil for nowhere.
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

    /// Sends requests from now on as these settings say of hosts and rules; what is under way goes on as it began.
    mutating func follow(_ settings: Settings) {
        connections.follow(settings)
        http = http.with(secretHeaders: settings.general.secrets)
        connect()
    }

    /// Has exchanges intercepted by a queue from now on, or by none.
    mutating func intercept(with queue: InterceptQueue?) {
        self.queue = queue
        connect()
    }

    private mutating func connect() {
        sessions.connection = connection(for: .page)
        http = http.with(connection: connection(for: .resource)).with(exception: connections.exceptions.at)
        resources = ResourceLoader(http)
    }

    private func connection(for use: InterceptedExchange.Use) -> any Connection {
        guard let queue else { return connections.registry }
        return InterceptConnection(over: connections.registry, queue, for: use)
    }
}
