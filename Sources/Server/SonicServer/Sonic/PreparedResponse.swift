import SonicProtocol

/// The Sonic response to one request for a page. It is attached to the response, so that outer sites can report it, or
/// respond to the page in another way.
public struct PreparedResponse: Sendable, Equatable {
    /// The page's bytes.
    let page: [UInt8]
    /// The `Cache-Offline` directive of the page.
    let offline: ResponseTags.Offline
    /// The outcome of the request.
    let outcome: SonicOutcome
    /// The data that are sent; nil for every outcome except `dataUpdate`.
    public private(set) var update: UpdateBody?
    /// The page as received from the upstream; nil for this server's own pages.
    let forwarded: ForwardedPage?
    /// The number of body bytes that a server without Sonic would have sent instead.
    public private(set) var plainBytes: Int

    /// Creates a response that sends the full page, its data, or no body.
    init(
        page: [UInt8], offline: ResponseTags.Offline, outcome: SonicOutcome, update: UpdateBody? = nil,
        forwarded: ForwardedPage? = nil
    ) {
        self.page = page
        self.offline = offline
        self.outcome = outcome
        self.update = update
        self.forwarded = forwarded
        plainBytes = forwarded?.bytes ?? page.count
    }

    /// Returns the same response with other data in its update.
    func updating(_ update: UpdateBody) -> PreparedResponse {
        var prepared = self
        prepared.update = update
        return prepared
    }

    /// Returns the same response, compared with a server that would have sent this number of bytes, such as a
    /// compressed page.
    func besides(_ plainBytes: Int) -> PreparedResponse {
        var prepared = self
        prepared.plainBytes = plainBytes
        return prepared
    }
}

/// A page as received from the upstream server.
public struct ForwardedPage: Sendable, Equatable {
    /// The fields of its response that may be forwarded, in order.
    let fields: Headers
    /// The size of its body as sent, with its coding, in bytes.
    let bytes: Int

    /// Creates a page that was received with these fields in a body of this size.
    public init(fields: Headers, bytes: Int) {
        self.fields = fields
        self.bytes = bytes
    }

    /// Fields that are not valid for the forwarded response, or that Sonic replaces.
    private static let replaced: Set<String> = [
        "etag", "last-modified", "accept-ranges", "content-encoding", "content-md5", "digest",
        "content-digest", "repr-digest", "cache-control", "expires",
    ]

    /// Returns its fields, followed by those of Sonic. The page's Content-Type stays that of its server.
    func merged(with own: Headers) -> Headers {
        let isWhole = own.contains("content-type")
        let kept = fields.fields.filter { field in
            let name = field.name.lowercased()
            return !Self.replaced.contains(name) && (isWhole || name != "content-type")
        }
        let isTyped = fields.contains("content-type")
        return Headers(kept + own.fields.filter { !isTyped || !$0.isNamed("content-type") })
    }
}
