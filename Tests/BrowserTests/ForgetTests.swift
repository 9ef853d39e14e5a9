import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Forgetting pages, sites, the last hour and everything.
struct ForgetTests {
    @Test(
        arguments: [
            (.stopped(post: nil, .storedPage), Outcome.failed(.stopped)),
            (.handedOver(.attachment, .storedPage), .failed(.handedOver)),
            (.cacheOffline(.sonicOff(seconds: 90), ["http"], of: .notModified(etag: nil)), .allCached),
            (
                .plain(.sonicOff(until: Instant(milliseconds: 9_000_000)), isStoredCopy: false),
                .plain(.disabled)
            ),
            (.fresh(.configuration(3600), age: 0, version: 3), .fresh(.lifetime)),
        ] as [(Reason, Outcome)])
    func `nothing is said of a copy, or of Sonic being off, once they are forgotten`(
        _ reason: Reason, _ outcome: Outcome
    ) throws {
        var stage = Stage.onPage()
        stage.send(.timeRead(Instant(milliseconds: 1000)))
        stage.press("r")
        stage.readCache(Stage.page("a"))
        stage.end(outcome, reason)
        let page = Stage.url("http://127.0.0.1:8420/a")
        func forget(_ scope: ForgetScope) {
            let reply = QueryReply<ForgetReport>(of: "alice") { $0.handle($1) }
            stage.send(reply.event(ForgetReport(scope: scope)))
        }
        forget(.page(Stage.url("http://127.0.0.1:8420/b")))
        #expect(stage.told?.trace.isCopyForgotten == false && stage.told?.result?.reason == reason)
        forget(.page(page))
        let visit = try #require(stage.told)
        #expect(visit.trace.isCopyForgotten && stage.model.next == .due(.notStored))
        #expect(visit.result?.reason == visit.trace.result?.reason)
        #expect(visit.result?.reason.words.contains("stored page stays") == false)
        #expect(visit.result?.reason.words.contains("forget") == false)
        #expect(!stage.model.account.tabs.front.mayBePutAway)
        stage.press("r")
        #expect(stage.told?.trace.isCopyForgotten == false, "what the next visit stores is another copy")
    }
}
