import BrowserServices
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Transport

/// The parts of sessions that do not depend on the configuration: engines are rebuilt from them when that changes.
struct SessionParts {
    var connection: any Connection
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
        return engine
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
        SiteCookies(
            persisted: persistedCookies, unwritten: unwrittenCookies, apart: apartCookies, terms: terms)
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
