import SonicProtocol

/// The server's half of the protocol for the bytes of one page: tags, 304, data update, whole page
/// (docs/reference/protocol.md#server).
///
/// It keeps nothing between requests: what the client holds, it says in its tags.
public struct SonicResponder: Sendable {
    /// Whose ways it has.
    public let personality: Dialect
    private let hashes: Hashes

    /// A responder with the given digests.
    public init(hashes: Hashes, as personality: Dialect = .sonic) {
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
            let page = SonicPage(page, hashes: hashes)
            response = page.response(page.outcome(of: request), offline: offline, forwarded: forwarded)
        case .php, .node, .java:
            response = ReferenceAnswer(
                hashes: hashes, personality: personality, request: request, offline: offline,
                forwarded: forwarded
            ).response(page)
        }
        if let forwarded { response.headers = forwarded.merged(with: response.headers) }
        return response
    }
}
