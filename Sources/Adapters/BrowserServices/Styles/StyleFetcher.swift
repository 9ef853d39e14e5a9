import Browser
import SonicProtocol
import SonicSession

/// Fetches the style sheets and pictures that pages name, through the HTTP cache.
package struct StyleFetcher: Sendable {
    /// What a page names a file for.
    package enum Use {
        case style, picture

        /// The longest file in bytes.
        var limit: Int {
            switch self {
            case .style: 1 << 20
            case .picture: 16 << 20
            }
        }

        /// Whether an answer of a media type is such a file.
        func takes(_ type: String?) -> Bool {
            switch self {
            case .style: type == "text/css"
            case .picture: type.map { $0.hasPrefix("image/") || $0 == "application/octet-stream" } ?? true
            }
        }

        /// The Accept line.
        var accept: String {
            switch self {
            case .style: "text/css,*/*;q=0.1"
            case .picture: "image/*,*/*;q=0.1"
            }
        }
    }

    /// The most redirects that are followed.
    private static let redirectLimit = 5

    let http: HTTPEngine
    let cookies: any CookieStore
    let headers: RequestHeaders
    /// What the reader wants of single sites.
    let terms: @Sendable (WebURL) -> SiteTerms

    package init(
        http: HTTPEngine, cookies: any CookieStore, headers: RequestHeaders,
        terms: @escaping @Sendable (WebURL) -> SiteTerms
    ) {
        self.http = http
        self.cookies = cookies
        self.headers = headers
        self.terms = terms
    }

    /// The bytes of a file, content coding removed; nil for an answer that is none, is too long or never came.
    ///
    /// Cookies and headers of the reader go to the page's own origin only.
    /// - Parameter secretsOrigin: The origin that secrets among those headers are for.
    package func fetch(_ order: StyleOrder, as use: Use = .style, secretsOrigin: String?) async -> [UInt8]? {
        var (url, chain) = (order.url, [order.page])
        for _ in 0...Self.redirectLimit {
            switch await ask(url, as: use, for: order, chain, secretsOrigin) {
            case .file(let bytes): return bytes
            case .nothing: return nil
            case .unreachable:
                // The page itself may be from the cache for the same reason: what is stored of it belongs to it.
                guard order.reach == .online else { return nil }
                let stored = StyleOrder(url: url, page: order.page, reach: .offline)
                return await fetch(stored, as: use, secretsOrigin: secretsOrigin)
            case .elsewhere(let location):
                guard let next = url.resolve(location), next.isHTTP,
                    next.scheme == "https" || order.page.scheme != "https"
                else { return nil }
                chain.append(url)
                url = next
            }
        }
        return nil
    }

    private enum Answer {
        case file([UInt8])
        case elsewhere(String)
        /// No server answered.
        case unreachable
        case nothing
    }

    private func ask(
        _ url: WebURL, as use: Use, for order: StyleOrder, _ chain: [WebURL],
        _ secretsOrigin: String?
    ) async -> Answer {
        var bytes: [UInt8] = []
        var request = await request(
            url, as: use, for: order.page, chain, secretsOrigin: secretsOrigin)
        switch order.reach {
        case .online: if request.mode == .default { request.mode = order.mode }
        case .offline: request.mode = .onlyIfCached
        }
        for await event in http.open(request) {
            switch event {
            case .headReceived(let head):
                if let answer = Self.refusal(head, as: use) { return answer }
            case .bodyReceived(let piece):
                bytes += piece
                guard bytes.count <= use.limit else { return .nothing }
            case .ended(let result):
                if case .failed(.connection) = result.ending { return .unreachable }
                return result.answer == nil ? .nothing : .file(bytes)
            }
        }
        return .nothing
    }

    /// The request for what a page names. What belongs to a site of which nothing is written,
    /// page or resource, stays out of the cache.
    func request(
        _ url: WebURL, as use: Use = .style, for page: WebURL, _ chain: [WebURL]? = nil,
        secretsOrigin: String?
    ) async -> FetchRequest {
        let isOwn = url.origin != nil && url.origin == page.origin
        let cause = RequestCause(chain: chain ?? [page], use: .part)
        let line = isOwn ? await cookies.line(for: CookieAsk(url, causedBy: cause)).line : nil
        let headers = headers.at(url, terms(url), secretsOrigin: secretsOrigin)
        let mayBeWritten = terms(url).mayBeWritten && terms(page).mayBeWritten
        return FetchRequest(
            url: url, headers: headers.sheetHeaders(accepting: use.accept, cookies: line, isOwn: isOwn),
            mode: mayBeWritten ? .default : .noStore, redirect: .manual, choices: terms(url).cacheChoices,
            cause: cause)
    }

    /// The requests for what a page's `sonic-link` names; none where they could not be kept.
    package func requests(_ link: SonicLink, for page: WebURL, secretsOrigin: String?) async -> [FetchRequest]
    {
        var requests: [FetchRequest] = []
        for url in link.urls {
            var request = await request(url, for: page, secretsOrigin: secretsOrigin)
            guard request.mode == .default else { continue }
            if let seconds = link.maxAge {
                // The word goes with the response: who asks for it later has read no such header.
                request.choices.review = { answer in
                    ResponseFreshness.isExplicit(in: answer.response) ? .keep : .keepFor(seconds: seconds)
                }
            }
            requests.append(request)
        }
        return requests
    }

    /// What an answer that is no such file comes to; nil for one that is.
    private static func refusal(_ head: FetchHead, as use: Use) -> Answer? {
        switch head.status {
        case 200: return use.takes(ResponseClassifier.mediaType(head.headers)) ? nil : .nothing
        case 301, 302, 303, 307, 308: return head.headers.first("location").map { .elsewhere($0) } ?? .nothing
        default: return .nothing
        }
    }
}
