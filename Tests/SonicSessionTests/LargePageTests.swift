import SonicProtocol
import Testing

@testable import SonicSession

/// A large stored page is on the screen before its SHA-1 is known; nothing rests on it until it is.
@Suite struct LargePageTests {
    private let notModified = Reply.answer("304 Not Modified\nCache-Offline: store", body: "")

    private func owed(_ html: String) -> StoredPage {
        var page = Sample.stored(html)
        page.verification = .owed
        return page
    }

    private func run(_ play: inout Play, _ mode: SessionMode = .open) -> [String] {
        play.run(mode).split(separator: "\n").map(String.init)
    }

    @Test func `no tag is sent before the page holds`() {
        var play = Play(stored: owed(v1), [notModified])
        play.verified = Sample.stored(v1)
        let lines = run(&play)
        #expect(lines.prefix(3) == ["show version 3", "verify version 3", "the version holds"])
        #expect(lines[3].hasPrefix("ask http://news.example/ accept-diff etag="))
        #expect(lines.last?.hasPrefix("end allCached 304") == true)
    }

    @Test func `the version before it serves where it does not hold`() {
        var play = Play(stored: owed(v2), [notModified])
        var older = Sample.stored(v1)
        older.number = 2
        older.notes = ["Version 3 was set aside: the SHA-1 of html is not it."]
        play.verified = older
        let lines = run(&play)
        #expect(lines.prefix(3) == ["show version 3", "verify version 3", "show version 2"])
        #expect(lines[3].contains("etag=\(Reason.short(Sample.sha1(v1)))"))
        #expect(play.result?.findings.map(\.rule) == ["cache-repaired"])
    }

    @Test func `the page is taken away where no version holds, and asked for without tags`() {
        var play = Play(stored: owed(v1), [Sample.full(v2)])
        let lines = run(&play)
        #expect(
            lines.prefix(4) == [
                "show version 3", "verify version 3", "take the version away",
                "ask http://news.example/ accept-diff",
            ])
        #expect(play.result?.outcome == .firstLoad)
    }

    @Test func `a page that is only shown is verified too`() {
        var play = Play(stored: owed(v1), [])
        play.verified = Sample.stored(v1)
        let lines = run(&play, .cacheOnly)
        #expect(lines.prefix(3) == ["show version 3", "verify version 3", "the version holds"])
        #expect(lines.last?.hasPrefix("end fresh") == true)
    }
}
