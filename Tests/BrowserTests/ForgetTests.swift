import SonicProtocol
import SonicSession
import Testing

@testable import Browser
@testable import BrowserValues

/// Forgetting pages, sites, the last hour and everything.
struct ForgetTests {
    private func run(_ line: String, in stage: inout Stage) {
        stage.press(":")
        stage.type(line)
        stage.press(.enter)
    }

    private func tally(_ pages: Int, _ versions: Int, bytes: Int = 0) -> ForgetTally {
        var tally = ForgetTally()
        (tally.pages, tally.versions, tally.bytes) = (pages, versions, bytes)
        return tally
    }

    @Test func `a page, its site or the last hour is forgotten at once`() {
        var stage = Stage.onPage()
        run("forget page", in: &stage)
        run("forget site", in: &stage)
        run("forget hour", in: &stage)
        #expect(
            stage.forgotten == [.page(Stage.url("http://127.0.0.1:8420/a")), .site("127.0.0.1"), .hour])
    }

    @Test func `forgetting everything requires confirmation`() {
        var stage = Stage.onPage()
        run("forget all", in: &stage)
        #expect(
            stage.screen.last?.contains("Forget all pages, sessions, cookies and bookmarks of alice?") == true
        )
        stage.press("n")
        #expect(stage.forgotten == [] && stage.screen.last?.contains("Nothing was forgotten.") == true)
        run("forget all", in: &stage)
        stage.press("y")
        #expect(stage.forgotten == [.all])
    }

    @Test func `an invalid argument and a missing page are reported, and the line stays to be corrected`() {
        var stage = Stage()
        run("forget everything", in: &stage)
        #expect(stage.text.contains("forget takes page, site, hour or all"))
        stage.press(.escape)
        run("forget page", in: &stage)
        #expect(stage.text.contains("No page on the screen to forget."))
        #expect(stage.forgotten == [])
    }

    @Test func `the number of forgotten items is reported, with those that could not be removed`() {
        var stage = Stage.onPage()
        stage.report(ForgetReport(scope: .hour, tally: tally(3, 12, bytes: 1_500_000)))
        #expect(stage.screen.last?.contains("Removed 3 pages, 12 versions, 1.4 MB.") == true)
        stage.report(ForgetReport(scope: .hour))
        #expect(stage.screen.last?.contains("There was nothing to forget.") == true)
        stage.report(ForgetReport(scope: .all, tally: tally(1, 1), failure: "Not all is forgotten."))
        #expect(stage.screen.last?.contains("Not all is forgotten. Removed 1 page, 1 version.") == true)
        stage.report(ForgetReport(scope: .all, tally: tally(9, 9)), of: "ben")
        #expect(stage.screen.last?.contains("9 pages") == false)
    }

    @Test func `a page on the screen stays there and is not stored until it is reloaded`() {
        var stage = Stage.onPage(keeping: true)
        let page = Stage.url("http://127.0.0.1:8420/a")
        #expect(stage.model.account.savedTabs?.entries.map(\.url) == [page])
        stage.report(ForgetReport(scope: .page(page), tally: tally(1, 3)))
        #expect(stage.text.contains("Page a"))
        #expect(stage.model.account.savedTabs?.entries == [])
        let noted = stage.noted.count
        stage.press("j")
        #expect(stage.noted.count == noted)
        stage.press("r")
        stage.come("a")
        #expect(stage.model.account.savedTabs?.entries.map(\.url) == [page])
    }

    @Test func `a forgotten site is not in the history, in completions or among closed tabs`() {
        var stage = Stage.onPage()
        stage.press("o")
        stage.type("other.example/x")
        stage.press(.enter)
        stage.come("x")
        stage.known = [KnownPage(url: Stage.url("http://127.0.0.1:8420/b"))]
        stage.press("o", .escape)
        stage.report(ForgetReport(scope: .site("127.0.0.1")))
        #expect(stage.model.history.before == [])
        #expect(stage.model.account.knownPages == [])
        #expect(stage.model.account.typed.addresses == ["other.example/x"])
        stage.report(ForgetReport(scope: .all))
        #expect(stage.model.account.typed.addresses == [] && stage.model.account.bookmarks == [])
    }

    @Test func `running sessions are stopped first`() {
        var stage = Stage()
        stage.open("http://127.0.0.1:8420/a")
        stage.readCache(Stage.page("a"))
        run("forget site", in: &stage)
        #expect(stage.outstanding == [] && stage.forgotten == [.site("127.0.0.1")])
    }

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
        #expect(visit.trace.isCopyForgotten && visit.pause == nil && stage.model.pauseWords == nil)
        #expect(visit.result?.reason == visit.trace.result?.reason)
        #expect(visit.result?.reason.words.contains("stored page stays") == false)
        #expect(visit.result?.reason.words.contains("forget") == false)
        #expect(!stage.model.account.tabs.front.mayBePutAway)
        stage.press("r")
        #expect(stage.told?.trace.isCopyForgotten == false, "what the next visit stores is another copy")
    }
}
