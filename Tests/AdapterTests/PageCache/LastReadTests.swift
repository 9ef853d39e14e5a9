import Glibc
@testable import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// The version of a page that was read last.
struct LastReadTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    private func fill(_ cache: PageCache, _ texts: String...) async throws {
        for text in texts {
            _ = try await cache.commit(Sample.version(text, stored: Self.start), for: Sample.news)
        }
    }

    @Test func `only a note marks a page as read, not storing, loading or renewing`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start)
        try await fill(cache, "one", "two")
        _ = try await cache.load(Sample.news)
        try await cache.renew(Sample.news, number: 2, headers: Headers(), checked: Self.start)
        #expect(try await cache.lastRead(of: Sample.news) == nil)
        try await cache.noteRead(1, of: Sample.news)
        #expect(try await cache.lastRead(of: Sample.news) == LastRead(number: 1, at: Self.start))
        try await fill(cache, "three")
        #expect(try await cache.lastRead(of: Sample.news)?.number == 1)
        #expect(Scratch.mode(scratch.file(Sample.news, "read")) == 0o600)
    }

    @Test func `another process sees the note, and an older version does not undo it`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one", "two", "three")
        try await scratch.cache().noteRead(3, of: Sample.news)
        try await scratch.cache().noteRead(2, of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.number == 3)
        try await scratch.cache().noteRead(4, of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.number == 3, "there is no version 4")
    }

    @Test func `the title is kept, and reading again updates the time`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one", "two")
        let later = Self.start.adding(seconds: 60)
        try await scratch.cache(now: Self.start).noteRead(2, title: "News", of: Sample.news)
        try await scratch.cache(now: later).noteRead(2, title: "More news", of: Sample.news)
        let read = try await scratch.cache().lastRead(of: Sample.news)
        #expect(read == LastRead(number: 2, at: later, title: "More news"))
        // Showing an older version updates the time, and nothing else.
        let last = later.adding(seconds: 60)
        try await scratch.cache(now: last).noteRead(1, title: "Old news", of: Sample.news)
        #expect(
            try await scratch.cache().lastRead(of: Sample.news)
                == LastRead(number: 2, at: last, title: "More news"))
        try await scratch.cache().noteRead(2, title: String(repeating: "x", count: 999), of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.title.count == 200)
    }

    @Test func `a title of one very long grapheme cluster is truncated`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one")
        let stacked = String(repeating: "\u{301}", count: 1 << 20)
        for (title, kept) in [
            ("News a" + stacked, "News "), ("a" + stacked, "a" + String(repeating: "\u{301}", count: 499)),
            (String(repeating: "é", count: 999), String(repeating: "é", count: 200)),
        ] {
            try await scratch.cache().noteRead(1, title: title, of: Sample.news)
            let read = try await scratch.cache().lastRead(of: Sample.news)?.title
            #expect(read?.unicodeScalars.count == kept.unicodeScalars.count && read == kept)
        }
    }

    @Test func `a summary is read from the records, without reading the page`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start)
        #expect(try await cache.summary(at: Sample.news) == nil)
        try await fill(cache, "one", "two")
        try await cache.noteRead(1, title: "News", of: Sample.news)
        let checked = Self.start.adding(seconds: 5)
        try await cache.renew(Sample.news, number: 2, headers: Headers(), checked: checked)
        unlink(scratch.file(Sample.news, "2/html"))
        #expect(
            try await cache.summary(at: Sample.news)
                == PageSummary(
                    id: Sample.news, url: Sample.url.href, number: 2, stored: Self.start, checked: checked,
                    read: LastRead(number: 1, at: Self.start, title: "News")))
    }

    @Test func `the read state is removed with the page, and a later page starts unread`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        try await fill(cache, "one", "two", "three")
        try await cache.noteRead(3, of: Sample.news)
        try await cache.remove(Sample.news)
        #expect(try await cache.lastRead(of: Sample.news) == nil)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        try await fill(cache, "new")
        try await cache.noteRead(1, of: Sample.news)
        #expect(try await cache.lastRead(of: Sample.news)?.number == 1)
    }

    @Test(arguments: ["", "{", "7", #"{"number":"x"}"#, #"{"number":99999999999999999999,"read":1}"#])
    func `an unreadable file counts as none, and the next note replaces it`(text: String) async throws {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start)
        try await fill(cache, "one")
        Scratch.write(text, to: scratch.file(Sample.news, "read"))
        #expect(try await cache.lastRead(of: Sample.news) == nil)
        #expect(try await cache.load(Sample.news)?.number == 1)
        try await cache.noteRead(1, of: Sample.news)
        #expect(try await cache.lastRead(of: Sample.news)?.number == 1)
        #expect(try await cache.verify().faults == [])
    }

    @Test func `a foreign number, however large, does not affect later versions`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start)
        try await fill(cache, "one")
        Scratch.write(#"{"number":9223372036854775807,"read":1}"#, to: scratch.file(Sample.news, "read"))
        try await fill(cache, "two")
        #expect(try await cache.versions(of: Sample.news) == [2, 1])
        try await cache.noteRead(2, of: Sample.news)
        #expect(try await cache.lastRead(of: Sample.news)?.number == 2)
    }

    @Test func `the read state counts toward the page's size`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one")
        let before = try await scratch.cache().entry(Sample.news)?.bytes ?? 0
        try await scratch.cache().noteRead(1, of: Sample.news)
        #expect(try await scratch.cache().entry(Sample.news)?.bytes ?? 0 > before)
    }
}
