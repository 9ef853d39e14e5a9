import BrowserServices
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// What sessions are made with, whatever the configuration says: engines are made of it anew when that changes.
struct SessionParts {
    var connection: any Connection
    let store: any PageStore
    /// Pages that must not be written.
    let inMemory = MemoryOnlyPages()
    /// Cookies that may be written.
    let persistedCookies: AccountCookies
    /// Cookies of private sites.
    let unwrittenCookies: AccountCookies
    /// Cookies that came under exceptions.
    let apartCookies: ApartCookies
    let pageShown: (@Sendable () async -> Void)?
    /// Where sessions are logged; nil for nowhere.
    let log: LogFile?
    /// Where sessions are remembered once they have ended; nil for nowhere.
    let history: SessionHistory?

    /// An engine under these terms.
    func engine(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SessionEngine {
        var engine = SessionEngine(
            connection: connection, store: store, cookies: cookies(terms), held: inMemory,
            hashes: .nettle, memory: .largePages,
            clocks: World.clocks,
            pageShown: pageShown)
        if let log { engine = engine.with { log.write($0, at: $1) } }
        if let history { engine = engine.remembering { await Self.remember($0, in: history, terms) } }
        return engine
    }

    /// Remembers a session, unless nothing of its site is to be written.
    private static func remember(
        _ past: PastSession, in history: SessionHistory, _ terms: @Sendable (WebURL) -> SiteTerms
    ) async {
        guard terms(past.requested).mayBeWritten, terms(past.url).mayBeWritten else { return }
        do throws(StoreFailure) {
            try await history.append(past)
        } catch {
            // A cache that cannot be written is told of where a page was to be stored; nobody waits for this line.
        }
    }

    /// The cookies under these terms.
    func cookies(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SiteCookies {
        SiteCookies(
            persisted: persistedCookies, unwritten: unwrittenCookies, apart: apartCookies, terms: terms)
    }

    /// Forgets the cookies that are meant, in every jar.
    @Sendable func forgetCookies(_ isMeant: @Sendable (Cookie) -> Bool) async -> ForgottenCookies {
        var forgotten = ForgottenCookies()
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
