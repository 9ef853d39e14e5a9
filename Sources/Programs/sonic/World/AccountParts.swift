import BrowserServices
import Configuration
import Exchanges
import PageCache
import SonicLint
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
    private(set) var sessions: SessionParts
    /// HTTP through a cache, without cookies.
    private(set) var http: HTTPEngine { didSet { resources = ResourceLoader(http) } }
    /// Prefetches the resources that pages link.
    private(set) var resources: ResourceLoader
    /// The queue of intercepted exchanges; nil if nothing is intercepted.
    var queue: InterceptQueue? { didSet { connect() } }
    /// What makes its sessions worse on purpose.
    var impairment = Impairment() { didSet { connect() } }
    /// The connection for files, which have no faults.
    var fileConnection: any Connection { connection(for: .page, with: nil) }

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
            persistedCookies: AccountCookies(file: file, suffixes: SessionParts.suffixes, now: World.now),
            unwrittenCookies: AccountCookies(file: nil, suffixes: SessionParts.suffixes, now: World.now),
            apartCookies: ApartCookies(
                file?.folder, hashes: .nettle, suffixes: SessionParts.suffixes, now: World.now),
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

    /// Reports the exchanges for parts of pages.
    mutating func report(_ part: @escaping @Sendable (RequestCause, SessionTrace) -> Void) {
        http = http.with(report: part)
    }

    /// Applies the settings for hosts and rules, and accepted certificates, to later requests; those in progress
    /// continue unchanged.
    mutating func follow(_ settings: Settings, _ accepted: [String: String]) {
        connections.follow(settings, accepted)
        http = http.with(secretHeaders: settings.general.secrets)
        connect()
    }

    private mutating func connect() {
        sessions.connection = connection(for: .page, with: impairment.fault)
        sessions.isDetached = impairment.fault != nil
        http = http.with(connection: connection(for: .part, with: nil)).with(
            exception: connections.exceptions.at)
    }

    private func connection(
        for use: RequestCause.Use, with fault: ResponseFault?
    ) -> any Connection {
        var connection: any Connection = connections.registry
        if impairment.delay != nil || impairment.rate != nil {
            connection = SlowConnection(over: connection, impairment)
        }
        if let fault { connection = FaultConnection(over: connection, fault) }
        return queue.map { InterceptConnection(over: connection, $0, for: use) } ?? connection
    }
}

/// The parts of sessions that do not depend on the configuration: engines are rebuilt from them when that changes.
struct SessionParts {
    var connection: any Connection
    /// Whether sessions change neither the store nor the cookies nor the history.
    var isDetached = false
    let store: any PageStore
    /// Pages that must not be written to disk.
    let inMemory = MemoryOnlyPages()
    /// Cookies that may be written to disk.
    let persistedCookies: AccountCookies
    /// Cookies of private sites.
    let unwrittenCookies: AccountCookies
    /// Cookies received under exceptions.
    let apartCookies: ApartCookies
    let pageShown: (@Sendable () async -> Void)?
    /// The log of sessions; nil for none.
    let log: LogFile?
    /// The history of ended sessions; nil for none.
    let history: SessionHistory?

