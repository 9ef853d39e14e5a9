import Hashing
import SonicProtocol
import SonicSession
import Transport

/// What sessions are made with, whatever the configuration says: engines are made of it anew when that changes.
struct SessionParts {
    var connection: any Connection
    let store: any PageStore
    /// Pages that must not be written.
    let held = HeldPages()
    /// Cookies that may be written.
    let keptCookies: AccountCookies
    /// Cookies of private sites.
    let unwrittenCookies: AccountCookies
    let pageShown: (@Sendable () async -> Void)?
    /// Where sessions are logged; nil for nowhere.
    let log: LogFile?

    /// An engine under these terms.
    func engine(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SessionEngine {
        let engine = SessionEngine(
            connection: connection, store: store, cookies: cookies(terms), held: held,
            hashes: .nettle, clocks: SessionEngine.Clocks(now: World.now, uptime: World.uptime),
            pageShown: pageShown)
        guard let log else { return engine }
        return engine.with { log.write($0, at: $1) }
    }

    /// The cookies under these terms.
    func cookies(_ terms: @escaping @Sendable (WebURL) -> SiteTerms) -> SiteCookies {
        SiteCookies(kept: keptCookies, unwritten: unwrittenCookies) { terms($0).isPrivate }
    }
}
