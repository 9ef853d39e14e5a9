import SonicProtocol

/// The server side of the protocol for a page: tags, 304, data update, full page (docs/reference/protocol.md#server).
///
/// It has no state between requests: the client's tags identify its copy.
public struct SonicResponder: Sendable {
    /// Its dialect.
    public let dialect: Dialect
    let hashes: Hashes

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
        if dialect == .sonic {
            let page = SonicPage(page, hashes: hashes)
            response = page.response(page.outcome(of: request), offline: offline, forwarded: forwarded)
        } else {
            response = ReferenceAnswer(
                hashes: hashes, quirks: dialect.quirks, request: request, offline: offline,
                forwarded: forwarded
            ).response(page)
        }
        if let forwarded { response.headers = forwarded.merged(with: response.headers) }
        return response
    }
}

/// The dialect of the Sonic responder: our own, or that of one of VasSonic's public servers, faults included
/// (docs/reference/protocol.md#quirks). A client that was tested against all four has met every server in use.
public enum Dialect: String, Sendable, CaseIterable {
    /// Our own: the reference servers' responses if these lose nothing (docs/reference/protocol.md#server).
    case sonic
    /// sonic-php: request header names are case-sensitive, every title is data, and updates that are not UTF-8 are
    /// empty.
    case php
    /// sonic-nodejs: Sonic only for clients that accept gzip, with gzip for all of it; blocks without a name are
    /// numbered.
    case node
    /// The Java filter: Sonic headers and updates without a request for them, `Cache-Offline` twice on a 304.
    case java

    /// Returns whether the responder handles a request, so that its page is needed in full. Node compresses all pages,
    /// and the Java filter applies Sonic to all requests.
    public func handles(_ request: ServerRequest) -> Bool {
        request.isReading && (quirks.isForAll || request.headers.first("accept-diff") == "true")
    }

    /// What the server does.
    var quirks: Quirks {
        switch self {
        case .sonic: .sonic
        case .php: .php
        case .node: .node
        case .java: .java
        }
    }
}
