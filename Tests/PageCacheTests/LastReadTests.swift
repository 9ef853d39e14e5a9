import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Which version of a page was seen last.
struct LastReadTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    private func fill(_ cache: PageCache, _ texts: String...) async throws {
        for text in texts {
            _ = try await cache.commit(Sample.version(text, stored: Self.start), for: Sample.news)
        }
    }

    @Test func `storing, loading and renewing a page see nothing; only a note does`() async throws {
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

    @Test func `another process sees the note, and an older version takes it back for nobody`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one", "two", "three")
        try await scratch.cache().noteRead(3, of: Sample.news)
        try await scratch.cache().noteRead(2, of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.number == 3)
        try await scratch.cache().noteRead(4, of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.number == 3, "there is no version 4")
    }

    @Test func `what the page called itself is kept, and seen again it was seen later`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one", "two")
        let later = Self.start.adding(seconds: 60)
        try await scratch.cache(now: Self.start).noteRead(2, title: "News", of: Sample.news)
        try await scratch.cache(now: later).noteRead(2, title: "More news", of: Sample.news)
        let read = try await scratch.cache().lastRead(of: Sample.news)
        #expect(read == LastRead(number: 2, at: later, title: "More news"))
        // An older version on the screen makes the time later, and nothing else.
        let last = later.adding(seconds: 60)
        try await scratch.cache(now: last).noteRead(1, title: "Old news", of: Sample.news)
        #expect(
            try await scratch.cache().lastRead(of: Sample.news)
                == LastRead(number: 2, at: last, title: "More news"))
        try await scratch.cache().noteRead(2, title: String(repeating: "x", count: 999), of: Sample.news)
        #expect(try await scratch.cache().lastRead(of: Sample.news)?.title.count == 200)
    }

    @Test func `of a title that is one long character only a part is kept`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one")
        let stacked = String(repeating: "\u{301}", count: 10 << 20)
        for (title, kept) in [
            ("News a" + stacked, "News "), ("a" + stacked, "a" + String(repeating: "\u{301}", count: 499)),
            (String(repeating: "é", count: 999), String(repeating: "é", count: 200)),
        ] {
            try await scratch.cache().noteRead(1, title: title, of: Sample.news)
            let read = try await scratch.cache().lastRead(of: Sample.news)?.title
            #expect(read?.unicodeScalars.count == kept.unicodeScalars.count && read == kept)
        }
    }

    @Test func `a summary tells what the records say, and reads no page`() async throws {
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

    @Test func `what was seen goes with the page, and a later page of its name begins anew`() async throws {
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
    func `a file that cannot be understood is none, and the next note replaces it`(text: String) async throws
    {
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

    @Test func `a number from elsewhere, however large, harms no later version`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache(now: Self.start)
        try await fill(cache, "one")
        Scratch.write(#"{"number":9223372036854775807,"read":1}"#, to: scratch.file(Sample.news, "read"))
        try await fill(cache, "two")
        #expect(try await cache.versions(of: Sample.news) == [2, 1])
        try await cache.noteRead(2, of: Sample.news)
        #expect(try await cache.lastRead(of: Sample.news)?.number == 2)
    }

    @Test func `what was seen counts among the page's bytes`() async throws {
        let scratch = Scratch()
        try await fill(scratch.cache(), "one")
        let before = try await scratch.cache().entry(Sample.news)?.bytes ?? 0
        try await scratch.cache().noteRead(1, of: Sample.news)
        #expect(try await scratch.cache().entry(Sample.news)?.bytes ?? 0 > before)
    }
}
