import SonicProtocol

/// Why a request carries the tags and validators that it does. SessionWords has the words (`RequestNote.words`).
public enum RequestNote: Sendable, Equatable {
    /// No tags: no stored page takes part.
    case nothingStored(Absence)
    /// No tags: the stored page was edited by hand, and the server's own is wanted.
    case serverVersionWanted
    /// No tags: the update before could not be used.
    case updateRejected
    /// No accept-diff: the Sonic request before brought no page.
    case sonicRejected
    /// No tags and no accept-diff: the response to this POST is not a stored page.
    case posted(PostBody)
    /// No accept-diff: Sonic is off for the page, until then.
    case sonicOff(until: Instant)
    /// No template-tag: the stored page came without Sonic.
    case storedWithoutSonic
    /// No tags: so many updates in a row failed their hash under the template.
    case updatesFailed(Int)
    /// The stored page was edited by hand: only tags that came in its headers are sent.
    case receivedTagsOnly
    /// The tags are those of the stored version of this number.
    case tags(ofVersion: Int)
    /// The validators are the server's own of the stored version of this number.
    case validators(ofVersion: Int)
    /// The stored page had no template-tag in its headers.
    case templateTagNotReceived
    /// The stored page had no ETag in its headers.
    case etagNotReceived
    /// The request is one that a person wrote.
    case exact
    /// The request goes out with other fields than were decided; nil for none of that name.
    case departures([Departure])
    /// What the cookie store tells of the request's cookies.
    case cookies(String)

    /// A field that is sent otherwise than was decided.
    public struct Departure: Sendable, Equatable {
        /// Its name.
        public let name: String
        /// Its value; nil where none is sent.
        public let value: String?

        /// A field that is sent so.
        public init(name: String, value: String?) {
            self.name = name
            self.value = value
        }
    }
}
