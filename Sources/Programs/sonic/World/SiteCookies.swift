import SonicProtocol
import SonicSession
import Transport

/// The cookies of an account, with those of private sites apart from what is written.
struct SiteCookies: CookieStore {
    /// Cookies that may be written.
    let persisted: AccountCookies
    /// Cookies of private sites: in memory, for this run.
    let unwritten: AccountCookies
    /// Cookies that came under exceptions, and go to nobody else.
    let apart: ApartCookies
    /// What holds for the site at an address.
    let terms: @Sendable (WebURL) -> SiteTerms

    /// Where the cookies of the site at an address are.
    private func jar(_ url: WebURL) async -> AccountCookies {
        let terms = terms(url)
        if let exception = terms.exception {
            return await apart.jar(of: exception, isWritten: !terms.isPrivate)
        }
        return terms.isPrivate ? unwritten : persisted
    }

    /// A private site is not sent what was written before it was private, either.
    func line(for ask: CookieAsk) async -> (line: HeaderValue?, notes: [String]) {
        await jar(ask.url).line(for: ask)
    }

    func receive(_ setCookies: [HeaderValue], to ask: CookieAsk) async {
        await jar(ask.url).receive(setCookies, to: ask)
    }
}
