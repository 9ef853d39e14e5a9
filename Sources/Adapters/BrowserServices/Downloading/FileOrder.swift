import Browser
import SonicProtocol
import SonicSession

/// A file that is to be saved.
package struct FileOrder: Sendable {
    /// Where it is to be.
    package enum Target: Sendable {
        /// Under this path, or a numbered one where it is taken.
        case path(String)
        /// In this folder, under the name that the answer or else the address has.
        case folder(String)
    }

    /// The address that is asked for.
    let url: WebURL
    /// Where the file is to be.
    let target: Target
    /// What caused it, as far as cookies ask.
    var cause = RequestCause.person
    /// The name that a page has for it; nil for none.
    var suggestion: FileName.Suggestion?
    /// The transfer of it that is under way; nil where it is to be asked for.
    var handover: BodyHandoff?

    package init(
        url: WebURL, target: Target, cause: RequestCause = .person, suggestion: FileName.Suggestion? = nil,
        handover: BodyHandoff? = nil
    ) {
        self.url = url
        self.target = target
        self.cause = cause
        self.suggestion = suggestion
        self.handover = handover
    }
}

/// What files are asked for with.
package struct FileSource: Sendable {
    /// Requests are sent over it.
    let connection: any Connection
    /// The account's cookies.
    let cookies: any CookieStore
    /// The program's name and the reader's own headers.
    let headers: RequestHeaders
    /// What the reader wants of single sites.
    let terms: @Sendable (WebURL) -> SiteTerms
    /// The account that the file is for; empty for none.
    let account: String
    /// The origin that secrets among the headers are for.
    let secretsOrigin: String?
    /// The conversion of host names outside ASCII in redirects.
    let domainToASCII: WebURL.DomainToASCII?
    /// The clocks of validators and of reports.
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

    /// Whose the part of a file is: the account's, and under an exception that one's alone.
    func owner(of url: WebURL) -> String {
        terms(url).exception.map { account + " " + $0.text } ?? account
    }

    /// The request for what is missing of a file.
    /// - Parameter delivery: How a body is delivered that has a content coding although none was asked for.
    func request(
        _ ask: CookieAsk, _ resumption: Resumption, _ delivery: Request.BodyDelivery
    ) async -> Request {
        let url = ask.url
        let line = await cookies.line(for: ask).line
        var headers = headers.at(url, terms(url), secretsOrigin: secretsOrigin).headers(
            Asked(sonic: false), lastModified: nil, cookies: line, reload: .none)
        for field in resumption.fields { headers.replace(field.name, field.value) }
        var request = Request(url: url.withoutFragment, headers: headers)
        request.delivery = delivery
        // A file takes as long as it takes; it can be watched and stopped.
        request.time = .none
        return request
    }
}
