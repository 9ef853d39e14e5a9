import SonicProtocol

/// A rule that was tried on a response whose body is known, with what it looked at. SessionWords has the words
/// (`Judgement.trial`).
public struct Judgement: Sendable, Equatable {
    /// The rule.
    public let rule: RuleID
    /// What it looked at.
    public let evidence: Evidence
    /// Whether it fits.
    public let fits: Bool

    /// What a rule looked at.
    public indirect enum Evidence: Sendable, Equatable {
        /// The values of cache-offline, and what they are taken for.
        case cacheOffline([String], takenFor: ResponseTags.Offline)
        /// An update that its template-change does not announce.
        case undeclaredUpdate(change: String?)
        /// So many slots are filled by an update.
        case filled(Int)
        /// An update that cannot be used.
        case rejected(Rejection)
        /// So many slots changed, of so many.
        case changed(Int, of: Int)
        /// The ETags that were received and sent; nil for none.
        case etags(received: String?, sent: String?)
        /// The grounds on which a page is one without Sonic.
        case plain(Outcome.WhyPlain, isSonicRequested: Bool)
        /// Pages are compared here, as configured.
        case comparedHere
        /// The stored version; nil for none.
        case stored(version: Int?)
        /// The SHA-1 of a page and of the stored one.
        case sha1(String, stored: String)
        /// The blocks that changed; nil where the template did.
        case blocks([String]?)
    }
}
