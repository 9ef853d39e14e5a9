/// The resources listed in a page's `sonic-link` header, which are prefetched (docs/reference/protocol.md#sonic-link).
public struct SonicLink: Sendable, Equatable {
    /// The distinct URLs, in order; http and https only, and none less secure than the page.
    public let urls: [WebURL]
    /// The freshness lifetime in seconds if the server gives none; nil if not specified.
    public let maxAge: Int64?
    /// When the response that lists them was received; nil if that does not matter.
    public var since: Instant?

    /// The maximum number of URLs read from a header.
    public static let limit = 32

    /// Parses the header; nil if it lists no resources.
    ///
    /// Items are separated by semicolons; an item `max-age=SECONDS` applies to all others.
    /// - Parameters:
    ///   - headers: The headers of the page's response.
    ///   - page: The page's URL, the base of relative ones.
    public init?(_ headers: Headers, page: WebURL) {
        var urls: [WebURL] = []
        var maxAge: Int64?
        for item in headers.all("sonic-link").joined(separator: ";").split(separator: ";") {
            let text = String(Bytes.text(Array(Bytes.trimmed(Array(item.utf8)))))
            if text.lowercased().hasPrefix("max-age=") {
                maxAge = Int64(text.dropFirst(8)).flatMap { $0 >= 0 ? $0 : nil } ?? maxAge
            } else if urls.count < Self.limit, !text.isEmpty, let url = page.resolve(text)?.withoutFragment,
                url.isHTTP, url.scheme == "https" || page.scheme != "https", !urls.contains(url)
            {
                urls.append(url)
            }
        }
        guard !urls.isEmpty else { return nil }
        self.urls = urls
        self.maxAge = maxAge
    }
}
