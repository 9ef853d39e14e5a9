import SonicProtocol

/// The result of a session, with everything a person or a program may need.
public struct SessionResult: Sendable {
    /// The requested address.
    public var requested: WebURL
    /// The address of the page, after redirects.
    public var url: WebURL
    /// The page's ID in the cache.
    public var pageID: PageID
    /// The outcome.
    public var outcome: Outcome
    /// The reason, with the headers and hashes it is based on.
    public var reason: Reason
    /// Who compared the versions.
    public var by: Comparer
    /// The last response's status code; nil if none was received.
    public var status: Int?
    /// The last response's status and headers; nil if none was received.
    public var head: ResponseHead?
    /// The fields added to those headers when the response was classified; the server sent none with these names.
    public var addedHeaders: [HeaderField]
    /// The connection that responded to the last request; nil if none did, or if there is only one.
    public var answeredBy: ConnectionName?
    /// The last request that was sent; nil if none was.
    public var request: Request?
    /// The redirects followed, in order.
    public var redirects: [Redirect]
    /// Names of changed blocks without braces, in page order; `title` for the title.
    public var changedBlocks: [String]
    /// The number of bytes received over all requests of the session.
    public var bytesReceived: Int
    /// The number of bytes sent over all requests of the session.
    public var bytesSent: Int
    /// Time spent by phase, all requests of the session together.
    public var timings: [SessionPhase: Duration]
    /// Problems and irregularities found.
    public var findings: [SessionFinding]
    /// The body of a response that is not the page on the screen (4xx, 5xx), with a limited length; nil if there is
    /// none.
    public var answerBody: [UInt8]?
    /// What happened to the stored page.
    public var storage: Storage
    /// What opening the page again does, as decided at the end; nil if that was not decided.
    public var next: NextRequest?
    /// The first response as received; nil if none was, or if the order does not require it
    /// (`SessionOrder.retention`).
    public var retainedResponse: RetainedResponse?

    /// When the session started, by the wall clock; nil if its runner did not set it.
    public var began: Instant?
    /// The length in bytes of the page that was on the screen at the end; nil if there was none.
    public var pageBytes: Int?

    /// The exception under which a server other than the site's own may have responded; nil if the site itself did,
    /// as far as is known.
    public var exception: OriginException?
    /// Whether the page that is shown results from an exchange that was edited by hand, now or when it was stored.
    public var showsEdits = false

    /// The manual edits, in order: if there are any, the outcome is not the server's alone.
    public var edits: [HandEdit] = []

    /// One hop of a redirect.
    public struct Redirect: Sendable, Equatable {
        /// The redirecting address.
        public var from: WebURL
        /// The target.
        public var to: WebURL
        /// The status code.
        public var status: Int
        /// Whether it is a cached redirect: the address redirected before, and did not respond now.
        public var isCached = false

        /// Creates a hop between two addresses.
        public init(from: WebURL, to: WebURL, status: Int, isCached: Bool = false) {
            self.from = from
            self.to = to
            self.status = status
            self.isCached = isCached
        }
    }

    /// Who determined what changed.
    public enum Comparer: String, Sendable {
        /// The server, through the protocol.
        case server
        /// This program.
        case client
        /// There was nothing to compare.
        case nobody
    }

    /// What happened to the page in the store.
    public enum Storage: Sendable, Equatable {
        /// Nothing was written.
        case untouched
        /// A new version with this number was stored.
        case stored(number: Int)
        /// The current version's check time and headers were renewed.
        case renewed
        /// The page was removed.
        case removed
        /// A write failed: the store is unchanged.
        case notStored(StoreFailure, of: NotStored = .page)
        /// The response must not be written, for this reason.
        case notAllowed(StorageBan)

        /// Returns the number of the page's version afterwards; nil if none is stored.
        /// - Parameter found: The number of the stored version that was used; nil for none.
        package func version(after found: Int?) -> Int? {
            switch self {
            case .stored(let number): number
            case .untouched, .renewed, .notStored: found
            case .removed, .notAllowed: nil
            }
        }
    }

    /// What could not be written.
    public enum NotStored: Sendable, Equatable {
        /// The page.
        case page
        /// The information that the stored page is current.
        case renewal
        /// The removal of the stored page, which therefore still exists.
        case removal
    }

    /// Whether the page that is shown, or the exchange that led to it, was edited by hand, now or when it was stored.
    public var isEditedByHand: Bool { showsEdits || edits.contains { $0 != .unstored } }
}

/// What opening a page does the next time. A reload always sends a request.
public enum NextRequest: Sendable, Equatable {
    /// No request is sent while the page is fresh: since it was checked, until its lifetime has passed.
    case fresh(Reason.Lifetime, since: Instant, until: Instant)
    /// A request without Sonic is sent until this time (`cache-offline: http`).
    case sonicOff(until: Instant)
    /// A request is sent, for this reason.
    case due(Due)

