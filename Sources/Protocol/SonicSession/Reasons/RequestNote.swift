import SonicProtocol

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

        /// Creates a departure.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}
