import SonicProtocol
import SonicSession
import Transport

/// The cookies of an account, with those of private sites apart from what is written.
struct SiteCookies: CookieStore {
    /// Cookies that may be written.
    let kept: AccountCookies
    /// Cookies of private sites: in memory, for this run.
    let unwritten: AccountCookies
    /// Whether nothing of the site at an address may be written.
    var isPrivate: @Sendable (WebURL) -> Bool

    /// A private site is not sent what was written before it was private, either.
    func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        await (isPrivate(ask.url) ? unwritten : kept).line(for: ask)
    }

    func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        await (isPrivate(ask.url) ? unwritten : kept).receive(setCookies, to: ask)
    }
}
