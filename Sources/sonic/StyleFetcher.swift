import BrowserCore
import SonicProtocol
import SonicSession

/// Fetches the style sheets that pages name.
struct StyleFetcher: Sendable {
    /// The longest sheet in bytes.
    static let limit = 1 << 20
    /// The most redirects that are followed.
    private static let redirectLimit = 5

    let connection: any Connection
    let cookies: any CookieStore
    let headers: RequestHeaders
    /// What the reader wants of single sites.
    let terms: @Sendable (WebURL) -> SiteTerms

    /// The bytes of a sheet, content coding removed; nil for an answer that is none, is too long or never came.
    ///
    /// Cookies and headers of the reader go to the page's own origin only.
    /// - Parameter secretsOrigin: The origin that secrets among those headers are for.
    func fetch(_ order: StyleOrder, secretsOrigin: String?) async -> [UInt8]? {
        var url = order.url
        for _ in 0...Self.redirectLimit {
            switch await ask(url, for: order.page, secretsOrigin) {
            case .sheet(let bytes): return bytes
            case .nothing: return nil
            case .elsewhere(let location):
                guard let next = url.resolve(location), next.isHTTP,
                    next.scheme == "https" || order.page.scheme != "https"
                else { return nil }
                url = next
            }
        }
        return nil
    }

    private enum Answer {
        case sheet([UInt8])
        case elsewhere(String)
        case nothing
    }

    private func ask(_ url: WebURL, for page: WebURL, _ secretsOrigin: String?) async -> Answer {
        let isOwn = url.origin != nil && url.origin == page.origin
        let line = isOwn ? await cookies.line(for: url).line : nil
        let headers = headers.at(url, terms(url), secretsOrigin: secretsOrigin)
        let request = Request(url: url, headers: headers.sheetHeaders(cookies: line, isOwn: isOwn))
        var bytes: [UInt8] = []
        for await event in connection.exchange(request) {
            switch event {
            case .headReceived(let head):
                if let answer = Self.refusal(head) { return answer }
            case .bodyReceived(let piece):
                bytes += piece
                guard bytes.count <= Self.limit else { return .nothing }
            case .finished: return .sheet(bytes)
            case .failed: return .nothing
            case .entered, .requestSent, .noted: break
            }
        }
        return .nothing
    }

    /// What an answer that is no sheet comes to; nil for one that is.
    private static func refusal(_ head: ResponseHead) -> Answer? {
        switch head.status {
        case 200: return ResponseClassifier.mediaType(head.headers) == "text/css" ? nil : .nothing
        case 301, 302, 303, 307, 308: return head.headers.first("location").map { .elsewhere($0) } ?? .nothing
        default: return .nothing
        }
    }
}
