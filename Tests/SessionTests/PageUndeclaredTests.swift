import SessionWords
import SonicProtocol
import Testing

@testable import SonicSession

/// Full pages whose head announces an update: rejected, and reported as what they are.
@Suite struct PageUndeclaredTests {
    private static let wrong = Reply.answer(Sample.head(v2, change: "false"), body: v2)
    private static let told =
        "template-change: false announces an update, but the body is a page that begins with "
        + "“<title>N</title>T<!--sonicdiff-a-->2<!--”"

    private func findings(_ play: Play) -> [String] {
        play.result?.findings.map { "\($0.rule.rawValue): \($0.message)" } ?? []
    }

    @Test func `on a first load the page is requested again without Sonic`() {
        var play = Play([Self.wrong, .answer("200 OK\nContent-Type: text/html", body: v2)])
        _ = play.run()
        #expect(play.result?.outcome.name == "plain")
        #expect(findings(play).first == "page-undeclared: " + Self.told)
        #expect(
            play.result?.reason.words
                == "page received (requested again without Sonic after a page that was announced as an update)"
        )
    }

    @Test func `with a stored page it is requested again without tags`() {
        var play = Play(stored: Sample.stored(v1), [Self.wrong, Sample.full(v2)])
        _ = play.run()
        #expect(play.result?.outcome == .templateChange)
        #expect(findings(play).first == "page-undeclared: " + Self.told)
        #expect(
            play.result?.reason.words.contains(
                "(requested again without tags: the page before was announced as an update)") == true)
    }

    @Test func `if it is received again, the session fails and names the contradiction`() {
        var play = Play(stored: Sample.stored(v1), [Self.wrong, Self.wrong])
        _ = play.run()
        #expect(
            play.result?.reason.words
                == "requested again without tags, with the same result: \(Self.told); the stored page stays"
        )
        #expect(play.commits.isEmpty)
    }
}
