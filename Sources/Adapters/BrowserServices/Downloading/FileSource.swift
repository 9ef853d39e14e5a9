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
    let clocks: SessionEngine.Clocks
    /// The order of a session with the same account, headers and preferences.
    let session: SessionOrder

    package init(
        connection: any Connection, cookies: any CookieStore, clocks: SessionEngine.Clocks,
        like session: SessionOrder
    ) {
        self.connection = connection
        self.cookies = cookies
        self.clocks = clocks
        self.session = session
    }

    /// Returns the owner of a file's part: the account, combined with the exception, if there is one.
    func owner(of url: WebURL) -> String {
        session.terms(url).exception.map { session.account + " " + $0.text } ?? session.account
    }

    /// Returns the request for the missing part of a file.
    /// - Parameter delivery: The handling of a content coding, although none was offered.
    func request(
        _ cookieRequest: CookieRequest, _ resumption: Resumption, _ delivery: Request.BodyDelivery
    ) async -> Request {
        let url = cookieRequest.url
        let line = await cookies.line(for: cookieRequest).line
        var headers = session.headers.at(
            url, session.terms(url), secretsOrigin: session.secretsOrigin
        ).headers(
            RequestConditions(sonic: false), lastModified: nil, cookies: line, reload: .none)
        for field in resumption.fields { headers.replace(field.name, field.value) }
        var request = Request(url: url.withoutFragment, headers: headers)
        request.delivery = delivery
        // A download has no time limit; it can be watched and cancelled.
        request.time = .none
        return request
    }
}
