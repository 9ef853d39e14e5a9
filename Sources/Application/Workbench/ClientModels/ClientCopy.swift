import SonicProtocol

/// The copy that a client would store of a page received in full: its text, its split and its tags, by the client's
/// rules.
struct ClientCopy {
    /// The page as the client stores it.
    let page: [UInt8]
    let template: ClientTemplate
    /// The value that it sends as If-None-Match; nil for none.
    let etag: String?
    /// The value that it sends as template-tag; nil for none.
    let templateTag: String?
    /// Whether the page came from an update and not as a full page.
    let wasUpdated: Bool

    /// The reason why a client has no copy.
    struct Missing: Error {
        /// The reason as a part of a sentence; nil if there was no page.
        var reason: String?
        /// Whether this model cannot determine it.
        var isUnknown = false
    }

    /// Creates the copy of Android, which stores pages with `cache-offline: true` or `store`.
    init(android stored: ClientExchange.CachedPage?, _ hashes: Hashes) throws(Missing) {
        let (page, headers) = try Self.text(stored, on: .android)
        let offline = headers["cache-offline"]
        guard ClientReader.isStored(offline) else {
            throw Missing(
                reason: "stored nothing before: it stores under cache-offline: true or store alone, and "
                    + "the page was received with \(offline ?? "none")")
        }
        self.page = page
        template = ClientTemplate(android: page)
        let etag = headers.etag ?? hashes.sha1(page)
        self.etag = etag
        // The template tag of a page without blocks is its validator.
        let ownTag = template.slots.isEmpty ? etag : hashes.sha1(template.bytes)
        templateTag = template.slots.isEmpty ? ownTag : headers.filled("template-tag") ?? ownTag
        wasUpdated = ClientReader.announcesData(headers["template-change"])
    }

    /// Creates the copy of iOS, which stores pages with all Sonic headers and `cache-offline: true` or `store`; from an
    /// update, with any value but `false` and `http`.
    init(ios stored: ClientExchange.CachedPage?) throws(Missing) {
        let (page, headers) = try Self.text(stored, on: .ios)
        if let missing = ClientReader.missing(headers) {
            throw Missing(reason: "stored nothing before: the page was received without \(missing)")
        }
        let offline = headers["cache-offline"] ?? ""
        let wasUpdated = headers["template-change"].map(ClientReader.appleTruth) == false
        guard
            offline == "true" || offline == "store" || (wasUpdated && offline != "false" && offline != "http")
        else {
            throw Missing(
                reason: "stored nothing before: the page was received with cache-offline: \(offline)")
        }
        self.page = page
        self.wasUpdated = wasUpdated
        template = ClientTemplate(ios: page)
        etag = headers.etag
        templateTag = headers.filled("template-tag")
    }

    private static func text(
        _ stored: ClientExchange.CachedPage?, on client: ClientModel
    ) throws(Missing) -> ([UInt8], ClientHeaders) {
        guard let stored else { throw Missing(reason: nil) }
        let headers = ClientHeaders(headers: stored.headers, client: client)
        switch ClientText(stored.html, headers, on: client) {
        case .text(let page) where !page.isEmpty: return (page, headers)
        case .text: throw Missing(reason: "stored nothing before: the page was empty")
        case .none: throw Missing(reason: "stored nothing before: the page is not UTF-8 as declared")
        case .unknown(let encoding):
            throw Missing(
                reason: "may hold the page, which is in \(encoding): this model reads UTF-8 and Latin-1",
                isUnknown: true)
        }
    }
}