    /// Returns an engine with these terms.
    func engine(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SessionEngine {
        var engine = SessionEngine(
            connection: connection, store: store, cookies: cookies(terms), memoryOnly: inMemory,
            hashes: .nettle, memory: .largePages,
            clocks: World.clocks,
            pageShown: pageShown)
        if let log { engine = engine.with { log.write($0, at: $1) } }
        if let history { engine = engine.remembering { await Self.remember($0, in: history, terms) } }
        return isDetached ? DetachedSession.engine(like: engine) : engine
    }

    /// Adds a session to the history, unless its site must not be written to disk.
    private static func remember(
        _ past: PastSession, in history: SessionHistory, _ terms: @Sendable (WebURL) -> SiteTerms
    ) async {
        guard terms(past.requested).mayBeWritten, terms(past.url).mayBeWritten else { return }
        do throws(StoreFailure) {
            try await history.append(past)
        } catch {
            // Storing a page reports that the cache cannot be written; a missing line of the history is not reported.
        }
    }

    /// Returns the cookies under these terms.
    func cookies(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SiteCookies {
        SiteCookies(parts: self, terms: terms)
    }

    /// The installed public suffixes; without a list, only single labels are known to be some.
    static let suffixes = PublicSuffixes(note: {
        SuffixList.isInstalled
            ? nil
            : "Public suffixes are unknown, as libpsl (package libpsl5) is not installed: domains such as co.uk count as sites."
    }) { host in
        switch SuffixList.registrable(host) {
        case .part(let name): name
        case .none: nil
        case .unknown: PublicSuffixes.singleLabels.registrablePart(of: host)
        }
    }

    /// Returns the lint report of an ended session, with the stored versions and the history of sessions, off the
    /// caller's actor, since it takes time in proportion to the page.
    @concurrent func report(_ trace: SessionTrace) async -> LintReport {
        LintReport(trace, before: await versionBefore(trace), hashes: .nettle)
    }

    /// Returns the version before the one of the session; nil if it was removed or is not relevant.
    private func versionBefore(_ trace: SessionTrace) async -> PageVersion? {
        guard LintReport.wantsVersionBefore(trace), let id = trace.result?.pageID,
            let stored = trace.turns.last?.stored, let history
        else { return nil }
        do throws(StoreFailure) {
            let numbers = try await store.versions(of: id)
            guard let number = numbers.first(where: { $0 < stored.number }) else { return nil }
            let past = try await history.sessions(of: id, atMost: Self.sessionsBack)
            guard LintReport.areLoadsInARow(past, number, stored.number) else { return nil }
            return try await store.load(id, number: number)?.version
        } catch {
            // The session itself has reported a cache that cannot be read.
            return nil
        }
    }

    /// The number of sessions searched for the last two loads: failures and pages shown without a request may
    /// lie between.
    private static let sessionsBack = 24

    /// Returns the cookies of every jar by host and name, after one was deleted, and why it could not be.
    func cookies(without cookie: Cookie?) async -> (cookies: [Cookie], failure: String?) {
        let failure = cookie == nil ? nil : await forgetCookies { $0 == cookie }.failure
        var all: [Cookie] = []
        for jar in await [persistedCookies, unwrittenCookies] + apartCookies.all() { all += await jar.all() }
        return (
            all.sorted { ($0.domain, $0.name.text, $0.path) < ($1.domain, $1.name.text, $1.path) }, failure
        )
    }

    /// Removes the matching cookies from every jar.
    @Sendable func forgetCookies(_ isMeant: @Sendable (Cookie) -> Bool) async -> Forgetting.CookieRemoval {
        var forgotten: Forgetting.CookieRemoval = (0, nil)
        for jar in await [persistedCookies, unwrittenCookies] + apartCookies.all() {
            do throws(CookieFileFailure) {
                forgotten.count += try await jar.forget(isMeant)
            } catch {
                forgotten.failure = forgotten.failure ?? "\(error)"
            }
        }
        return forgotten
    }
}

/// The cookies of an account; those of private sites are separate and not written to disk.
struct SiteCookies: CookieStore {
    fileprivate let parts: SessionParts
    /// The terms of the site at an address.
    let terms: @Sendable (WebURL) -> SiteTerms

    /// Returns the cookies of the site at an address.
    private func jar(_ url: WebURL) async -> AccountCookies {
        let terms = terms(url)
        if let exception = terms.exception {
            return await parts.apartCookies.jar(of: exception, isWritten: !terms.isPrivate)
        }
        return terms.isPrivate ? parts.unwrittenCookies : parts.persistedCookies
    }

    /// A private site does not get cookies that were stored before it was private, either.
    func line(for request: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        await jar(request.url).line(for: request)
    }

    func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async {
        await jar(request.url).receive(setCookies, to: request)
    }
}
