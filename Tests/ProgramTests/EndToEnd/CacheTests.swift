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
}
