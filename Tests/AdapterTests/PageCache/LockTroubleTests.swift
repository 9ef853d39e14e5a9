import Disks
import Glibc
import PageCache
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Nothing is written without a lock: what was stored is read as before, the received page is shown, and it is
/// reported what is not stored and why.
struct LockTroubleTests {
    /// A reason for which there is no lock.
    struct Trouble: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let fate: VolatileDisk.Fate
        /// The message of a failed change.
        let words: String
    }

    static let troubles = [
        Trouble(
            testDescription: "no space for a lock file", fate: .noLockFile(code: ENOSPC),
            words: "there is no space left for "),
        Trouble(
            testDescription: "a quota reached", fate: .noLockFile(code: EDQUOT),
            words: "there is no space left for "),
        Trouble(
            testDescription: "no permission", fate: .noLockFile(code: EACCES),
            words: "cannot be used (Permission denied)"),
        Trouble(
            testDescription: "a disk that is read only", fate: .noLockFile(code: EROFS),
            words: "cannot be used (Read-only file system)"),
        Trouble(
            testDescription: "too many open files", fate: .noLockFile(code: EMFILE),
            words: "(Too many open files)"),
        Trouble(
            testDescription: "no locks left", fate: .noLock(code: ENOLCK), words: "(No locks available)"),
        Trouble(
            testDescription: "a disk that knows no locks", fate: .noLock(code: EOPNOTSUPP),
            words: "(Operation not supported)"),
    ]

    @Test(arguments: PowerCutTests.changes, troubles)
    func `nothing changes without a lock, and the page is still readable`(
        _ change: PowerCutTests.Change, _ trouble: Trouble
    ) async throws {
        let world = PowerCutTests()
        let (before, _, _) = try await world.undisturbed(change)
        let (disk, time) = try await world.prepared(change)
        let cache = world.cache(disk, time)
        disk.begin(trouble.fate, at: time)
        do {
            try await change.perform(cache)
            // Pruning the whole cache skips what cannot be locked.
            #expect(change.mayLoseHistory && change.testDescription.hasPrefix("pruning"))
        } catch let failure as StoreFailure {
            #expect(failure.description.contains(trouble.words), "\(failure)")
        }
        #expect(try await PowerCutTests.View(cache) == before)
        disk.begin(.sound, at: time)
        #expect(try await PowerCutTests.View(world.cache(disk, time)) == before)
        try await world.checkUsable(disk, time, trouble.testDescription)
    }

    @Test(arguments: troubles)
    func `without a lock responses, sessions and bookmarks are unchanged`(_ trouble: Trouble) async throws {
        let disk = VolatileDisk()
        disk.begin(.sound, at: ResponseCacheTests.start)
        let now = ResponseCacheTests.start
        let responses = ResponseCache(root: "/c", account: "", hashes: .nettle, disk: disk, now: { now })
        let bookmarks = try BookmarkFile(root: "/c", account: "", disk: disk)
        let history = try SessionHistory(root: "/c", account: "", disk: disk)
        let key = ResponseCacheTests.key
        let response = ResponseCacheTests.response(3)
        let number = try await responses.save(response, body: [1, 2, 3], under: key, replacing: [])
        let bookmark = Bookmark(url: Sample.url, title: "News", since: now)
        _ = try await bookmarks.set([bookmark])
        let read = try await (bookmarks.read(), history.read(), responses.variants(of: key))
        disk.begin(trouble.fate, at: now)
        for change in [
            { _ = try await responses.save(response, body: [4, 5, 6], under: key, replacing: [number]) },
            { _ = try await bookmarks.set([bookmark]) }, { _ = try await bookmarks.remove(Sample.url) },
            { _ = try await history.append(SessionHistoryTests.past(1)) },
        ] {
            let failure = await #expect(throws: StoreFailure.self) { try await change() }
            #expect(failure?.description.contains(trouble.words) ?? false, "\(String(describing: failure))")
        }
        #expect(try await bookmarks.read() == read.0)
        #expect(try await history.read() == read.1)
        #expect(try await responses.variants(of: key) == read.2)
        #expect(try await responses.body(of: number, under: key, 0..<3) == [1, 2, 3])
    }

    /// A session that would write, and what it shows.
    struct Writing: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Whether there is an earlier page.
        var hasPage = true
        let answer: String
        let outcome: Outcome
        /// The reported loss.
        var unkept = SessionResult.NotStored.page
        /// The page on the screen.
        let shown: String
    }

    static let old = "<p>old"
    static let new = "<title>N</title><p>new"

    static let writings = [
        Writing(
            testDescription: "a first load", hasPage: false,
            answer: "HTTP/1.1 200 OK\r\netag: n\r\ntemplate-tag: t\r\ntemplate-change: true\r\n\r\n" + new,
            outcome: .firstLoad, shown: new),
        Writing(
            testDescription: "a change",
            answer: "HTTP/1.1 200 OK\r\netag: n\r\ntemplate-tag: t\r\ntemplate-change: true\r\n\r\n" + new,
            outcome: .templateChange, shown: new),
        Writing(
            testDescription: "a renewal", answer: "HTTP/1.1 304 Not Modified\r\n\r\n", outcome: .allCached,
            unkept: .renewal, shown: old),
        Writing(
            testDescription: "a removal",
            answer: "HTTP/1.1 200 OK\r\netag: n\r\ntemplate-tag: t\r\ntemplate-change: true\r\n"
                + "cache-offline: false\r\n\r\n" + new,
            outcome: .templateChange, unkept: .removal, shown: new),
        Writing(
            testDescription: "Sonic off",
            answer: "HTTP/1.1 200 OK\r\ncache-offline: http\r\n\r\n" + new, outcome: .templateChange,
            unkept: .removal, shown: new),
    ]

    @Test(arguments: writings, troubles)
    func `a session shows its page, and reports that it is not stored`(_ writing: Writing, _ trouble: Trouble)
        async throws
    {
        let disk = VolatileDisk()
        let time = PowerCutTests.start
        disk.begin(.sound, at: time)
        let cache = PowerCutTests().cache(disk, time)
        let url = Sample.url
        let page = PageIdentity(for: url).id(of: url, account: "", hashes: .nettle)
        let html = Array(Self.old.utf8)
        let version = PageVersion(
            url: url, html: html, sha1: Hashes.nettle.sha1(html), etag: "o", templateTag: "t",
            headers: Headers(), stored: time)
        if writing.hasPage { _ = try await cache.commit(version, for: page) }
        disk.begin(trouble.fate, at: time)
        let engine = SessionEngine(
            connection: OneAnswer(text: writing.answer), store: cache, hashes: .nettle,
            clocks: SessionEngine.Clocks(now: { time }, uptime: { .zero }))
        let session = engine.open(SessionOrder(url: url, headers: RequestHeaders(product: "test")))
        var shown: [UInt8] = []
        var result: SessionResult?
        for await event in session.events {
            switch event {
            case .cachedPageFound(let stored): shown = stored.version.html
            case .pageReplaced(let page): shown = page.html
            case .ended(let ended): result = ended
            default: break
            }
        }
        let ended = try #require(result)
        #expect(ended.outcome == writing.outcome, "\(ended.reason.words)")
        #expect(Bytes.text(shown) == writing.shown)
        guard case .notStored(let failure, writing.unkept) = ended.storage else {
            Issue.record("\(ended.storage)")
            return
        }
        #expect(ended.findings.contains(.notKept(writing.unkept, failure)), "\(ended.findings)")
        #expect(failure.description.contains(trouble.words), "\(failure)")
        disk.begin(.sound, at: time)
        #expect(try await cache.load(page)?.version == (writing.hasPage ? version : nil))
    }
}

/// A connection that returns the same response to every request.
private struct OneAnswer: Connection {
    let text: String

    func exchange(_ request: Request) -> ResponseEvents {
        let parts = text.firstRange(of: "\r\n\r\n").map {
            (Array(text[..<$0.upperBound].utf8), Array(text[$0.upperBound...].utf8))
        }
        return ResponseEvents { continuation in
            if let (raw, body) = parts, let head = ResponseHead(raw: raw) {
                continuation.yield(.headReceived(head))
                continuation.yield(.bodyReceived(body))
                continuation.yield(.finished(TransferReport()))
            }
            continuation.finish()
        }
    }
}
