import SonicProtocol

/// One line of a session's log: an event of VasSonic's statistics, or a step between two of them.
public struct SessionRecord: Sendable, Equatable {
    /// What happened, by VasSonic's name.
    public let event: StatisticsEvent
    /// How long the session had been listened to; since its beginning, where it was not begun ahead.
    public let at: Duration
    /// The address the session was at.
    public let url: WebURL
    /// What there is to say of it; never a cookie's value or credentials. SessionWords has the words
    /// (`SessionRecord.message`).
    public let content: Content
    /// The numbers and names in it, for programs.
    public let figures: [JSONValue.Member]

    /// What a record tells.
    public indirect enum Content: Sendable, Equatable {
        /// The page is requested anew.
        case refresh
        /// The session had begun this long before.
        case joined(after: Duration)
        /// A phase begins.
        case entered(SessionPhase)
        /// The beginning of a stored version is shown.
        case storedBeginning(version: Int, first: Int, bytes: Int)
        /// A stored version is shown.
        case stored(version: Int, bytes: Int)
        /// The page on the screen is what was stored.
        case verified
        /// The page on the screen is not what was stored.
        case withdrawn
        /// A stored version of the address that this one led to before is shown.
        case cachedRedirect(WebURL, version: Int)
        /// A request is decided, and why it is as it is.
        case request(method: String, [RequestNote])
        /// The request's head of so many bytes was sent.
        case sent(bytes: Int)
        /// The head of a response.
        case response(status: Int, phrase: String)
        /// The request is made again.
        case retry(Retry)
        /// A redirect to this address.
        case redirected(WebURL, status: Int)
        /// A page of so many bytes is shown.
        case page(bytes: Int)
        /// Blocks of these names are replaced.
        case blocks([String])
        /// The response is a file, whose transfer goes on.
        case handedOver
        /// The exchange was edited by hand.
        case edited(HandEdit)
        /// A newer copy is stored, and the screen stays.
        case newerCopy
        /// How the session ended.
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
        /// The session is over.
        case over
        /// What was done beside the session for the page that it serves, as a part of a sentence.
        case beside(String)
    }
}

/// What VasSonic's statistics tell of sessions, under the names and in the spelling they have on iOS. Those of
/// sub-resources and of the whole cache have no place in a session (docs/reference/protocol.md#log).
public enum StatisticsEvent: String, Sendable, CaseIterable {
    /// A step that has no event of its own.
    case step = "EventLog"
    /// The reader asked for the page anew.
    case refresh = "SessionRefresh"
    /// A stored page was found.
    case didLoadLocalCache = "SessionDidLoadLocalCache"
    /// The head of an answer came.
    case receivedResponse = "SessionRecvResponse"
    /// The outcome is a first load.
    case firstLoad = "SessionFirstLoad"
    /// The outcome is that the stored page is the current one.
    case hitCache = "SessionHitCache"
    /// The outcome is that blocks changed.
    case dataUpdated = "SessionDataUpdated"
    /// The outcome is another page.
    case templateChanged = "SessionTemplateChanged"
    /// The request or its answer failed.
    case httpError = "SessionHttpError"
    /// The server turned Sonic off (`cache-offline: http`).
    case unavailable = "SessionUnavilable"
    /// A version was stored.
    case didSaveCache = "SessionDidSaveCache"
    /// The session is over.
    case destroy = "SessionDestroy"
}

extension CalendarTime {
    /// A moment as RFC 3339 and ISO 8601 have it, in UTC and to the millisecond: `2026-11-21T23:50:12.345Z`. Years
    /// before 0 have a sign, as in ISO 8601.
    public static func timestamp(_ instant: Instant) -> String {
        func padded(_ number: Int, to count: Int) -> String {
            let digits = String(number.magnitude)
            return String(repeating: "0", count: max(0, count - digits.count)) + digits
        }
        let time = CalendarTime(instant)
        let thousandths = Int((instant.milliseconds % 1000 + 1000) % 1000)
        let year = (time.year < 0 ? "-" : "") + padded(time.year, to: 4)
        let date = [year, padded(time.month, to: 2), padded(time.day, to: 2)]
        let clock = [time.hour, time.minute, time.second].map { padded($0, to: 2) }
        return date.joined(separator: "-") + "T" + clock.joined(separator: ":") + "."
            + padded(thousandths, to: 3) + "Z"
    }
}
