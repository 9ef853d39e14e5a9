import SonicProtocol

/// A request, its answer, and what was held of the page before: all that a phone's behaviour rests on.
public struct ClientExchange: Sendable {
    /// The page as it was stored before, whole; nil for none. The phone is taken to have received it whole, too.
    public var storedPage: CachedPage?
    /// The tags that the request carried.
    public var asked: Asked
    /// The status of the first redirect on the way; nil for none.
    public var redirectStatus: Int?
    /// The status of the answer.
    public var status: Int
    /// The headers of the answer.
    public var headers: Headers
    /// The body of the answer, content coding removed.
    public var body: [UInt8]

    /// A page and the headers it came with.
    public struct CachedPage: Sendable {
        /// The bytes as they were sent.
        public var html: [UInt8]
        /// The headers of the answer that brought it.
        public var headers: Headers

        /// A page of these parts.
        public init(html: [UInt8], headers: Headers) {
            self.html = html
            self.headers = headers
        }
    }

    /// An exchange of these parts.
    public init(
        held: CachedPage?, asked: Asked, redirectStatus: Int? = nil, status: Int, headers: Headers,
        body: [UInt8]
    ) {
        self.storedPage = held
        self.asked = asked
        self.redirectStatus = redirectStatus
        self.status = status
        self.headers = headers
        self.body = body
    }
}

extension ClientExchange {
    /// What the phone makes of this answer. Total on any bytes; linear in them, but where data hold each other's
    /// names, and then bounded (`ClientMerge`).
    public func reading(on phone: ClientModel, hashes: Hashes) -> ClientOutcome {
        switch phone {
        case .android: AndroidReader(self, hashes).read()
        case .ios: IOSReader(self, hashes).read()
        }
    }

    /// Why the phone would not have been given this answer, since it rests on a tag that the phone would not have
    /// sent; nil where it would.
    func impossible(for phone: ClientModel, etag: String?, templateTag: String?) -> String? {
        if status == 304, asked.etag == nil, asked.date {
            return "the 304 answers If-Modified-Since, which \(phone.title) never sends"
        }
        if status == 304, asked.etag != etag {
            return
                "the 304 answers If-None-Match: \(asked.etag ?? "(none)"), and \(phone.title) would have sent "
                + (etag ?? "none")
        }
        let change = headers.first("template-change")
        if status == 200, change == "false" || change == "0", asked.templateTag != templateTag {
            return
                "the update answers template-tag: \(asked.templateTag ?? "(none)"), and \(phone.title) would "
                + "have sent \(templateTag ?? "none")"
        }
        return nil
    }
}
