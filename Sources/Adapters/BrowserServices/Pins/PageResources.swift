import BrowserValues
import HTML
import PageCache
import PageLayout
import SonicProtocol
import SonicSession

/// The resources of a page that were fetched: they are kept with a pinned page.
package struct PageResources: Sendable {
    /// The responses of the page's account.
    let responses: any ResponseStore
    /// Returns the exception that changes the origin of an address.
    var exception: @Sendable (WebURL) -> OriginException? = { _ in nil }

    package init(
        responses: any ResponseStore,
        exception: @escaping @Sendable (WebURL) -> OriginException? = { _ in nil }
    ) {
        self.responses = responses
        self.exception = exception
    }

    /// The maximum number of redirects followed from a resource.
    private static let redirectLimit = 5

    /// Returns the stored resources that a stored page names, in its order.
    /// - Complexity: Linear in the size of the page.
    package func fetched(for page: StoredPage) async -> [CacheKey] {
        await fetched(Self.named(by: page))
    }

    /// Returns the keys of the stored responses for these addresses, including the targets of their redirects. A
    /// response that cannot be read counts as missing: it could not be displayed either.
    func fetched(_ addresses: [WebURL]) async -> [CacheKey] {
        var found: [CacheKey] = []
        for address in addresses {
            var next: WebURL? = address
            for _ in 0...Self.redirectLimit {
                guard let url = next else { break }
                let variants: [StoredVariant]
                do throws(StoreFailure) {
                    variants = try await responses.variants(of: CacheKey(url, under: exception(url)))
                } catch {
                    break
                }
                guard let response = variants.first?.response else { break }
                found.append(CacheKey(url, under: exception(url)))
                guard (300..<400).contains(response.status) else { break }
                next = response.headers.first("location").flatMap { url.resolve($0) }
            }
        }
        return found
    }

    /// Returns the addresses in `sonic-link` and in the page's links to style sheets.
    static func named(by page: StoredPage) -> [WebURL] {
        let version = page.version
        var named = SonicLink(version.headers, page: version.url)?.urls ?? []
        guard ResponseClassifier.isHTML(version.headers) else { return named }
        var sent = SentText(.page(contentType: version.headers.first("content-type")), .iconv)
        var layout = LaidOutPage(width: 80)
        layout.append(sent.append(version.html, isLast: true))
        layout.finish()
        while layout.readOn() {}
        let base = layout.baseHref.flatMap { version.url.resolve($0) } ?? version.url
        for link in layout.sheetLinks.prefix(64) {
            if let url = base.resolve(link.href), url.isHTTP, !named.contains(url) { named.append(url) }
        }
        return named
    }
}
