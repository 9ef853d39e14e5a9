import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// What is said of a session after the stored copy of its page was deleted.
@Suite struct ForgottenCopyTests {
    /// Whether a reason claims that a stored page is there, or that Sonic is off.
    private static func claimsCopy(_ reason: Reason) -> Bool {
        switch reason {
        case .offline, .cacheOffline(.sonicOff, _, _), .plain(.sonicOff(.some), _): true
        case .stopped(_, let shown), .tooLarge(_, let shown), .handedOver(_, let shown),
            .badResponse(_, let shown), .rejectedTwice(_, _, let shown):
            shown != .nothing
        case .errorStatus(let response): response.shown != .nothing
        case .cacheOffline(_, _, let inner): claimsCopy(inner)
        default: false
        }
    }

    @Test func `no reason claims a stored page or that Sonic is off`() {
        let claiming = SentenceSamples.reasons.filter(Self.claimsCopy)
        #expect(claiming.count > 6)
        for reason in SentenceSamples.reasons {
            let left = reason.withoutCopy
            #expect(!Self.claimsCopy(left), "\(left)")
            #expect(Self.claimsCopy(reason) ? left != reason : left == reason, "\(reason)")
            #expect(!left.words.contains("stored page stays") && !left.words.contains("forgotten"))
        }
    }
}
