import SonicProtocol

/// What is remembered of a session that has ended: a line of the history.
///
/// Nothing secret is in it: addresses stand without names and passwords, and headers and bodies are left out.
public struct PastSession: Sendable, Equatable {
    /// When it began, by the wall clock.
    public var began: Instant
    /// How long it took, storing included.
    public var took: Duration
    /// The address asked for, without credentials and fragment.
    public var requested: WebURL
    /// The address the page belongs to, after redirects.
    public var url: WebURL
    /// The page's name in the cache.
    public var pageID: PageID
    /// What changed who answered, in words; nil where the site itself did.
    public var exception: String?
    /// How it ended, as `Outcome.name` has it.
    public var outcome: String
    /// VasSonic's number for that; nil where it has none.
    public var code: Int?
    /// The last answer's status; nil when none came.
    public var status: Int?
    /// Why it ended so; of a session of an earlier run, in the words of its record.
    public var reason: Reason
    /// Names of the blocks that changed, in page order.
    public var changedBlocks: [String]
    /// Bytes received on the wire.
    public var bytesReceived: Int
    /// Bytes sent on the wire.
    public var bytesSent: Int
    /// The bytes of the page that was on the screen at its end; nil where that is not known.
    public var pageBytes: Int?
    /// The number of the stored version that took part; nil for none.
    public var found: Int?
    /// The number of the version that the page is at since; nil where none is stored.
    public var left: Int?

    /// The session of a result; nil where nothing of it may be written.
    ///
    /// - Parameters:
    ///   - result: How it ended.
    ///   - found: The number of the stored version that took part; nil for none.
    ///   - began: When it began.
    ///   - took: How long it took.
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
        code = result.outcome.code
        status = result.status
        reason = result.reason
        changedBlocks = result.changedBlocks
        bytesReceived = result.bytesReceived
        bytesSent = result.bytesSent
        pageBytes = result.pageBytes
        self.found = found
        switch result.storage {
        case .stored(let number): left = number
        case .untouched, .renewed, .notStored: left = found
        case .removed, .notAllowed: left = nil
        }
    }
}

extension PastSession {
    /// What the outcome is; nil for a word that only another version of this program knows.
    public var kind: Outcome.Kind? { Outcome.Kind(rawValue: outcome) }

    /// The version that took part and the one that the session left, as a listing has them: `v5 → v6`, `v5`; nil where
    /// nothing is stored.
    public var versions: String? {
        switch (found, left) {
        case (let found?, let left?): found == left ? "v\(left)" : "v\(found) → v\(left)"
        case (nil, let left?): "v\(left)"
        case (_, nil): nil
        }
    }
}
