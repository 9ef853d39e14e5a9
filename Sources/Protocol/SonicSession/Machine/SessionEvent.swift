import SonicProtocol

/// What a session reports to its watchers, in order. The last event is `.ended`.
///
/// Large payloads are stored indirectly, so that an event is passed on as a reference.
public enum SessionEvent: Sendable {
    /// The session had started this long before it was opened here; its events so far follow at once. Comes first, and
    /// only from a `SessionPool`.
    case joined(JoinedSession, after: Duration)
    /// The session entered a phase, this long after its start.
    case entered(SessionPhase, at: Duration)
    /// The beginning of a large stored page was found: show it at once. All of it follows with `.cachedPageFound`, or
    /// `.cachedPageWithdrawn` if it no longer exists. Comes only from engines with `pageShown`.
    indirect case cachedPageBegun(StoredPage)
    /// A stored page was found: show it at once. If its verification is owed, it is being verified meanwhile.
    indirect case cachedPageFound(StoredPage)
    /// The stored page on the screen was verified.
    case cachedPageVerified
    /// The stored page on the screen is damaged, and no older version is valid: show nothing.
    case cachedPageWithdrawn
    /// The address redirected when it was last requested, and this verified page is stored for the target: show it at
    /// once, while the address itself is requested. What follows replaces it.
    indirect case cachedRedirectFollowed(to: WebURL, StoredPage)
    /// A request is being sent: what was decided, and why each validator was sent or omitted.
    indirect case requestDecided(Request, notes: [RequestNote])
    /// The request's headers were sent with these exact bytes.
    case requestSent([UInt8])
    /// The number of bytes of the request's body sent so far, and their total. Comes only if files are sent.
    case bodySent(Int, of: Int)
    /// The response's status and headers were received.
    indirect case headReceived(ResponseHead)
    /// The request failed in a way that may be temporary, and is retried after a pause.
    indirect case retrying(Retry)
    /// The server redirects the session to another address; the next request goes there.
    indirect case redirected(from: WebURL, to: WebURL, status: Int)
    /// A chunk of a page without a stored copy: append it to the screen.
    case pieceReceived([UInt8])
    /// The full page is received and verified: show it instead of what is on the screen.
    indirect case pageReplaced(ShownPage)
    /// Blocks of this page changed, and nothing else: patch exactly these.
    indirect case blocksUpdated(ShownPage, changes: [BlockChange], of: [UInt8])
    /// A newer copy is stored, but the screen must not change (`cache-offline: store`); a reload shows it.
    case newerCopyStored
    /// The response is a file: the session ends, and the receiver continues the transfer. Comes only if the order
    /// requires it (`SessionOrder.files`).
    indirect case handedOver(BodyHandoff)
    /// The basis of the session's next decision. The page can be shown without it.
    indirect case learnt(Evidence)
    /// The session has ended.
    indirect case ended(SessionResult)
}

/// A session that had started before it was opened.
public enum JoinedSession: Sendable {
    /// It was preloaded, and nobody had opened it.
    case preload
    /// Another one opened it, such as another tab or a watch, and it is still running.
    case load
}

/// The phases of a session, as the state pane highlights them.
public enum SessionPhase: String, Sendable, CaseIterable {
    /// Reading the stored page, and verifying it unless it is large.
    case readingCache
    /// Verifying a large stored page that is already on the screen; before that, reading the rest of it.
    case checkingCache
    /// Looking up the host name.
    case resolving
    /// Waiting before a retry.
    case pausing
    /// Opening the connection.
    case connecting
    /// The TLS handshake.
    case securing
    /// Request sent, waiting for the first byte.
    case waiting
    /// Reading headers and body.
    case receiving
    /// Hashing, splitting, merging and comparing.
    case verifying
    /// Writing to the cache.
    case storing

    /// Creates the session's phase for a transfer's phase.
    public init(_ phase: TransferPhase) {
        switch phase {
        case .resolving: self = .resolving
        case .connecting: self = .connecting
        case .securing: self = .securing
        case .waiting: self = .waiting
        case .receiving: self = .receiving
        }
    }
}

/// A request that failed in a way that may be temporary, and is about to be retried.
public struct Retry: Sendable, Equatable {
    /// The number of the retry at this address, from 1.
    public var number: Int
    /// The maximum number of retries.
    public var limit: Int
    /// The pause before the retry.
    public var pause: Duration
    /// What failed.
    public var cause: Cause

    /// Why a request is retried.
    public indirect enum Cause: Sendable, Equatable {
        /// The request to this address failed in transit.
        case lost(ConnectionFailure, WebURL)
        /// Status 503 with a Retry-After of this many seconds.
        case unavailable(retryAfter: Int64)
    }
}

/// A page as the screen needs it: its bytes and the ranges of its blocks.
public struct ShownPage: Sendable, Equatable {
    /// The address that the bytes came from, after redirects.
    public var url: WebURL
    /// The exact bytes.
    public var html: [UInt8]
    /// Title and blocks, as byte ranges of `html`.
    public var split: PageSplit
    /// The response headers of the page.
    public var headers: Headers

    /// Creates a page.
    public init(url: WebURL, html: [UInt8], split: PageSplit, headers: Headers) {
        self.url = url
        self.html = html
        self.split = split
        self.headers = headers
    }

    init(_ version: PageVersion, _ split: PageSplit) {
        self.init(url: version.url, html: version.html, split: split, headers: version.headers)
    }
}

/// One step of a session: an event, and what the machine decided. SessionWords has the texts.
public struct SessionStep: Sendable {
    /// The event.
    package let what: SessionMachine.Event
    /// The effects to perform, in order.
    package let decided: [SessionMachine.Effect]
    /// The name of the state after the step, which says what the session waits for.
    public let state: String

    init(_ event: SessionMachine.Event, _ effects: [SessionMachine.Effect], _ state: SessionMachine.State) {
        what = event
        decided = effects
        self.state = if case .followingCachedRedirect = state { "recalling" } else { String(caseOf: state) }
    }
}
