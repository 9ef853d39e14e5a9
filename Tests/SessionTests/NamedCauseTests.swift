import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Reasons name the actual cause, not a similar one.
@Suite struct NamedCauseTests {
    private func reason(_ replies: [Reply], stored: StoredPage? = nil, sonicOff: Instant? = nil) -> Reason? {
        var play = Play(stored: stored, sonicOff: sonicOff, replies)
        _ = play.run()
        return play.result?.reason
    }

    /// Why no copy was used in a first load; nil for another reason.
    private func absence(_ reason: Reason?) -> Absence? {
        switch reason {
        case .firstLoad(_, let absence): absence
        case .cacheOffline(_, _, let reason): self.absence(reason)
        default: nil
        }
    }

    @Test func `a damaged copy is not reported as missing`() {
        var owed = Sample.stored(v1)
        owed.verification = .owed
        #expect(absence(reason([Sample.full(v2)], stored: owed)) == .damaged)
        #expect(absence(reason([Sample.full(v2)])) == .noCopy)
    }

    @Test func `an empty Location is not reported as missing`() {
        for (head, isEmpty) in [("302 Found\nLocation:", true), ("302 Found", false)] {
            #expect(
                reason([.answer(head, body: "")])
                    == .badResponse(
                        .invalid(.redirectWithoutLocation(status: 302, isEmpty: isEmpty)), .nothing))
        }
    }

    @Test func `the reason for Sonic being off says until when`() {
        let end = Play.now.adding(seconds: 3600)
        let told = reason([.answer("200 OK\nContent-Type: text/html", body: v1)], sonicOff: end)
        #expect(told == .plain(.sonicOff(until: end), isStoredCopy: false))
    }

    @Test func `tags that look alike are shown with their difference`() {
        let head = Sample.head(v2, change: "false").split(separator: "\n").map { line in
            line.hasPrefix("template-tag") ? line + "\u{200B}" : line
        }.joined(separator: "\n")
        var play = Play(stored: Sample.stored(v1), [.answer(head, body: Sample.update(v2))])
        _ = play.run()
        #expect(play.result?.reason.words.contains("<U+200B>") == true, "\(play.result?.reason.words ?? "")")
    }
}
