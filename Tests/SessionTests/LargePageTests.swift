import SonicProtocol
import Testing

@testable import SessionWords
@testable import SonicSession

/// A large stored page is shown before its SHA-1 is verified; no request relies on it until then.
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

    @Test func `no tag is sent before the page is verified`() {
        var play = Play(stored: owed(v1), [notModified])
        play.verified = Sample.stored(v1)
        let lines = run(&play)
        #expect(lines.prefix(3) == ["show version 3", "verify version 3", "the version holds"])
        #expect(lines[3].hasPrefix("ask http://news.example/ accept-diff etag="))
        #expect(lines.last?.hasPrefix("end allCached 304") == true)
    }

    @Test func `the previous version is used if the page fails verification`() {
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

    @Test func `the page is withdrawn if no version can be verified, and requested without tags`() {
        var play = Play(stored: owed(v1), [Sample.full(v2)])
        let lines = run(&play)
        #expect(
            lines.prefix(4) == [
                "show version 3", "verify version 3", "take the version away",
                "ask http://news.example/ accept-diff",
            ])
        #expect(play.result?.outcome == .firstLoad)
    }

    @Test func `a page shown only from the cache is verified too`() {
        var play = Play(stored: owed(v1), [])
        play.verified = Sample.stored(v1)
        let lines = run(&play, .cacheOnly)
        #expect(lines.prefix(3) == ["show version 3", "verify version 3", "the version holds"])
        #expect(lines.last?.hasPrefix("end fresh") == true)
    }

    /// The first bytes of a page, as the cache returns them for the first screen.
    private func begun(_ html: String) -> StoredPage {
        var page = Sample.stored(html)
        page.verification = .begun(length: html.utf8.count)
        page.version.html = Array(html.utf8.prefix(9))
        return page
    }

    private var beginningShown: String { "show 9 of \(v1.utf8.count) bytes of version 3" }

    @Test func `the beginning is shown first, but not relied on`() {
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

    @Test func `the rest may come from a newer version than the beginning`() {
        var play = Play(stored: begun(v1), [notModified])
        var newer = Sample.stored(v2)
        newer.number = 4
        play.rest.page = newer
        let lines = run(&play)
        #expect(lines.prefix(3) == [beginningShown, "read the rest", "show version 4"])
        #expect(lines[3].contains("etag=\(Words.short(Sample.sha1(v2)))"))
    }

    @Test func `the beginning is withdrawn if the rest is missing, and the page requested without tags`() {
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

    @Test func `from the cache alone, a missing rest fails the session`() {
        var play = Play(stored: begun(v1), [])
        let lines = run(&play, .cacheOnly)
        #expect(lines.prefix(3) == [beginningShown, "read the rest", "take the version away"])
        #expect(play.result?.outcome == .failed(.notStored))
    }

    @Test func `a forced reload does not show the beginning`() {
        var play = Play(stored: begun(v1), [Sample.full(v1)])
        #expect(run(&play, .forceReload).first == "ask http://news.example/ accept-diff bypass")
    }

    @Test func `stopping while the rest is being read ends the session`() {
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
