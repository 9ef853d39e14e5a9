import SonicProtocol
import SonicSession

extension Judgement {
    /// The rule and what it examined, for explanations.
    public var trial: RuleTrial { RuleTrial(rule: rule, evidence: evidence.words, fits: fits) }
}

extension Judgement.Evidence {
    /// What was examined, with the actual values.
    public var words: String {
        switch self {
        case .cacheOffline(let values, let taken):
            "\(Words.cacheOffline(values)), treated as \(taken.rawValue)"
        case .undeclaredUpdate(let change): "\(Words.templateChange(change)), and the body is JSON with data"
        case .filled(let slots): "\(String.counted(slots, "block")) merged"
        case .rejected(let rejection): rejection.words
        case .changed(let count, let slots): "\(count) of \(slots) changed"
        case .etags(let received, let sent): "\(received ?? "none") was received, \(sent ?? "none") was sent"
        case .plain(let why, let isRequested): Self.words(why, isRequested: isRequested)
        case .comparedHere: "they are, as configured"
        case .stored(let version): version.map { "version \($0) does" } ?? "none does"
        case .sha1(let new, let stored): "SHA-1 \(new), stored \(stored)"
        case .blocks(let names?): "it is; blocks that changed: \(names.joined(separator: ", "))"
        case .blocks(nil): "the bytes outside the blocks differ"
        }
    }

    private static func words(_ why: Outcome.WhyPlain, isRequested: Bool) -> String {
        switch why {
        case .notSonic:
            isRequested
                ? "accept-diff was sent, and none of Sonic's headers was received"
                : Words.noSonic(isRequested: false)
        case .disabled: "Sonic is off for this page, and accept-diff was not sent"
        case .posted: "the request was a POST, which is sent without accept-diff"
        case .unavailable: "requested again without accept-diff"
        case .notHTML: "the response is not HTML"
        }
    }
}

extension RequestNote {
    /// The note in words, without a capital and a full stop.
    public var words: String {
        switch self {
        case .nothingStored(.noCopy): "no tags: no copy is stored"
        case .nothingStored(.damaged): "no tags: the stored copy is damaged"
        case .nothingStored(.ignored): "no tags: the page is requested without stored data"
        case .nothingStored(.redirected): "no tags: the address redirected elsewhere before"
        case .nothingStored(.unselected(let fields)): "no tags: \(Absence.unselected(fields).words)"
        case .serverVersionWanted:
            "no tags: the stored page was edited by hand, and the server's page is requested"
        case .updateRejected: "no tags: the previous update could not be used"
        case .sonicRejected: "no accept-diff: the previous Sonic request returned no page"
        case .posted(let body):
            "no tags and no accept-diff: the response to \(body.article) is not a stored page"
        case .sonicOff(let until):
            "no accept-diff: cache-offline: http turned Sonic off for this page until "
                + "\(Words.time(until)); forget the page to turn it on again"
        case .storedWithoutSonic: "no template-tag: the stored page was received without Sonic"
        case .updatesFailed(let count):
            "no tags: \(count) updates in a row failed their hash under this template"
        case .receivedTagsOnly:
            "the stored page was edited by hand: only tags that were received in its headers are sent"
        case .tags(let version): "template-tag and If-None-Match are those of stored version \(version)"
        case .validators(let version): "validators are the server's own of stored version \(version)"
        case .templateTagNotReceived:
            "its headers had no template-tag: the one sent was computed here, or was in an update"
        case .etagNotReceived: "its headers had no ETag: its SHA-1 is sent"
        case .exact: "the request was edited"
        case .departures(let others):
            "the request goes out with " + others.map(\.words).joined(separator: ", ")
        case .cookies(let words): words
        }
    }
}

extension RequestNote.Departure {
    /// The field as sent.
    fileprivate var words: String { value.map { "\(name): \($0)" } ?? "no \(name)" }
}
