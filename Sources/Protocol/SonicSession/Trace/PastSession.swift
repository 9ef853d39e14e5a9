import SonicProtocol

/// What is remembered of a session that has ended: a line of the history.
///
/// It contains no secrets: addresses are without names and passwords, and headers and bodies are omitted.
public struct PastSession: Sendable, Equatable {
    /// When the session started, by the wall clock.
    public var began: Instant
    /// The duration, storing included.
    public var took: Duration
    /// The requested address, without credentials and fragment.
    public var requested: WebURL
    /// The address of the page, after redirects.
    public var url: WebURL
    /// The page's ID in the cache.
    public var pageID: PageID
    /// The exception under which another server may have responded, in words; nil if the site itself did.
    public var exception: String?
    /// The outcome, as in `Outcome.name`.
    public var outcome: String
    /// Why no request was made, or Sonic was not used, as in `Outcome.why`; nil for other outcomes, and in records of
    /// versions up to 0.2.0.
    public var why: String?
    /// VasSonic's code for the outcome; nil if it has none.
    public var code: Int?
    /// The last response's status; nil if none was received.
    public var status: Int?
    /// The reason; for a session of an earlier run, the recorded text and code.
    public var reason: Reason
    /// The names of the changed blocks, in page order.
    public var changedBlocks: [String]
    /// The number of bytes received.
    public var bytesReceived: Int
    /// The number of bytes sent.
    public var bytesSent: Int
    /// The length in bytes of the page on the screen at the end; nil if unknown.
    public var pageBytes: Int?
    /// The number of the stored version that was used; nil for none.
    public var found: Int?
    /// The number of the page's stored version afterwards; nil if none is stored.
    public var left: Int?

    /// Creates the entry for a result; nil if nothing of it may be written.
    ///
    /// - Parameters:
    ///   - result: The session's result.
    ///   - found: The number of the stored version that was used; nil for none.
    ///   - began: When the session started.
    ///   - took: How long the session took.
    public init?(_ result: SessionResult, found: Int?, began: Instant, took: Duration) {
        if case .notAllowed = result.storage { return nil }
        let isPlain = result.request.map { $0.method == "GET" && !$0.headers.contains("authorization") }
        let mayBeStored = result.head.map { !CacheDirectives(response: $0.headers).has("no-store") }
        guard isPlain ?? true, mayBeStored ?? true else { return nil }
        self.began = began
        self.took = took
        requested = result.requested.withoutCredentials.withoutFragment
        url = result.url.withoutCredentials.withoutFragment
        pageID = result.pageID
        exception = result.exception?.text
        outcome = result.outcome.name
        why = result.outcome.why
        code = result.outcome.code
        status = result.status
        reason = result.reason
        changedBlocks = result.changedBlocks
        bytesReceived = result.bytesReceived
        bytesSent = result.bytesSent
        pageBytes = result.pageBytes
        self.found = found
        left = result.storage.version(after: found)
    }

    /// The kind of the outcome; nil for a name that only another version of this program defines.
    public var kind: Outcome.Kind? { Outcome.Kind(rawValue: outcome) }

    /// Why no request was made; nil if one was, or if not recorded.
    public var whyFresh: Outcome.WhyFresh? {
        kind == .fresh ? why.flatMap { Outcome.WhyFresh(rawValue: $0) } : nil
    }

    /// The version used and the version left by the session, for a listing: `v5 → v6`, `v5`; nil if nothing is
    /// stored.
    public var versions: String? {
        switch (found, left) {
        case (let found?, let left?): found == left ? "v\(left)" : "v\(found) → v\(left)"
        case (nil, let left?): "v\(left)"
        case (_, nil): nil
        }
    }

    /// Creates the session from an object made by `PastSession.json` of SessionWords; nil if it is invalid. Other
    /// members are ignored, and the reason has the recorded text.
    /// - Parameters:
    ///   - node: The object.
    ///   - account: The account of the session, which the object does not contain.
    public init?(_ node: JSONNode, account: String) {
        guard let began = node["began"]?.integer, let took = node["milliseconds"]?.integer,
            let requested = node["requested"]?.string.flatMap({ WebURL($0) }),
            let url = node["url"]?.string.flatMap({ WebURL($0) }),
            let page = node["page"]?.string, let outcome = node["outcome"]?.string
        else { return nil }
        self.began = Instant(milliseconds: Int64(began))
        self.took = .milliseconds(took)
        self.requested = requested
        self.url = url
        pageID = PageID(account: account, digest: page)
        exception = node["exception"]?.string
        self.outcome = outcome
        why = node["why"]?.string
        code = node["code"]?.integer
        status = node["status"]?.integer
        reason = .recorded(node["reason"]?.string ?? "", code: node["reasonCode"]?.string)
        changedBlocks = node["changedBlocks"]?.elements?.compactMap(\.string) ?? []
        bytesReceived = node["bytesReceived"]?.integer ?? 0
        bytesSent = node["bytesSent"]?.integer ?? 0
        pageBytes = node["pageBytes"]?.integer
        found = node["found"]?.integer
        left = node["left"]?.integer
    }
}
