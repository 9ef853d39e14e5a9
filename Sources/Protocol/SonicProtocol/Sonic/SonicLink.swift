/// The resources that a page's `sonic-link` header names, to be fetched before the page asks for them
/// (docs/reference/protocol.md#sonic-link).
public struct SonicLink: Sendable, Equatable {
    /// The addresses, each once, in order; http and https only, and none that is less secure than the page.
    public let urls: [WebURL]
    /// How many seconds they are fresh where their server says nothing; nil for no such word.
    public let maxAge: Int64?

    /// The most addresses that are read of one header.
    public static let limit = 32

    /// The resources that these headers name; nil when they name none.
    ///
    /// Items stand between semicolons; one of the form `max-age=SECONDS` is a word about all others.
    /// - Parameters:
    ///   - headers: The head of a page's answer.
    ///   - page: The page's address, which relative ones are resolved against.
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
