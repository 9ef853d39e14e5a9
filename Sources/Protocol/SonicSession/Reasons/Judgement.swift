import SonicProtocol

/// A rule that was applied to a response whose body is known, with its evidence. SessionWords has the texts
/// (`Judgement.trial`).
public struct Judgement: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// What the rule examined.
    public let evidence: Evidence
    /// Whether the rule applies.
    public let fits: Bool

    /// What a rule examined.
    public indirect enum Evidence: Sendable, Equatable {
        /// The values of cache-offline, and how they are interpreted.
        case cacheOffline([String], takenFor: ResponseTags.Offline)
        /// An update that is not announced by its template-change.
        case undeclaredUpdate(change: String?)
        /// The number of slots that an update fills.
        case filled(Int)
        /// An update that cannot be used.
        case rejected(Rejection)
        /// The number of slots that changed, and their total.
        case changed(Int, of: Int)
        /// The ETags received and sent; nil for none.
        case etags(received: String?, sent: String?)
        /// Why a page is one without Sonic.
        case plain(Outcome.WhyPlain, isSonicRequested: Bool)
        /// Pages are compared by this program, as configured.
        case comparedHere
        /// The stored version; nil for none.
        case stored(version: Int?)
        /// The SHA-1 of a page and of the stored one.
        case sha1(String, stored: String)
        /// The changed blocks; nil if the template changed.
        case blocks([String]?)
    }
}

/// Why a request contains these tags and validators. SessionWords has the texts (`RequestNote.words`).
public enum RequestNote: Sendable, Equatable {
    /// No tags: no stored page is used.
    case nothingStored(Absence)
    /// No tags: the stored page was edited by hand, and the server's own version is requested.
    case serverVersionWanted
    /// No tags: the previous update could not be used.
    case updateRejected
    /// No accept-diff: the previous Sonic request led to no page.
    case sonicRejected
    /// No tags and no accept-diff: the response to this POST is not a stored page.
    case posted(PostBody)
    /// No accept-diff: Sonic is off for the page until this time.
    case sonicOff(until: Instant)
    /// No template-tag: the stored page was received without Sonic.
    case storedWithoutSonic
    /// No tags: this number of updates in a row failed their hash under the template.
    case updatesFailed(Int)
    /// The stored page was edited by hand: only tags received in its headers are sent.
    case receivedTagsOnly
    /// The tags are those of the stored version with this number.
    case tags(ofVersion: Int)
    /// The validators are the server's own, of the stored version with this number.
    case validators(ofVersion: Int)
    /// The stored page had no template-tag in its headers.
    case templateTagNotReceived
    /// The stored page had no ETag in its headers.
    case etagNotReceived
    /// The request was written by a person.
    case exact
    /// The request is sent with fields that differ from those decided.
    case departures([Departure])
    /// A note of the cookie store about the request's cookies.
    case cookies(String)

    /// A field that is sent with a value different from the decided one.
    public struct Departure: Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Its value; nil if it is not sent.
        public let value: String?
    }
}

/// Why nothing of a response is stored.
public enum StorageBan: Sendable, Equatable {
    /// The headers of the page forbid it.
    case noStore
    /// The user allows nothing of its site to be written.
    case privateSite
    /// The user allows no page of its site to be stored.
    case unwanted
    /// The request contained credentials.
    case authorized
    /// It was forwarded on the condition that nothing is stored.
    case forwardedUnstored
    /// A server other than the one of the address's exception responded.
    case otherServer
    /// The exchange that confirms the stored page was edited by hand.
    case editedConfirmation
    /// The response that removes the page was edited by hand.
    case editedRemoval
    /// The request has this method, and its responses stay in memory.
    case posted(method: String)
    /// Sonic is off for the page.
    case sonicOff
    /// The server could not respond to the Sonic request.
    case unavailable
    /// The stored page is HTML, and a response that is not HTML does not replace it.
    case htmlStays
    /// The response is a file rather than a page.
    case file
    /// The request was made outside the session of the page.
    case detached
}
