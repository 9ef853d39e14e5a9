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
    func line(for url: WebURL) async -> (line: String?, notes: [String]) {
        await (isPrivate(url) ? unwritten : kept).line(for: url)
    }

    func receive(_ setCookies: [String], from url: WebURL) async {
        await (isPrivate(url) ? unwritten : kept).receive(setCookies, from: url)
    }
}
