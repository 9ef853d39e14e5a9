import SonicProtocol

/// A request, its response, and the stored page: everything that determines a client's behaviour.
public struct ClientExchange: Sendable {
    /// The stored page in full; nil for none. The client is assumed to have received it in full, too.
    public var storedPage: CachedPage?
    /// The tags of the request.
    public var asked: RequestConditions
    /// The status of the first redirect; nil for none.
    public var redirectStatus: Int?
    /// The status of the response.
    public var status: Int
    /// The headers of the response.
    public var headers: Headers
    /// The body of the response, content coding removed.
    public var body: [UInt8]

    /// A page and its headers.
    public struct CachedPage: Sendable {
        /// The bytes as they were sent.
        public var html: [UInt8]
        /// The headers of its response.
        public var headers: Headers

        /// Creates a page.
        public init(html: [UInt8], headers: Headers) {
            self.html = html
            self.headers = headers
        }
    }

    /// Creates an exchange.
    public init(
        stored: CachedPage?, asked: RequestConditions, redirectStatus: Int? = nil, status: Int,
        headers: Headers,
        body: [UInt8]
    ) {
        self.storedPage = stored
        self.asked = asked
        self.redirectStatus = redirectStatus
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ClientExchange {
    /// Returns how the client handles this response. Total on any bytes; linear in them, except where data contain each
    /// other's names, and then bounded (`ClientMerge`).
    public func reading(on client: ClientModel, hashes: Hashes) -> ClientOutcome {
        switch client {
        case .android: AndroidReader(self, hashes).read()
        case .ios: IOSReader(self, hashes).read()
        }
    }

    /// Returns why the client would not have received this response, because it depends on a tag that the client would
    /// not have sent; nil if it would.
    func impossible(for client: ClientModel, etag: String?, templateTag: String?) -> String? {
        if status == 304, asked.etag == nil, asked.date {
            return "the 304 answers If-Modified-Since, which \(client.title) never sends"
        }
        if status == 304, asked.etag != etag {
            return
                "the 304 answers If-None-Match: \(asked.etag ?? "(none)"), and \(client.title) would have sent "
                + (etag ?? "none")
        }
        let change = headers.first("template-change")
        if status == 200, change == "false" || change == "0", asked.templateTag != templateTag {
            return
                "the update answers template-tag: \(asked.templateTag ?? "(none)"), and \(client.title) would "
                + "have sent \(templateTag ?? "none")"
        }
        return nil
    }
}
