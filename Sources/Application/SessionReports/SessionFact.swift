import SonicLint
import SonicProtocol
import SonicSession

/// One fact about a session: what was found, sent, received, computed, decided, stored or shown, with its values as
/// they were recorded. A fact contains no sentences; `SessionFact+Words.swift` has them.
public enum SessionFact: Sendable {
    // MARK: The outcome

    /// The address of the page, after redirects.
    case address(WebURL)
    /// A redirect that was followed.
    case followed(SessionResult.Redirect)
    /// The outcome.
    case outcome(Outcome)
    /// The reason for the outcome.
    case reason(Reason)
    /// The connection that responded.
    case connection(ConnectionName)
    /// Who compared the versions.
    case compared(SessionResult.Comparer)
    /// A change that a person made.
    case edited(HandEdit)
    /// The page was edited by hand when it was stored.
    case storedEdited
    /// The exception under which another server may have responded.
    case exception(OriginException)
    /// The names of the changed blocks.
    case changed([String])
    /// A field that the server did not send.
    case added(HeaderField)
    /// The session had started this long before it was opened here.
    case begunBefore(Duration)
    /// The stored version that was shown first.
    case shownFirst(version: Int)
    /// What happened to the stored page.
    case storage(SessionResult.Storage)
    /// A problem or an irregularity.
    case finding(Finding)

    // MARK: The cost

    /// The number of bytes received over all requests.
    case received(Int)
    /// The number of bytes sent over all requests.
    case sent(Int)
    /// The time until the page was on the screen.
    case painted(Duration)
    /// The time spent in a phase, all requests together.
    case time(SessionPhase, Duration)

    // MARK: The cache

    /// The page that was looked up, by its address and its name in the cache.
    case lookedUp(WebURL, PageID)
    /// The cache could not be read.
    case unreadable(StoreFailure)
    /// A stored version, the length of its page in bytes, and when it was read.
    case version(StoredPage, bytes: Int, read: Instant)
    /// No version is stored.
    case noVersion
    /// The address redirected there when it was last requested.
    case redirectedBefore(to: WebURL)
    /// The stored version is not used for this request.
    case versionIgnored
    /// A copy in memory that is only compared with.
    case comparedCopy(StoredPage)
    /// Sonic is off for the page until the first time; read at the second.
    case sonicOff(until: Instant, now: Instant)

    // MARK: The request

    /// The bytes of the headers were not captured: these are the request as planned, or the response as reported.
    case notCaptured(ofRequest: Bool)
    /// A line of the headers, as sent or received.
    case line(String)
    /// The reason for the line before.
    case lineReason(LineReason)
    /// A field of the decided request that a person removed.
    case removedByHand(HeaderField)
    /// The request has a body with this number of bytes.
    case posted(bytes: Int)
    /// A file in the request's body.
    case file(SentFile)
    /// Why the tags are as they are.
    case note(RequestNote)

    // MARK: The response

    /// The body of the response, decoded, and the coding that was undone.
    case body(bytes: Int, coding: String?)
    /// The response is missing, or incomplete if its headers were received.
    case lost(ConnectionFailure, WebURL, hasHead: Bool)
    /// A rule that the headers were tried with.
    case classified(Classification.Trial)
    /// What was hashed, and the claims about it.
    case hashed(HashCheck)
    /// A rule that was applied to the body.
    case judged(Judgement)
    /// The request is retried.
    case retried(Retry)
    /// The page is requested at this address instead.
    case redirected(to: WebURL)
    /// What was shown on the screen.
    case shown(SessionTrace.Shown)
    /// Nothing was shown.
    case nothingShown

    // MARK: The connection

    /// The number of bytes and the measured times of one request.
    case request(number: Int, TransferReport)
    /// The address and port that responded.
    case peer(String)
    /// The version of HTTP.
    case httpVersion(String)
    /// Whether the connection was opened for the request, or was open before.
    case opened(isReused: Bool)
    /// The version and cipher of TLS; nil for a connection without encryption.
    case tls(String?)
    /// The certificate of the server.
    case certificate(PeerCertificate)
    /// The size of the headers.
    case head(bytes: Int)
    /// The size of the body on the wire.
    case bodyOnWire(bytes: Int)

    /// Why a line of the headers is as it is.
    public enum LineReason: Sendable {
        /// It was chosen for the request, for this reason.
        case chosen(String)
        /// The connection adds it.
        case connection
        /// A person added it.
        case addedByHand
        /// A person changed it; it was this field.
        case editedField(HeaderField)
        /// A person changed the request line; it was this method and target.
        case editedLine(method: String, target: String)
        /// It was added here: the server sent none.
        case addedHere
        /// The lines before are the request before the edit.
        case originalRequest
        /// The lines before are the response before the edit.
        case originalResponse
    }

    /// Returns a line of the headers for a field.
    static func line(field: HeaderField) -> SessionFact { .line("\(field.name): \(field.value)") }
}
