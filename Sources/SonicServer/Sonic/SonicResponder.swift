import SonicProtocol

/// The server's half of the protocol for the bytes of one page: tags, 304, data update, whole page
/// (docs/protocol.md#server).
///
/// It keeps nothing between requests: what the client holds, it says in its tags.
public struct SonicResponder: Sendable {
    /// Whose ways it has.
    public let personality: Personality
    private let hashes: Hashes

    /// A responder with the given digests.
    public init(hashes: Hashes, as personality: Personality = .sonic) {
        self.hashes = hashes
        self.personality = personality
    }

    /// The answer to a request for a page; it has its `treatment`.
    ///
    /// What follows is of our own ways; for the others see `ReferenceAnswer`. A client without `accept-diff: true`
    /// gets the page as it is. An update is sent only where it loses nothing: a page that is no UTF-8, or where two
    /// blocks share a name, goes whole (the reference servers send updates there that cannot hold).
    /// - Parameters:
    ///   - page: The page's bytes.
    ///   - offline: What the client is to do with the page.
    ///   - forwarded: How the page came from another server, whose fields are sent on; nil for a page of ours.
    public func respond(
        with page: [UInt8], to request: ServerRequest, offline: ResponseTags.Offline = .yes,
        forwarded: ForwardedPage? = nil
    ) -> ServerResponse {
        var response: ServerResponse
        switch personality {
        case .sonic:
            response = own(page, request, offline, forwarded)
        case .php, .node, .java:
            response = ReferenceAnswer(
                hashes: hashes, personality: personality, request: request, offline: offline,
                forwarded: forwarded
            ).response(page)
        }
        if let forwarded { response.headers = forwarded.merged(with: response.headers) }
        return response
    }

    private func own(
        _ page: [UInt8], _ request: ServerRequest, _ offline: ResponseTags.Offline,
        _ forwarded: ForwardedPage?
    ) -> ServerResponse {
        func treated(_ outcome: SonicOutcome) -> Treatment {
            Treatment(page: page, offline: offline, outcome: outcome, forwarded: forwarded)
        }
        let isText = String(validating: page, as: UTF8.self) != nil
        var headers = Headers([
            HeaderField("Content-Type", isText ? "text/html; charset=utf-8" : "text/html"),
            // Private, because an update is of use only to the client whose template it fills.
            HeaderField("Cache-Control", "private, no-cache"),
            HeaderField("Vary", "accept-diff"),
        ])
        guard request.headers.first("accept-diff") == "true" else {
            return ServerResponse(headers: headers, body: .bytes(page), treatment: treated(.plain))
        }
        let etag = hashes.sha1(page)
        headers.append("Etag", etag)
        if Self.holds(request.headers.all("If-None-Match"), etag) {
            headers.remove("Content-Type")
            headers.append("Cache-Offline", (offline == .yes ? .store : offline).rawValue)
            return ServerResponse(status: 304, headers: headers, treatment: treated(.allCached))
        }
        let split = PageSplit(html: page)
        let templateTag = hashes.sha1(split.templateBytes(of: page))
        let isUpdate =
            request.headers.first("template-tag") == templateTag && isText && split.ambiguousNames.isEmpty
        headers.append("template-tag", templateTag)
        headers.append("template-change", isUpdate ? "false" : "true")
        headers.append("Cache-Offline", offline.rawValue)
        guard isUpdate else {
            return ServerResponse(
                headers: headers, body: .bytes(page), treatment: treated(.whole(for: request.headers)))
        }
        let update = UpdateBody(of: page, split, templateTag: templateTag, htmlSHA1: etag)
        return ServerResponse(
            headers: headers, body: .bytes(update.json(as: .sonic)),
            treatment: Treatment(page: page, offline: offline, updating: update, forwarded: forwarded))
    }

    /// Whether one of the validators is this tag. Compressing proxies weaken and quote what they forward, so
    /// both are read as the bare tag; the reference servers would send the page again.
    private static func holds(_ lines: [String], _ etag: String) -> Bool {
        lines.contains { line in
            line.utf8.split(separator: UInt8(ascii: ",")).contains { value in
                let validator = String(decoding: Bytes.trimmed(value), as: UTF8.self)
                return Bytes.equalIgnoringCase(ResponseTags.bare(validator).utf8, etag.utf8)
            }
        }
    }
}
