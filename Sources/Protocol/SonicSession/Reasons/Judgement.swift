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
