import SonicProtocol
import SonicSession
import Transport

/// The cookies of an account; those of private sites are separate and not written to disk.
struct SiteCookies: CookieStore {
    /// Cookies that may be written to disk.
    let persisted: AccountCookies
    /// Cookies of private sites: in memory, for this run.
    let unwritten: AccountCookies
    /// Cookies received under exceptions, which are only sent under those.
    let apart: ApartCookies
    /// The terms of the site at an address.
    let terms: @Sendable (WebURL) -> SiteTerms

    /// Returns the cookies of the site at an address.
    private func jar(_ url: WebURL) async -> AccountCookies {
        let terms = terms(url)
        if let exception = terms.exception {
            return await apart.jar(of: exception, isWritten: !terms.isPrivate)
        }
        return terms.isPrivate ? unwritten : persisted
    }

    /// A private site does not get cookies that were stored before it was private, either.
    func line(for request: CookieRequest) async -> (line: HeaderValue?, notes: [String]) {
        await jar(request.url).line(for: request)
    }

    func receive(_ setCookies: [HeaderValue], to request: CookieRequest) async {
        await jar(request.url).receive(setCookies, to: request)
    }
}
