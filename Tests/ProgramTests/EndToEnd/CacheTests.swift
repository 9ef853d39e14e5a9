import Glibc
@testable import PageCache
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

@Suite struct CacheTests {
    private func cache(_ site: Site) -> PageCache {
        PageCache(
            root: site.home.path("cache/sonic"), hashes: .nettle,
            now: { Instant(milliseconds: Int64(time(nil)) * 1000) })
    }

    @Test func `a program killed while storing leaves the page intact, and the next one updates it`()
        async throws
    {
        let site = try await Site.demo()
        #expect(try await site.get("/clock").outcome == "firstLoad")
        let cache = cache(site)
        let id = try #require(try await cache.list().first?.id)
        for file in ["html", "temp", "data", "cfg", "html", "cfg"] {
            let before = try #require(try await cache.load(id))
            let next = try cache.path(of: id) + "/\(before.number + 1)/\(file)"
            let victim = try Program(
                binary(named: "sonic"), ["get", site.address + "/clock"], environment: site.environment)
            // The version is written file by file; this waits until one of them is created.
            let deadline = ContinuousClock.now + Pty.patience
            while access(next, F_OK) != 0, ContinuousClock.now < deadline { sched_yield() }
            await victim.signal(SIGKILL)
            _ = try await victim.finish()

            let after = try #require(try await cache.load(id))
            #expect(after.notes == [])
            #expect(after == before || after.number == before.number + 1)
            #expect(try await cache.verify().faults == [])
        }
        #expect(try await site.get("/clock").outcome == "dataUpdate")
        #expect(try await cache.verify().faults == [])
    }

    @Test func `programs that store at the same time lose no version`() async throws {
        let site = try await Site.demo()
        #expect(try await site.get("/clock").outcome == "firstLoad")
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for _ in 0..<4 { group.addTask { try await site.get("/clock").outcome } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        // The clock counts its visits, so each response is a different page.
        #expect(outcomes == ["dataUpdate", "dataUpdate", "dataUpdate", "dataUpdate"])
        let cache = cache(site)
        #expect(try await cache.list().map(\.versions.count) == [5])
        #expect(try await cache.verify() == VerifyReport(pages: 1, versions: 5, faults: []))
    }

    @Test func `the cache command lists, shows, finds, verifies and removes pages`() async throws {
        let site = try await Site.demo()
        let id = try await site.get("/clock").sessionId
        _ = try await site.get("/clock")
        _ = try await site.get("/static", "--account", "ann")

        let list = try await site.sonic("cache", "list")
        #expect(list.status == .exited(0))
        let lines = list.output.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(
            lines[0].hasSuffix("1 version  \(site.address)/static  (ann)"), "the page used last comes first")
        #expect(lines[1].hasSuffix("2 versions  \(site.address)/clock"))
        let ann = try await site.sonic("cache", "list", "--account", "ann", "--json")
        #expect(ann.output.contains("\"url\": \"\(site.address)/static\""))
        #expect(!ann.output.contains("/clock"))

        let byAddress = try await site.sonic("cache", "show", site.address + "/clock")
        let byID = try await site.sonic("cache", "show", id)
        #expect(byAddress.output == byID.output)
        #expect(byAddress.output.contains("  header    template-change: false\n"))
        #expect(byAddress.output.contains("  id        \(id)\n"))
        let folder = site.home.path("cache/sonic/default/pages/\(id)")
        #expect(try await site.sonic("cache", "path", site.address + "/clock").output == folder + "\n")
        #expect(try await site.sonic("cache", "path").output == site.home.path("cache/sonic") + "\n")

        #expect(try await site.sonic("cache", "verify").output == "3 versions of 2 pages, 0 faults\n")
        try site.home.write("rotten", to: "cache/sonic/default/pages/\(id)/1/temp")
        let verified = try await site.sonic("cache", "verify")
        #expect(verified.status == .exited(1))
        #expect(verified.output.hasPrefix("\(folder)/1: temp is not what html splits into\n"))

        try site.home.write("rotten", to: "cache/sonic/default/pages/\(id)/2/html")
        let damaged = try await site.sonic("cache", "show", id)
        #expect(damaged.status == .exited(1))
        #expect(damaged.errors == "sonic: the newest version is damaged; see sonic cache verify\n")
        #expect(access(folder + "/2/html", F_OK) == 0, "to look is not to repair")

        let removed = try await site.sonic("cache", "remove", id, site.address + "/nowhere")
        #expect(removed.status == .exited(1), "one of the two is not there")
        #expect(removed.output == "removed \(site.address)/clock\n")
        #expect(removed.errors.contains("is not stored; see sonic cache list"))
        #expect(access(folder, F_OK) != 0)
        #expect(try await site.get("/clock").outcome == "firstLoad")
    }

    @Test func `removing a page manually turns Sonic on again`() async throws {
        let site = try await Site.demo()
        _ = try await site.get("/offline-http")
        let list = try await site.sonic("cache", "list")
        #expect(list.output.contains("0 versions  \(site.address)/offline-http  Sonic off until "))
        _ = try await site.sonic("cache", "remove", site.address + "/offline-http")
        let empty = try await site.sonic("cache", "list")
        #expect(empty.output.isEmpty)
        #expect(empty.errors.contains("nothing is stored in"))
    }

    @Test func `pruning reduces the cache to the given size`() async throws {
        let site = try await Site.demo()
        for _ in 0..<2 { _ = try await site.get("/clock") }
        let young = try await site.sonic("cache", "prune", "--limit", "1K")
        #expect(young.output.hasPrefix("removed 0 pages and 0 older versions, 0 B freed, "))
        #expect(
            young.errors
                == "sonic: 1 page used within the last minute stays; try again later\n")

        let id = try #require(try await cache(site).list().first?.id)
        let anHourAgo = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        utimes(try cache(site).path(of: id), anHourAgo)
        let old = try await site.sonic("cache", "prune", "--limit", "1K")
        #expect(old.output.hasPrefix("removed 1 page and 0 older versions, "))
        #expect(old.errors.isEmpty)
        #expect(try await site.sonic("cache", "list").output.isEmpty)
    }

