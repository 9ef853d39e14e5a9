import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

struct PageCacheTests {
    @Test func `a stored page is read back byte for byte, in this process and in another`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        #expect(try await cache.load(Sample.news) == nil)
        var version = Sample.version("one")
        version.html = Array(0...255) + version.html
        version.sha1 = Hashes.nettle.sha1(version.html)
        version.headers.append(
            HeaderField(nameBytes: Array("X-Odd".utf8), valueBytes: [0xFF, 0x80, 0x22, 0x5C, 0x00]))
        version.headers.append("Set-Cookie", "a=1")
        version.headers.append("set-cookie", "b=2")
        version.headers.append("Content-Security-Policy", "default-src 'self'")
        version.headers.append("X-Title", "早安")
        version.etag = nil
        #expect(try await cache.commit(version, for: Sample.news) == 1)
        // Cookies are stored in their own file only.
        version.headers.remove("set-cookie")
        for reader in [cache, scratch.cache()] {
            let page = try #require(try await reader.load(Sample.news))
            #expect(page == StoredPage(number: 1, version: version, checked: version.stored))
        }
    }

    @Test func `each commit creates a version, and older ones stay readable`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        for (number, text) in ["one", "two", "three"].enumerated() {
            #expect(try await cache.commit(Sample.version(text), for: Sample.news) == number + 1)
        }
        #expect(try await cache.versions(of: Sample.news) == [3, 2, 1])
        #expect(try await cache.load(Sample.news)?.version.templateTag == "tag-three")
        #expect(try await cache.load(Sample.news, number: 1)?.version.templateTag == "tag-one")
        #expect(try await cache.load(Sample.news, number: 4) == nil)
        #expect(try await cache.load(Sample.clock, number: 1) == nil)
        #expect(try await cache.versions(of: Sample.clock) == [])
    }

    @Test func `a 304 renews headers and check time of the current version and touches state only`()
        async throws
    {
        let scratch = Scratch()
        let cache = scratch.cache()
        let version = Sample.version("one")
        _ = try await cache.commit(version, for: Sample.news)
        let files = ["current", "1/html", "1/temp", "1/data", "1/cfg"].map { scratch.file(Sample.news, $0) }
        let before = files.map(Scratch.bytes)
        let headers = Headers([HeaderField("Content-Type", "text/html"), HeaderField("Age", "7")])
        let checked = version.stored.adding(seconds: 60)
        try await cache.renew(Sample.news, number: 1, headers: headers, checked: checked)
        #expect(files.map(Scratch.bytes) == before)
        for reader in [cache, scratch.cache()] {
            let page = try #require(try await reader.load(Sample.news))
            #expect(page.checked == checked)
            #expect(page.version.headers == headers)
            #expect(page.version.html == version.html)
        }
        #expect(try await cache.versions(of: Sample.news) == [1])
    }

    @Test func `a renewal of a version that is no longer current changes nothing`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        let before = try await cache.load(Sample.news)
        try await cache.renew(Sample.news, number: 1, headers: Headers(), checked: Instant(milliseconds: 1))
        try await cache.renew(Sample.clock, number: 1, headers: Headers(), checked: Instant(milliseconds: 1))
        #expect(try await cache.load(Sample.news) == before)
        #expect(!Scratch.exists(scratch.file(Sample.news, "state")))
        #expect(!Scratch.exists(scratch.file(Sample.clock, "")))
    }

    @Test func `a new version does not inherit headers that a 304 renewed`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        try await cache.renew(Sample.news, number: 1, headers: Headers(), checked: Instant(milliseconds: 1))
        let two = Sample.version("two")
        _ = try await cache.commit(two, for: Sample.news)
        #expect(try await cache.load(Sample.news) == StoredPage(number: 2, version: two, checked: two.stored))
        #expect(try await cache.load(Sample.news, number: 1)?.version.headers == Headers())
    }

    @Test func `a removed page leaves no file behind`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        _ = try await cache.commit(Sample.version("two"), for: Sample.news)
        _ = try await cache.load(Sample.news)
        try await cache.remove(Sample.news)
        #expect(try await cache.load(Sample.news) == nil)
        #expect(try await cache.versions(of: Sample.news) == [])
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
        try await cache.remove(Sample.news)
        #expect(try await cache.commit(Sample.version("three"), for: Sample.news) == 1)
    }

    @Test func `Sonic is off until the time set, also for a page without versions`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        let until = Instant.present.adding(seconds: 6 * 3600)
        #expect(try await cache.marks(of: Sample.news).sonicOff == nil)
        try await cache.setSonicOff(Sample.news, url: Sample.url, until: until)
        #expect(try await cache.load(Sample.news) == nil)
        #expect(try await scratch.cache().marks(of: Sample.news).sonicOff == until)
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        #expect(try await cache.marks(of: Sample.news).sonicOff == until)
        try await cache.remove(Sample.news)
        #expect(try await cache.load(Sample.news) == nil)
        #expect(try await cache.marks(of: Sample.news).sonicOff == until)
        try await cache.setSonicOff(Sample.news, url: Sample.url, until: nil)
        #expect(try await cache.marks(of: Sample.news).sonicOff == nil)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
    }

    @Test func `the redirects of a URL are stored with its page and without one`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        let (url, middle) = (Sample.url, try #require(WebURL("http://127.0.0.1:8420/then")))
        let end = try #require(WebURL("https://www.example/news#now"))
        let way: [SessionResult.Redirect] = [
            .init(from: url, to: middle, status: 301), .init(from: middle, to: end, status: 302),
        ]
        #expect(try await cache.marks(of: Sample.news) == PageMarks())
        try await cache.setRedirects(Sample.news, url: url, way)
        #expect(try await scratch.cache().marks(of: Sample.news).redirects == way)
        #expect(try await cache.load(Sample.news) == nil)
        let until = Instant.present.adding(seconds: 60)
        try await cache.setSonicOff(Sample.news, url: url, until: until)
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        try await cache.renew(Sample.news, number: 1, headers: Headers(), checked: .present)
        #expect(try await cache.marks(of: Sample.news) == PageMarks(sonicOff: until, redirects: way))
        try await cache.remove(Sample.news)
        #expect(try await cache.marks(of: Sample.news) == PageMarks(sonicOff: until, redirects: way))
        try await cache.setSonicOff(Sample.news, url: url, until: nil)
        #expect(try await cache.marks(of: Sample.news).redirects == way)
        #expect(try await cache.entry(Sample.news)?.marks.redirects == way)
        try await cache.setRedirects(Sample.news, url: url, [])
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
    }

    @Test(
        arguments: TableRow.rows(
            "an unreadable list of redirects", in: "Tests/AdapterTests/PageCache/pageCache.table"))
    func `an unreadable list of redirects counts as none`(row: TableRow) async throws {
        let state = row[1]
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        Scratch.write(state, to: scratch.file(Sample.news, "state"))
        #expect(try await cache.marks(of: Sample.news) == PageMarks())
        #expect(try await cache.load(Sample.news)?.number == 1)
    }

    @Test func `an expired Sonic-off mark is removed with the page`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        try await cache.setSonicOff(Sample.news, url: Sample.url, until: Instant.present.adding(seconds: -1))
        try await cache.remove(Sample.news)
        #expect(!Scratch.exists(scratch.file(Sample.news, "")))
    }

    @Test func `accounts share nothing`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        let accounts = ["", "default", "alice", "../alice", "a/b", "早", "%64efault", "ALICE", "."]
        for account in accounts {
            let id = PageID(account: account, digest: Sample.news.digest)
            _ = try await cache.commit(Sample.version("of \(account)"), for: id)
        }
        for account in accounts {
            let id = PageID(account: account, digest: Sample.news.digest)
            #expect(try await cache.load(id)?.version.templateTag == "tag-of \(account)")
        }
        #expect(Set(try await cache.list().map(\.id.account)) == Set(accounts))
    }

    @Test func `folders and files are private to their owner, whatever the umask`() async throws {
        let scratch = Scratch()
        let old = umask(0)
        defer { umask(old) }
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        try await cache.renew(Sample.news, number: 1, headers: Headers(), checked: .present)
        let page = scratch.file(Sample.news, "")
        for folder in [
            scratch.root, scratch.root + "/default", scratch.root + "/default/pages", page, page + "1",
        ] {
            #expect(Scratch.mode(folder) == 0o700, "\(folder)")
        }
        for file in ["current", "state", "lock", "1/html", "1/temp", "1/data", "1/cfg"] {
            #expect(Scratch.mode(page + file) == 0o600, "\(file)")
        }
    }

    @Test func `template and blocks are stored with the page`() async throws {
        let scratch = Scratch()
        _ = try await scratch.cache().commit(Sample.version("one"), for: Sample.news)
        let block = "<!--sonicdiff-lines--><p>one</p><!--sonicdiff-lines-end-->"
        let title = "<title>News one</title>"
        #expect(
            Scratch.bytes(scratch.file(Sample.news, "1/temp"))
                == Array(
                    "<!doctype html><html><head>{title}</head><body>\n{lines}\n</body></html>\n".utf8))
        #expect(
            Scratch.bytes(scratch.file(Sample.news, "1/data"))
                == Array(
                    "title \(title.utf8.count)\n\(title)\nlines \(block.utf8.count)\n\(block)\n".utf8))
        #expect(Scratch.bytes(scratch.file(Sample.news, "current")) == Array("1\n".utf8))
    }

    @Test func `accounts are listed by their folders, whatever else is there`() async throws {
        let scratch = Scratch()
        #expect(try AccountFolder.accounts(in: scratch.root) == [])
        let names = ["", "ann", "default", "Ann & ben/../x", "中"]
        for name in names {
            let id = PageID(account: name, digest: Sample.news.digest)
            _ = try await scratch.cache().commit(Sample.version("one"), for: id)
        }
        let file = open(scratch.root + "/arrangement", O_WRONLY | O_CREAT, 0o600)
        close(file)
        mkdir(scratch.root + "/%61", 0o700)
        symlink("ann", scratch.root + "/linked")
        #expect(try AccountFolder.accounts(in: scratch.root).sorted() == names.sorted())
    }
}