    /// Why a request is sent.
    public enum Due: Sendable, Equatable {
        /// `Cache-Control: no-cache`.
        case noCache
        /// Neither headers nor configuration give the page a lifetime.
        case noLifetime
        /// This lifetime has passed.
        case stale(Reason.Lifetime)
        /// By its Vary, the page depends on headers that differ.
        case varies
        /// The stored page was edited by hand.
        case edited
        /// The page was posted to.
        case posted
        /// The stored bytes contradict the headers.
        case unsound
        /// No page is stored.
        case notStored
    }

    /// Returns what applies at a time after the decision. A page that was checked at a later time by the clock is not
    /// fresh.
    public func at(_ now: Instant) -> NextRequest {
        switch self {
        case .fresh(let lifetime, let since, let until):
            since.isWithin(until.milliseconds &- since.milliseconds, before: now)
                ? self : .due(.stale(lifetime))
        case .sonicOff(let until): now < until ? self : .due(.notStored)
        case .due: self
        }
    }
}

/// The outcome of a session.
public enum Outcome: Sendable, Equatable {
    /// No stored page was used; the full page was received.
    case firstLoad
    /// The stored page is up to date.
    case allCached
    /// The template is unchanged; blocks changed.
    case dataUpdate
    /// A full page was received and replaces the stored one.
    case templateChange
    /// A page without Sonic, neither by its server nor by this program.
    case plain(WhyPlain)
    /// No request was made; the stored page is shown.
    case fresh(WhyFresh)
    /// The request failed; the stored page is shown.
    case offline(FailureCause)
    /// Nothing could be shown, or the server responded with an error.
    case failed(FailureCause)

    /// Why Sonic was not used.
    public enum WhyPlain: Sendable {
        /// The response contains no Sonic headers, and the local server is off.
        case notSonic
        /// Sonic is off for this page (`cache-offline: http`).
        case disabled
        /// The request was a POST, which is sent without Sonic.
        case posted
        /// The server responded 503 to the Sonic request; the page was requested again without Sonic.
        case unavailable
        /// The response is not HTML.
        case notHTML
    }

    /// Why no request was made.
    public enum WhyFresh: String, Sendable {
        /// The stored page is fresh.
        case lifetime
        /// Requests were not allowed; the stored page may be outdated.
        case cacheOnly
        /// Going back or forward shows the stored page.
        case history
    }

    /// The cause of a failure.
    public enum FailureCause: Sendable, Equatable {
        /// The connection or transfer failed.
        case connection(ConnectionFailure)
        /// The server responded with this error status.
        case status(Int)
        /// More redirects than allowed.
        case tooManyRedirects(Int)
        /// A redirect cannot be followed.
        case badRedirect(BadRedirect)
        /// The response is invalid, or an update cannot be used.
        case badAnswer
        /// The body is larger than the limit in bytes.
        case tooLarge(limit: Int)
        /// The response is a file, and its transfer was handed over.
        case handedOver
        /// The user stopped the session.
        case stopped
        /// Only the cache was allowed, and nothing is stored.
        case notStored
    }

    /// VasSonic's code for the outcome; nil if it has none.
    public var code: Int? {
        switch self {
        case .firstLoad: 1000
        case .allCached: 304
        case .dataUpdate: 200
        case .templateChange: 2000
        case .plain, .fresh, .offline, .failed: nil
        }
    }

    /// Why Sonic was not used, or no request was made, as in JSON; nil for other outcomes.
    public var why: String? {
        switch self {
        case .plain(.notSonic): "notSonic"
        case .plain(.disabled), .plain(.posted): "disabled"
        case .plain(.unavailable): "unavailable"
        case .plain(.notHTML): "notHTML"
        case .fresh(let why): why.rawValue
        case .firstLoad, .allCached, .dataUpdate, .templateChange, .offline, .failed: nil
        }
    }

    /// An outcome without its cause, as used in files.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A page without a stored copy was received in full.
        case firstLoad
        /// The stored page is up to date.
        case allCached
        /// Blocks changed.
        case dataUpdate
        /// A different full page was received.
        case templateChange
        /// A page without Sonic was received.
        case plain
        /// The stored page is shown, and no request was made.
        case fresh
        /// The stored page is shown because the request failed.
        case offline
        /// There is no page.
        case failed

        /// Creates the outcome with this name in any accepted spelling: `dataUpdate`, `data-update`, `Data update`;
        /// nil for any other text.
        public init?(spelled text: String) {
            func letters(_ text: String) -> String { text.filter(\.isLetter).lowercased() }
            guard let kind = Self.allCases.first(where: { letters($0.rawValue) == letters(text) }) else {
                return nil
            }
            self = kind
        }
    }

    /// The outcome without its cause.
    public var kind: Kind {
        switch self {
        case .firstLoad: .firstLoad
        case .allCached: .allCached
        case .dataUpdate: .dataUpdate
        case .templateChange: .templateChange
        case .plain: .plain
        case .fresh: .fresh
        case .offline: .offline
        case .failed: .failed
        }
    }

    /// The name in JSON and on the screen.
    public var name: String { kind.rawValue }
}
