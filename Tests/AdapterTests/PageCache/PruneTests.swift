import Disks
import Glibc
@testable import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// What is removed when the cache exceeds its limits, and what never is.
struct PruneTests {
    static let start = Instant(milliseconds: 1_800_000_000_000)

    /// A cache in memory with a clock that the test sets.
    struct Setting {
        let disk = VolatileDisk()
        var limits = CacheLimits()

        func cache(after seconds: Int64) -> PageCache {
            let now = PruneTests.start.adding(seconds: seconds)
            disk.begin(.sound, at: now)
            return PageCache(root: "/cache", hashes: .nettle, limits: limits, disk: disk, now: { now })
        }

        func commit(_ text: String, for id: PageID = Sample.news, after seconds: Int64) async throws {
            let now = PruneTests.start.adding(seconds: seconds)
            _ = try await cache(after: seconds).commit(Sample.version(text, stored: now), for: id)
        }
    }

    func page(_ number: Int) -> PageID {
        PageID(
            account: "",
            digest: String(String(number + 1_000_000).suffix(4)) + String(repeating: "0", count: 28))
    }

    @Test func `versions beyond the limit are pruned, the oldest first`() async throws {
        var setting = Setting()
        setting.limits.versions = 3
        for number in 1...5 { try await setting.commit("\(number)", after: Int64(number)) }
        #expect(
            try await setting.cache(after: 10).versions(of: Sample.news) == [5, 4, 3, 2, 1], "all are young")
        let report = try await setting.cache(after: 100).prune()
        #expect(report.versions == 2)
        #expect(report.bytes > 0)
        #expect(try await setting.cache(after: 100).versions(of: Sample.news) == [5, 4, 3])
        try await setting.commit("6", after: 200)
        #expect(
            try await setting.cache(after: 200).versions(of: Sample.news) == [6, 5, 4],
            "a commit prunes its page")
    }

    @Test func `the two newest versions are kept, whatever the limit and their age`() async throws {
        var setting = Setting()
        setting.limits.versions = 0
        setting.limits.age = .seconds(3600)
        for number in 1...4 { try await setting.commit("\(number)", after: Int64(number)) }
        _ = try await setting.cache(after: 3000).load(Sample.news)
        #expect(try await setting.cache(after: 5000).prune().versions == 2)
        #expect(try await setting.cache(after: 5000).versions(of: Sample.news) == [4, 3])
    }

    @Test func `versions beyond the age limit are pruned`() async throws {
        var setting = Setting()
        setting.limits.age = .seconds(1000)
        for number in 1...4 { try await setting.commit("\(number)", after: Int64(number) * 400) }
        #expect(
            try await setting.cache(after: 1650).versions(of: Sample.news) == [4, 3, 2], "by the last commit")
        #expect(try await setting.cache(after: 1850).prune().versions == 1)
        #expect(try await setting.cache(after: 1850).versions(of: Sample.news) == [4, 3])
    }

    @Test func `pages unused beyond the age limit are removed`() async throws {
        var setting = Setting()
        setting.limits.age = .seconds(1000)
        for number in 1...3 { try await setting.commit("x", for: page(number), after: 0) }
        _ = try await setting.cache(after: 900).load(page(2))
        let current = try #require(try await setting.cache(after: 950).load(page(3)))
        try await setting.cache(after: 950).renew(
            page(3), number: current.number, headers: Headers(), checked: Self.start)
        #expect(try await setting.cache(after: 1100).prune().pages == 1)
        let left = try await setting.cache(after: 1100).list().map(\.id)
        #expect(Set(left) == [page(2), page(3)])
    }

    @Test func `pages beyond the limit are removed, the least recently used first`() async throws {
        var setting = Setting()
        setting.limits.pages = 3
        for number in 1...5 { try await setting.commit("x", for: page(number), after: Int64(number)) }
        _ = try await setting.cache(after: 50).load(page(1))
        let report = try await setting.cache(after: 120).prune()
        #expect(report.pages == 2)
        #expect(try await setting.cache(after: 120).list().map(\.id) == [page(1), page(5), page(4)])
    }

    @Test func `beyond the size limit old versions are pruned first, then the least recently used pages`()
        async throws
    {
        var setting = Setting()
        for number in 1...3 {
            for round in 1...4 {
                try await setting.commit("\(round)", for: page(number), after: Int64(number))
            }
        }
        let full = try await setting.cache(after: 200).list().reduce(0) { $0 + $1.bytes }
        setting.limits.bytes = full - 1
        var expected = PruneReport()
        (expected.versions, expected.bytes, expected.bytesLeft) = (2, 2 * 4 * 4096, full - 2 * 4 * 4096)
        #expect(try await setting.cache(after: 200).prune() == expected)
        #expect(try await setting.cache(after: 200).versions(of: page(1)) == [4, 3])
        #expect(try await setting.cache(after: 200).versions(of: page(2)) == [4, 3, 2, 1])
        setting.limits.bytes = full / 3
        let report = try await setting.cache(after: 200).prune()
        #expect(report.versions == 4)
        #expect(report.pages == 2)
        #expect(try await setting.cache(after: 200).list().map(\.id) == [page(3)])
        #expect(try await setting.cache(after: 200).list()[0].bytes <= full / 3)
    }

    @Test func `a page used within the last minute is kept, whatever the limits`() async throws {
        var setting = Setting()
        setting.limits.pages = 0
        setting.limits.bytes = 0
        try await setting.commit("x", after: 0)
        try await setting.commit("x", for: Sample.clock, after: 0)
        _ = try await setting.cache(after: 100).load(Sample.clock)
        let report = try await setting.cache(after: 130).prune()
        #expect(report.pages == 1 && report.recent == 1)
        #expect(try await setting.cache(after: 130).list().map(\.id) == [Sample.clock])
        setting.limits.pages = 1
        #expect(try await setting.cache(after: 130).prune().recent == 1, "the size is still exceeded")
        setting.limits.bytes = .max
        #expect(try await setting.cache(after: 130).prune().recent == 0, "nothing is exceeded")
    }

    @Test func `setting the clock back makes nothing old`() async throws {
        let setting = Setting()
        for number in 1...4 { try await setting.commit("\(number)", after: 100_000_000) }
        let report = try await setting.cache(after: 0).prune()
        #expect(report.pages == 0)
        #expect(report.versions == 0)
        #expect(try await setting.cache(after: 0).versions(of: Sample.news) == [4, 3, 2, 1])
    }

    @Test(arguments: [Int64(61), 1_000_000, 1_000_000_000])
    func `a timestamp from a clock that was ahead does not protect for ever`(ahead: Int64) async throws {
        var setting = Setting()
        setting.limits.versions = 2
        for number in 1...4 { try await setting.commit("\(number)", after: ahead) }
        #expect(try await setting.cache(after: 0).prune().versions == 2)
        #expect(try await setting.cache(after: 0).versions(of: Sample.news) == [4, 3])
        setting.limits.pages = 0
        #expect(try await setting.cache(after: 0).prune().pages == 1)
    }

    @Test func `a timestamp up to a minute ahead counts as recent`() async throws {
        var setting = Setting()
        setting.limits.versions = 2
        setting.limits.pages = 0
        for number in 1...4 { try await setting.commit("\(number)", after: 59) }
        #expect(try await setting.cache(after: 0).prune().versions == 0)
        #expect(try await setting.cache(after: 0).versions(of: Sample.news) == [4, 3, 2, 1])
    }

    @Test func `a timestamp of the last pruning that is ahead is ignored`() async throws {
        var setting = Setting()
        setting.limits.pages = 2
        for number in 1...4 {
            try await setting.commit("x", for: page(number), after: 1_000_000 + Int64(number))
        }
        #expect(try await setting.cache(after: 0).list().count == 4)
        try await setting.commit("x", for: page(5), after: 100)
        #expect(Set(try await setting.cache(after: 100).list().map(\.id)) == [page(4), page(5)])
        // The commit corrects the timestamp.
        for number in 6...7 { try await setting.commit("x", for: page(number), after: 200) }
        #expect(try await setting.cache(after: 200).list().count == 4)
    }

    @Test func `a commit prunes the whole cache if that was not done for an hour`() async throws {
        var setting = Setting()
        setting.limits.pages = 2
        for number in 1...4 { try await setting.commit("x", for: page(number), after: 0) }
        try await setting.commit("x", for: page(5), after: 3500)
        #expect(try await setting.cache(after: 3500).list().count == 5)
        try await setting.commit("x", for: page(6), after: 3700)
        #expect(try await setting.cache(after: 3700).list().map(\.id) == [page(6), page(5)])
        _ = try await setting.cache(after: 4000).load(page(5))
        try await setting.commit("x", for: page(7), after: 7200)
        #expect(
            try await setting.cache(after: 7200).list().count == 3, "the last time was less than an hour ago")
    }

    @Test func `opening a page counts as use, listing the cache does not`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        let anHourAgo = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        utimes(scratch.file(Sample.news, "."), anHourAgo)
        let then = Instant(milliseconds: Int64(anHourAgo[0].tv_sec) * 1000)
        _ = try await scratch.cache().list()
        _ = try await scratch.cache().verify()
        _ = try await scratch.cache().prune()
        #expect(try await scratch.cache().entry(Sample.news)?.used == then)
        let now = Instant.present
        _ = try await scratch.cache(now: now).load(Sample.news)
        #expect(try await scratch.cache().entry(Sample.news)?.used == now)
    }

    @Test func `the most recently used pages are listed by URL, the latest first`() async throws {
        let setting = Setting()
        for number in 1...4 {
            let url = try #require(WebURL("http://a.example/\(number)"))
            var version = Sample.version("\(number)", stored: Self.start)
            version.url = url
            _ = try await setting.cache(after: Int64(number)).commit(version, for: page(number))
        }
        _ = try await setting.cache(after: 10).load(page(2))
        try await setting.cache(after: 20).setSonicOff(
            Sample.news, url: Sample.url, until: Self.start.adding(seconds: 90))
        try await setting.cache(after: 20).remove(page(3))
        let other = PageID(account: "ann", digest: Sample.clock.digest)
        try await setting.commit("x", for: other, after: 30)
        let cache = setting.cache(after: 40)
        #expect(
            try await cache.recent(2, of: "").map(\.url) == ["http://a.example/2", "http://a.example/4"])
        #expect(try await cache.recent(12, of: "").count == 3)
        #expect(try await cache.recent(12, of: "ann").map(\.url) == [Sample.url.href])
        #expect(try await cache.recent(12, of: "bob") == [])
    }

    @Test func `the list of recent pages reads each page once`() async throws {
        let setting = Setting()
        let count = 50
        for number in 1...count {
            try await setting.commit("\(number)", for: page(number), after: Int64(number))
        }
        #expect(try await setting.cache(after: 100).recent(2, of: "").count == 2)
        #expect(setting.disk.calls < 2 * count)
    }

    @Test func `pruning the history of a page does not count as use`() async throws {
        var setting = Setting()
        setting.limits.versions = 2
        for number in 1...4 { try await setting.commit("\(number)", after: Int64(number)) }
        let used = try await setting.cache(after: 100).entry(Sample.news)?.used
        #expect(try await setting.cache(after: 100).prune().versions == 2)
        #expect(try await setting.cache(after: 100).entry(Sample.news)?.used == used)
    }

    @Test func `an expired Sonic-off mark is pruned`() async throws {
        let setting = Setting()
        let until = Self.start.adding(seconds: 100)
        try await setting.cache(after: 0).setSonicOff(Sample.news, url: Sample.url, until: until)
        _ = try await setting.cache(after: 99).prune()
        #expect(try await setting.cache(after: 99).marks(of: Sample.news).sonicOff == until)
        #expect(try await setting.cache(after: 99).list().map(\.url) == [Sample.url.href])
        _ = try await setting.cache(after: 101).prune()
        #expect(try await setting.cache(after: 101).marks(of: Sample.news).sonicOff == nil)
        #expect(try await setting.cache(after: 101).list() == [])
    }

    @Test func `redirects unused beyond the age limit are pruned`() async throws {
        var setting = Setting()
        setting.limits.age = .seconds(1_000)
        let way = SessionResult.Redirect(from: Sample.url, to: WebURL("http://b.example/")!, status: 301)
        try await setting.cache(after: 0).setRedirects(Sample.news, url: Sample.url, [way])
        _ = try await setting.cache(after: 900).prune()
        #expect(try await setting.cache(after: 900).marks(of: Sample.news).redirects == [way])
        #expect(try await setting.cache(after: 900).list().map(\.url) == [Sample.url.href])
        #expect(try await setting.cache(after: 900).verify().faults == [])
        _ = try await setting.cache(after: 1_100).prune()
        #expect(try await setting.cache(after: 1_100).marks(of: Sample.news) == PageMarks())
        #expect(try await setting.cache(after: 1_100).list() == [])
    }

    @Test func `a listing has URL, versions, sizes and times`() async throws {
        let setting = Setting()
        try await setting.commit("one", after: 0)
        try await setting.commit("two", after: 10)
        try await setting.commit("x", for: Sample.clock, after: 20)
        let checked = Self.start.adding(seconds: 30)
        try await setting.cache(after: 30).renew(Sample.news, number: 2, headers: Headers(), checked: checked)
        let entries = try await setting.cache(after: 40).list()
        #expect(entries.map(\.id) == [Sample.news, Sample.clock])
        let news = entries[0]
        let (one, two) = (Sample.version("one"), Sample.version("two"))
        #expect(news.url == "http://127.0.0.1:8420/news?id=1")
        #expect(
            news.versions == [
                VersionEntry(
                    number: 2, length: two.html.count, sha1: two.sha1, stored: Self.start.adding(seconds: 10)),
                VersionEntry(number: 1, length: one.html.count, sha1: one.sha1, stored: Self.start),
            ])
        #expect(news.checked == checked)
        #expect(news.used == checked)
        #expect(news.marks.sonicOff == nil)
        #expect(news.bytes == 10 * 4096, "eight files of versions, current and state; the lock is empty")
    }

    @Test func `the defaults are those of docs/reference/limits.md`() throws {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/" + $0 }.joined()
        let document = Bytes.text(try #require(Scratch.bytes(root + "/docs/reference/limits.md")))
        let (pages, responses) = (CacheLimits(), ResponseLimits())
        let sessions = SessionHistory.Limits()
        func mebibytes(_ bytes: Int) -> String { "\(bytes >> 20) MiB" }
        for row in [
            "| stored pages, all accounts | \(mebibytes(pages.bytes)) |",
            "| number of stored pages | \(pages.pages == 2000 ? "2,000" : "?") |",
            "| versions of a page | \(pages.versions) |",
            "| age of pages that are not opened | \(pages.age.components.seconds / 86_400) days |",
            "| other responses (`http/`), per account | \(mebibytes(responses.bytes)), 10,000 |",
            "| past sessions, per account | 2,000, \(mebibytes(sessions.bytes)) |",
        ] {
            #expect(document.contains(row), "\(row)")
        }
        #expect(responses.keys == 10_000 && sessions.sessions == 2000)
    }
}
