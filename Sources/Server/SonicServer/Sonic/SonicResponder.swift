import SonicProtocol

/// The server side of the protocol for a page: tags, 304, data update, full page (docs/reference/protocol.md#server).
///
/// It has no state between requests: the client's tags identify its copy.
public struct SonicResponder: Sendable {
    /// Its dialect.
    public let dialect: Dialect
    private let hashes: Hashes

    /// Creates a responder with the given digests.
    public init(hashes: Hashes, as dialect: Dialect = .sonic) {
        self.hashes = hashes
        self.dialect = dialect
    }

    /// Returns the response to a request for a page, with its `prepared`.
    ///
    /// The following describes our own dialect; for the others see `ReferenceAnswer`. A client without `accept-diff:
    /// true` receives the page as it is. An update is sent only if it is lossless: a page that is not UTF-8, or in
    /// which two blocks share a name, is sent in full (the reference servers send invalid updates then).
    /// - Parameters:
    ///   - page: The page's bytes.
    ///   - offline: The `Cache-Offline` directive.
    ///   - forwarded: The page as received from the upstream, whose fields are forwarded; nil for an own page.
    public func respond(
        with page: [UInt8], to request: ServerRequest, offline: ResponseTags.Offline = .yes,
        forwarded: ForwardedPage? = nil
    ) -> ServerResponse {
        var response: ServerResponse
        switch dialect {
        case .sonic:
            let page = SonicPage(page, hashes: hashes)
            response = page.response(page.outcome(of: request), offline: offline, forwarded: forwarded)
        case .php, .node, .java:
            response = ReferenceAnswer(
                hashes: hashes, dialect: dialect, request: request, offline: offline,
                forwarded: forwarded
            ).response(page)
        }
        if let forwarded { response.headers = forwarded.merged(with: response.headers) }
        return response
    }
}
