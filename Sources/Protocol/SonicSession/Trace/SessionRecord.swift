import SonicProtocol

/// One line of a session's log: an event of VasSonic's statistics, or a step between two of them.
public struct SessionRecord: Sendable, Equatable {
    /// The event, by VasSonic's name.
    public let event: StatisticsEvent
    /// The time since the session was opened here, which is its start unless it was preloaded or opened by others.
    public let at: Duration
    /// The address of the session at that time.
    public let url: WebURL
    /// The content; never a cookie's value or credentials. SessionWords has the texts (`SessionRecord.message`).
    public let content: Content
    /// The numbers and names in the record, for programs.
    public let figures: [JSONValue.Member]

    /// The content of a record.
    public indirect enum Content: Sendable, Equatable {
        /// The page is reloaded.
        case refresh
        /// The session had started this long before.
        case joined(JoinedSession, after: Duration)
        /// A phase begins.
        case entered(SessionPhase)
        /// The beginning of a stored version is shown.
        case storedBeginning(version: Int, first: Int, bytes: Int)
        /// A stored version is shown.
        case stored(version: Int, bytes: Int)
        /// The page on the screen is verified.
        case verified
        /// The page on the screen is damaged.
        case withdrawn
        /// A stored version of the target of the address's cached redirects is shown.
        case cachedRedirect(WebURL, version: Int)
        /// A request was decided, and why it is as it is.
        case request(method: String, [RequestNote])
        /// The request's headers, with this number of bytes, were sent.
        case sent(bytes: Int)
        /// The headers of a response were received.
        case response(status: Int, phrase: String)
        /// The request is retried.
        case retry(Retry)
        /// A redirect to this address.
        case redirected(WebURL, status: Int)
        /// A page with this number of bytes is shown.
        case page(bytes: Int)
        /// The blocks with these names are replaced.
        case blocks([String])
        /// The response is a file, whose transfer continues.
        case handedOver
        /// The exchange was edited by hand.
        case edited(HandEdit)
        /// A newer copy is stored, and the screen does not change.
        case newerCopy
        /// The session's outcome.
        case ended(Reason)
        /// `cache-offline: http` turns Sonic off.
        case sonicOff
        /// A version was stored.
        case saved(version: Int)
        /// The stored page is marked as checked.
        case renewed
        /// The stored page is removed.
        case removed
        /// Something could not be written.
        case notStored(SessionResult.NotStored, StoreFailure)
        /// Nothing is stored.
        case notAllowed(StorageBan)
        /// The session has ended.
        case over
        /// An action outside the session for the page that it serves, as part of a sentence.
        case beside(String)
    }
}

/// The events of sessions in VasSonic's statistics, with the names and the spelling of its iOS version. Those of
/// sub-resources and of the whole cache do not occur in a session (docs/reference/protocol.md#log).
public enum StatisticsEvent: String, Sendable, CaseIterable {
    /// A step without a VasSonic event.
    case step = "EventLog"
    /// The user reloaded the page.
    case refresh = "SessionRefresh"
    /// A stored page was found.
    case didLoadLocalCache = "SessionDidLoadLocalCache"
    /// The headers of a response were received.
    case receivedResponse = "SessionRecvResponse"
    /// The outcome is a first load.
    case firstLoad = "SessionFirstLoad"
    /// The outcome is that the stored page is up to date.
    case hitCache = "SessionHitCache"
    /// The outcome is that blocks changed.
    case dataUpdated = "SessionDataUpdated"
    /// The outcome is a different page.
    case templateChanged = "SessionTemplateChanged"
    /// The request or its response failed.
    case httpError = "SessionHttpError"
    /// The server turned Sonic off (`cache-offline: http`).
    case unavailable = "SessionUnavilable"
    /// A version was stored.
    case didSaveCache = "SessionDidSaveCache"
    /// The session has ended.
    case destroy = "SessionDestroy"
}
