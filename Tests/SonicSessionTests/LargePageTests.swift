import SonicProtocol
import Testing

@testable import SessionWords
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
        #expect(lines[3].contains("etag=\(Words.short(Sample.sha1(v1)))"))
        #expect(play.result?.findings.map(\.rule) == [.cacheRepaired])
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

    /// The first bytes of a page, as the cache gives them for a screen.
    private func begun(_ html: String) -> StoredPage {
        var page = Sample.stored(html)
        page.verification = .begun(length: html.utf8.count)
        page.version.html = Array(html.utf8.prefix(9))
        return page
    }

    private var beginningShown: String { "show 9 of \(v1.utf8.count) bytes of version 3" }

    @Test func `the beginning is shown first, and nothing rests on it`() {
        var play = Play(stored: begun(v1), [notModified])
        play.rest.page = owed(v1)
        play.verified = Sample.stored(v1)
        let lines = run(&play)
        #expect(
            lines.prefix(5) == [
                beginningShown, "read the rest", "show version 3", "verify version 3", "the version holds",
            ])
        #expect(lines[5].contains("etag=\(Words.short(Sample.sha1(v1)))"))
        #expect(lines.last?.hasPrefix("end allCached 304") == true)
    }

    @Test func `another version may come behind the beginning`() {
        var play = Play(stored: begun(v1), [notModified])
        var newer = Sample.stored(v2)
        newer.number = 4
        play.rest.page = newer
        let lines = run(&play)
        #expect(lines.prefix(3) == [beginningShown, "read the rest", "show version 4"])
        #expect(lines[3].contains("etag=\(Words.short(Sample.sha1(v2)))"))
    }

    @Test func `the beginning is taken away where the rest has vanished, and asked for without tags`() {
        for failure in [nil, StoreFailure.failed(operation: "read", path: "html", reason: "I/O error")] {
            var play = Play(stored: begun(v1), [Sample.full(v2)])
            play.rest = CacheReadResult(failure: failure)
            let lines = run(&play)
            #expect(
                lines.prefix(4) == [
                    beginningShown, "read the rest", "take the version away",
                    "ask http://news.example/ accept-diff",
                ])
            #expect(play.result?.outcome == .firstLoad)
            #expect(play.result?.findings.map(\.rule) == (failure == nil ? [] : [.cacheUnreadable]))
        }
    }

    @Test func `who never asks and loses the rest has nothing`() {
        var play = Play(stored: begun(v1), [])
        let lines = run(&play, .cacheOnly)
        #expect(lines.prefix(3) == [beginningShown, "read the rest", "take the version away"])
        #expect(play.result?.outcome == .failed(.notStored))
    }

    @Test func `a page that is asked for as if it had never been seen is not begun`() {
        var play = Play(stored: begun(v1), [Sample.full(v1)])
        #expect(run(&play, .forceReload).first == "ask http://news.example/ accept-diff bypass")
    }

    @Test func `stopping while the rest is read ends the session`() {
        var machine = SessionMachine(
            SessionOrder(url: Play.url, headers: RequestHeaders(product: "sonic/0")), hashes: .nettle)
        _ = machine.handle(.began, at: Play.now)
        _ = machine.handle(.cacheRead(attempt: 1, CacheReadResult(page: begun(v1))), at: Play.now)
        guard case .end(let result)? = machine.handle(.cancelRequested, at: Play.now).first else {
            Issue.record("it does not end")
            return
        }
        #expect(result.outcome == .failed(.stopped))
        #expect(!machine.isBusy)
        #expect(machine.handle(.cacheRead(attempt: 1, CacheReadResult(page: owed(v1))), at: Play.now).isEmpty)
    }
}
