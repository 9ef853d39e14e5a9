import BrowserValues
import SonicProtocol
import SonicSession

/// Fetches the style sheets and pictures of pages through the HTTP cache.
package struct StyleFetcher: Sendable {
    /// The use of a file in a page.
    package enum Use {
        case style, picture, script

        /// The maximum size of a file in bytes.
        var limit: Int {
            switch self {
            case .style, .script: 1 << 20
            case .picture: 16 << 20
            }
        }

        /// Whether a response of a media type is accepted.
        func takes(_ type: String?) -> Bool {
            switch self {
            case .style: type == "text/css"
            case .script: type?.hasSuffix("javascript") ?? false
            case .picture: type.map { $0.hasPrefix("image/") || $0 == "application/octet-stream" } ?? true
            }
        }

        /// The value of the Accept field.
        var accept: String {
            switch self {
            case .style: "text/css,*/*;q=0.1"
            case .script: "*/*"
            case .picture: "image/*,*/*;q=0.1"
            }
        }
    }

    /// The maximum number of redirects.
    private static let redirectLimit = 5

    let http: HTTPEngine
    let cookies: any CookieStore
    let headers: RequestHeaders
    /// The preferences for single sites.
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

    /// Returns the decoded contents of a file; nil if the response has another type, is too large or was not received.
    ///
    /// Cookies and custom headers are sent to the page's own origin only.
    /// - Parameters:
    ///   - link: The resources that the page's response listed; nil for none.
    ///   - secretsOrigin: The origin of secrets among those headers.
    package func fetch(
        _ order: StyleOrder, as use: Use = .style, listedIn link: SonicLink? = nil, secretsOrigin: String?
    ) async -> [UInt8]? {
        var (url, chain) = (order.url, [order.page])
        for _ in 0...Self.redirectLimit {
            switch await ask(url, as: use, for: order, chain, link, secretsOrigin) {
            case .file(let bytes): return bytes
            case .nothing: return nil
            case .unreachable:
                // The page may come from the cache for the same reason: then its stored style sheets are used, too.
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
        /// No server responded.
        case unreachable
        case nothing
    }

    private func ask(
        _ url: WebURL, as use: Use, for order: StyleOrder, _ chain: [WebURL], _ link: SonicLink?,
        _ secretsOrigin: String?
    ) async -> Answer {
        var bytes: [UInt8] = []
        var request = await request(
            url, as: use, for: order.page, chain, listedIn: link, secretsOrigin: secretsOrigin)
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

    /// Returns the request for a resource of a page. If nothing may be stored of the site of the page or of the
    /// resource, it bypasses the cache. What the page's `sonic-link` lists is fetched once, by whoever comes first, and
    /// its lifetime is stored with the response, since later requests do not have this header.
    func request(
        _ url: WebURL, as use: Use = .style, for page: WebURL, _ chain: [WebURL]? = nil,
        listedIn link: SonicLink? = nil, secretsOrigin: String?
    ) async -> FetchRequest {
        let isOwn = url.origin != nil && url.origin == page.origin
        let cause = RequestCause(chain: chain ?? [page], use: .part)
        let line = isOwn ? await cookies.line(for: CookieRequest(url, causedBy: cause)).line : nil
        let headers = headers.at(url, terms(url), secretsOrigin: secretsOrigin)
        let mayBeWritten = terms(url).mayBeWritten && terms(page).mayBeWritten
        var choices = terms(url).cacheChoices
        if let link, link.urls.contains(url.withoutFragment) {
            choices.since = link.since
            if let seconds = link.maxAge {
                choices.review = {
                    ResponseFreshness.isExplicit(in: $0.response) ? .keep : .keepFor(seconds: seconds)
                }
            }
        }
        return FetchRequest(
            url: url, headers: headers.sheetHeaders(accepting: use.accept, cookies: line, isOwn: isOwn),
            mode: mayBeWritten ? .default : .noStore, redirect: .manual, choices: choices, cause: cause)
    }

    /// Returns the requests for the resources in a page's `sonic-link`; empty if they could not be stored.
    package func requests(_ link: SonicLink, for page: WebURL, secretsOrigin: String?) async -> [FetchRequest]
    {
        var requests: [FetchRequest] = []
        for url in link.urls {
            let request = await request(url, for: page, listedIn: link, secretsOrigin: secretsOrigin)
            if request.mode == .default { requests.append(request) }
        }
        return requests
    }

    /// Returns the result for a response that is not such a file; nil if it is one.
    private static func refusal(_ head: FetchHead, as use: Use) -> Answer? {
        switch head.status {
        case 200: return use.takes(ResponseClassifier.mediaType(head.headers)) ? nil : .nothing
        case 301, 302, 303, 307, 308: return head.headers.first("location").map { .elsewhere($0) } ?? .nothing
        default: return .nothing
        }
    }
}
