import BrowserValues
import SonicProtocol
import SonicSession

/// The means to request files.
package struct FileSource: Sendable {
    /// The connection for requests.
    let connection: any Connection
    /// The account's cookies.
    let cookies: any CookieStore
    /// The program's name and the user's headers.
    let headers: RequestHeaders
    /// The preferences for single sites.
    let terms: @Sendable (WebURL) -> SiteTerms
    /// The account of the file; empty for none.
    let account: String
    /// The origin of secrets among the headers.
    let secretsOrigin: String?
    /// The conversion of non-ASCII host names in redirects.
    let domainToASCII: WebURL.DomainToASCII?
    /// The clocks for validators and reports.
    let clocks: SessionEngine.Clocks

    package init(
        connection: any Connection, cookies: any CookieStore, headers: RequestHeaders,
        terms: @escaping @Sendable (WebURL) -> SiteTerms, account: String, secretsOrigin: String?,
        domainToASCII: WebURL.DomainToASCII?, clocks: SessionEngine.Clocks
    ) {
        self.connection = connection
        self.cookies = cookies
        self.headers = headers
        self.terms = terms
        self.account = account
        self.secretsOrigin = secretsOrigin
        self.domainToASCII = domainToASCII
        self.clocks = clocks
    }

    /// Returns the owner of a file's part: the account, combined with the exception, if there is one.
    func owner(of url: WebURL) -> String { terms(url).exception.map { account + " " + $0.text } ?? account }

    /// Returns the request for the missing part of a file.
    /// - Parameter delivery: The handling of a content coding, although none was offered.
    func request(
        _ cookieRequest: CookieRequest, _ resumption: Resumption, _ delivery: Request.BodyDelivery
    ) async -> Request {
        let url = cookieRequest.url
        let line = await cookies.line(for: cookieRequest).line
        var headers = headers.at(url, terms(url), secretsOrigin: secretsOrigin).headers(
            RequestConditions(sonic: false), lastModified: nil, cookies: line, reload: .none)
        for field in resumption.fields { headers.replace(field.name, field.value) }
        var request = Request(url: url.withoutFragment, headers: headers)
        request.delivery = delivery
        // A download has no time limit; it can be watched and cancelled.
        request.time = .none
        return request
    }
}
