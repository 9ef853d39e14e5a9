import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Full pages whose head announces an update: rejected, and reported as what they are.
@Suite struct PageUndeclaredTests {
    private static let wrong = Reply.answer(Sample.head(v2, change: "false"), body: v2)
    private static let beginning = "<title>N</title>T<!--sonicdiff-a-->2<!--"
    private static let rejection = Rejection.body(.page(beginning: beginning))

    @Test func `on a first load the page is requested again without Sonic`() {
        var play = Play([Self.wrong, .answer("200 OK\nContent-Type: text/html", body: v2)])
        _ = play.run()
        #expect(play.result?.outcome.name == "plain")
        #expect(
            play.result?.findings.first
                == .badResponse(.announcedPage(change: "false", beginning: Self.beginning)))
        #expect(
            play.result?.reason
                == .plain(.unavailable(.withoutSonic(after: .announcedPage)), isStoredCopy: false))
    }

    @Test func `with a stored page it is requested again without tags`() {
        var play = Play(stored: Sample.stored(v1), [Self.wrong, Sample.full(v2)])
        _ = play.run()
        #expect(play.result?.outcome == .templateChange)
        #expect(play.result?.findings.first == .updateRejected(Self.rejection, change: "false"))
        #expect(
            play.result?.reason.fullPageCause == .updateRejected(Self.rejection, isSameTemplate: true))
    }

    @Test func `if it is received again, the session fails and names the contradiction`() {
        var play = Play(stored: Sample.stored(v1), [Self.wrong, Self.wrong])
        _ = play.run()
        #expect(play.result?.reason == .rejectedTwice(Self.rejection, change: "false", .storedPage))
        #expect(play.commits.isEmpty)
    }
}
