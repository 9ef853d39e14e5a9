import SonicProtocol
import Testing

@testable import Browser
@testable import SonicSession

/// Why a page is not requested as usual, and until when.
struct RequestPauseTests {
    private static let end = Instant(milliseconds: 1_000_000)

    private static func pause(
        _ reason: Reason, _ notes: [RequestNote] = [], endedAt end: Instant? = end
    ) -> RequestPause? {
        let url = Stage.url("http://a.example/")
        let result = SessionResult(
            requested: url, url: url, pageID: PageID(account: "", digest: "5d41402a"),
            outcome: .fresh(.lifetime),
            reason: reason, by: .nobody, status: nil, head: nil, addedHeaders: [], request: nil,
            redirects: [],
            changedBlocks: [], bytesReceived: 0, bytesSent: 0, timings: [:], findings: [], answerBody: nil,
            storage: .untouched)
        return RequestPause(result, notes, endedAt: end)
    }

    @Test(arguments: [
        (Reason.Lifetime.maxAge(120, countedAs: nil), Int64(100_000), Int64(1_020_000)),
        (.maxAge(86_400, countedAs: 300), 100_000, 1_200_000), (.expires(110, countedAs: nil), 0, 1_110_000),
        (.configuration(60), 59_500, 1_000_500),
    ])
    func `a fresh page is not requested for the rest of its lifetime`(
        lifetime: Reason.Lifetime, age: Int64, until: Int64
    ) {
        let pause = Self.pause(.fresh(lifetime, age: age, version: 3))
        let checked = Instant(milliseconds: Self.end.milliseconds - age)
        #expect(pause == .fresh(since: checked, until: Instant(milliseconds: until)))
        #expect(pause?.until == Instant(milliseconds: until))
    }

    @Test func `Sonic is off for the time given in the response, or as long as it was off before`() {
        let off = Reason.cacheOffline(.sonicOff(seconds: 90), ["http"], of: .notCached(.noCopy))
        #expect(Self.pause(off) == .sonicOff(until: Instant(milliseconds: 1_090_000)))
        let until = Instant(milliseconds: 7)
        #expect(
            Self.pause(.notCached(.noCopy), [.exact, .sonicOff(until: until)])
                == .sonicOff(until: until))
    }

    @Test func `no pause is shown for longer than it lasts, even after the clock was changed by a day`() {
        let (until, day) = (Self.end.adding(seconds: 60), Int64(86_400))
        let fresh = RequestPause.fresh(since: Self.end, until: until)
        #expect(fresh.applies(at: Self.end) && fresh.applies(at: until.adding(seconds: -1)))
        #expect(![-day, 60, day].contains { fresh.applies(at: Self.end.adding(seconds: $0)) })
        let off = RequestPause.sonicOff(until: until)
        // The session goes by the same clock: set back, it still requests without Sonic.
        #expect(off.applies(at: Self.end) && off.applies(at: Self.end.adding(seconds: -day)))
        #expect(![60, day].contains { off.applies(at: Self.end.adding(seconds: $0)) })
    }

    @Test func `other sessions leave no pause, nor does one whose end is not known`() {
        #expect(Self.pause(.notCached(.noCopy)) == nil)
        #expect(Self.pause(.cacheOffline(.notStored, ["false"], of: .notCached(.noCopy))) == nil)
        #expect(Self.pause(.fresh(.configuration(60), age: 0, version: 1), endedAt: nil) == nil)
    }
}