    @Test func `a page that is kept offline survives pruning, and is removed only by forgetting it`()
        async throws
    {
        let site = try await Site.demo()
        _ = try await site.get("/clock")
        _ = try await site.get("/static")
        let id = try #require(
            try await cache(site).list().first { $0.url == site.address + "/clock" }?.id)
        _ = try await cache(site).pin(id)
        #expect(try await site.get("/clock").outcome == "dataUpdate")
        let list = try await site.sonic("cache", "list")
        #expect(list.output.contains("2 versions  \(site.address)/clock  kept offline\n"))
        #expect(list.output.contains("1 version  \(site.address)/static\n"))
        let shown = try await site.sonic("cache", "show", site.address + "/clock", "--json")
        #expect(shown.output.contains("\"pinned\": \"20"))

        let anHourAgo = [timeval](repeating: timeval(tv_sec: time(nil) - 3600, tv_usec: 0), count: 2)
        for entry in try await cache(site).list() {
            utimes(try cache(site).path(of: entry.id), anHourAgo)
        }
        let prune = try await site.sonic("cache", "prune", "--limit", "1K")
        #expect(prune.output.hasPrefix("removed 1 page and 0 older versions, "))
        #expect(prune.output.contains(" freed, 0 B left, and "))
        #expect(prune.output.contains(" of 1 page kept offline\n"))
        #expect(prune.errors.contains("the pages kept offline alone occupy "))
        #expect(
            prune.errors.contains(
                "more than the limit of 1 KB; stop keeping some in the list of bookmarks (p)"))

        let refused = try await site.sonic("cache", "remove", site.address + "/clock")
        #expect(refused.status == .exited(1))
        #expect(
            refused.errors
                == "sonic: \(site.address)/clock is kept offline; sonic forget page removes it\n")
        let removed = try await site.sonic("forget", "page", site.address + "/clock")
        #expect(removed.output.hasPrefix("Removed 1 page, "))
        #expect(try await site.sonic("cache", "list").output.isEmpty)
    }

    @Test(arguments: [
        (["frob"], "unknown command “sonic cache frob”"), (["show"], "show takes one page"),
        (["remove"], "remove takes pages"), (["verify", "x.example"], "verify takes no page"),
        (["pin"], "pin is gone: in the browser, p bookmarks a page and keeps it offline"),
        (["unpin", "x.example"], "unpin is gone: in the browser, p "),
        (["remove", "--pinned"], "--pinned is gone: sonic forget page removes a page that is kept offline"),
        (["prune", "--limit", "much"], "--limit takes bytes such as 500K, 64M or 1G"),
        (["list", "--limit", "1M"], "--limit is for sonic cache prune"),
        (["path", "--account", "ann"], "sonic cache path is for all accounts; leave out --account"),
        (["verify", "--account", "ann"], "--account is for sonic cache list|usage|show|remove|path"),
    ])
    func `an error in a cache command exits with the usage status and says what is right`(
        _ words: [String], _ message: String
    ) async throws {
        let home = try TemporaryFolder()
        let finished = try await run(
            binary(named: "sonic"), ["cache"] + words, environment: Site.environment(home))
        #expect(finished.status == .exited(2))
        #expect(finished.errors.contains(message))
        #expect(finished.output.isEmpty)
    }
}
