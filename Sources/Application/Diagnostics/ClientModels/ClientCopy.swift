import SonicProtocol

/// What a phone would hold of a page that it received whole: its text, its cut and its tags, by the phone's rules.
struct ClientCopy {
    /// The page as the phone stores it.
    let page: [UInt8]
    let template: ClientTemplate
    /// What it sends as If-None-Match; nil for none.
    let etag: String?
    /// What it sends as template-tag; nil for none.
    let templateTag: String?
    /// Whether the phone had the page from an update and not whole.
    let wasUpdated: Bool

    /// Why a phone holds nothing of a page.
    struct Missing: Error {
        /// A part of a sentence; nil where there was no page at all.
        var reason: String?
        /// Whether this model cannot say.
        var isUnknown = false
    }

    /// What Android holds: pages under `cache-offline: true` or `store`.
    init(android held: ClientExchange.CachedPage?, _ hashes: Hashes) throws(Missing) {
        let (page, headers) = try Self.text(held, on: .android)
        let offline = headers["cache-offline"]
        guard AndroidReader.isStored(offline) else {
            throw Missing(
                reason: "stored nothing before: it stores under cache-offline: true or store alone, and "
                    + "the page was received with \(offline ?? "none")")
        }
        self.page = page
        template = ClientTemplate(android: page)
        let etag = headers.etag ?? hashes.sha1(page)
        self.etag = etag
        // A page without blocks has its validator for a template tag.
        let ownTag = template.slots.isEmpty ? etag : hashes.sha1(template.bytes)
        templateTag = template.slots.isEmpty ? ownTag : headers.filled("template-tag") ?? ownTag
        wasUpdated = AndroidReader.announcesData(headers["template-change"])
    }

    /// What iOS holds: pages with all of Sonic's headers, whose cache-offline it knows and that keeps them.
    init(ios held: ClientExchange.CachedPage?) throws(Missing) {
        let (page, headers) = try Self.text(held, on: .ios)
        if let missing = IOSReader.missing(headers) {
            throw Missing(reason: "stored nothing before: the page was received without \(missing)")
        }
        let offline = headers["cache-offline"] ?? ""
        let wasUpdated = headers["template-change"]?.appleTruth == false
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
        _ held: ClientExchange.CachedPage?, on phone: ClientModel
    ) throws(Missing) -> ([UInt8], ClientHeaders) {
        guard let held else { throw Missing(reason: nil) }
        let headers = ClientHeaders(held.headers, on: phone)
        switch ClientText(held.html, headers, on: phone) {
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
