import SonicProtocol

/// What a session tells whoever watches it, in the order in which it happens. The last event is `.ended`.
///
/// Large payloads are kept apart, so that an event is passed on as a reference.
public enum SessionEvent: Sendable {
    /// The session had begun this long before it was opened here, ahead of time or for somebody else; what it
    /// told so far follows at once. Comes first, and only from a `SessionPool`.
    case joined(after: Duration)
    /// The session entered a phase, this long after it began.
    case entered(SessionPhase, at: Duration)
    /// The beginning of a large stored page was found: show it at once. All of it follows with `.cachedPageFound`,
    /// or `.cachedPageWithdrawn` where it is gone. Comes only from engines that are told when a page is shown.
    indirect case cachedPageBegun(StoredPage)
    /// A stored page was found: show it at once. One whose verification is owed is being verified meanwhile.
    indirect case cachedPageFound(StoredPage)
    /// The stored page that was shown is what was stored.
    case cachedPageVerified
    /// The stored page that was shown is not what was stored, and no older version holds: nothing is to be shown.
    case cachedPageWithdrawn
    /// The address led elsewhere when it was last asked, and this page is stored there, and verified: show it at
    /// once, while the address itself is asked. What else follows takes its place.
    indirect case cachedRedirectFollowed(to: WebURL, StoredPage)
    /// A request is going out: what was decided, and why each validator was sent or left out.
    indirect case requestDecided(Request, notes: [RequestNote])
    /// The request's head went out with these exact bytes.
    case requestSent([UInt8])
    /// So many bytes of the request's body have gone out by now, of so many. Comes only where files are sent.
    case bodySent(Int, of: Int)
    /// A response head arrived.
    indirect case headReceived(ResponseHead)
    /// The request failed in a way that may pass, and is made again after a pause.
    indirect case retrying(Retry)
    /// The server sends the session to another address; the next request goes there.
    indirect case redirected(from: WebURL, to: WebURL, status: Int)
    /// A piece of a page that has no stored copy: append it to the screen.
    case pieceReceived([UInt8])
    /// The whole page is known, verified and to be shown in place of what is on the screen.
    indirect case pageReplaced(ShownPage)
    /// Blocks changed: patch exactly these.
    indirect case blocksUpdated(ShownPage, changes: [BlockChange])
    /// A newer copy is stored but the screen is to stay (`cache-offline: store`); a reload shows it.
    case newerCopyStored
    /// The answer is a file: the session ends, and its transfer goes on for whoever takes it. Comes only where the
    /// order says so (`SessionOrder.files`).
    indirect case handedOver(BodyHandoff)
    /// What the session's next decision rests on. The page can be shown without it.
    indirect case learnt(Evidence)
    /// The session is over.
    indirect case ended(SessionResult)
}

/// The stages of a session as the state pane lights them up.
public enum SessionPhase: String, Sendable, CaseIterable {
    /// Reading the stored page, and verifying it unless it is large.
    case readingCache
    /// Verifying a large stored page, which is on the screen already; before that, reading what is not.
    case checkingCache
    /// Looking up the host name.
    case resolving
    /// Letting time pass before the request is made again.
    case pausing
    /// Opening the connection.
    case connecting
    /// The TLS handshake.
    case securing
    /// Sent, waiting for the first byte.
    case waiting
    /// Reading headers and body.
    case receiving
    /// Hashing, splitting, merging and comparing.
    case verifying
    /// Writing to the cache.
    case storing
}

/// A request that failed in a way that may pass, and that is about to be made again.
public struct Retry: Sendable, Equatable {
    /// Which time it is made again at this address, from 1.
    public var number: Int
    /// How often it is made again at most.
    public var limit: Int
    /// How long the session waits before.
    public var pause: Duration
    /// What failed.
    public var cause: Cause

    /// Why a request is made again.
    public indirect enum Cause: Sendable, Equatable {
        /// The request to this address was lost on the way.
        case lost(ConnectionFailure, WebURL)
        /// Status 503 with a Retry-After of so many seconds.
        case unavailable(retryAfter: Int64)
    }

    /// A retry of these parts.
    public init(number: Int, limit: Int, pause: Duration, cause: Cause) {
        self.number = number
        self.limit = limit
        self.pause = pause
        self.cause = cause
    }
}

/// A page as the screen needs it: its bytes and where its blocks are.
public struct ShownPage: Sendable, Equatable {
    /// Where the bytes came from, after redirects.
    public var url: WebURL
    /// The exact bytes.
    public var html: [UInt8]
    /// Title and blocks, as byte ranges of `html`.
    public var split: PageSplit
    /// The response headers the page came with.
    public var headers: Headers

    /// A page of these parts.
    public init(url: WebURL, html: [UInt8], split: PageSplit, headers: Headers) {
        self.url = url
        self.html = html
        self.split = split
        self.headers = headers
    }
}
