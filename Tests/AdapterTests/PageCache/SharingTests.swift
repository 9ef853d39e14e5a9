import Disks
import Glibc
@testable import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Several caches on one folder: each has its own descriptors, locks and memory, like processes.
struct SharingTests {
    @Test func `one cache sees on its next read what another one stores, renews or removes`() async throws {
        let scratch = Scratch()
        let (here, there) = (scratch.cache(), scratch.cache())
        _ = try await here.commit(Sample.version("one"), for: Sample.news)
        #expect(try await there.load(Sample.news)?.version.templateTag == "tag-one")
        _ = try await here.commit(Sample.version("two"), for: Sample.news)
        #expect(try await there.load(Sample.news)?.version.templateTag == "tag-two")
        try await here.renew(Sample.news, number: 2, headers: Headers(), checked: Instant(milliseconds: 5))
        #expect(try await there.load(Sample.news)?.checked == Instant(milliseconds: 5))
        try await here.remove(Sample.news)
        #expect(try await there.load(Sample.news) == nil)
        _ = try await here.commit(Sample.version("three"), for: Sample.news)
        #expect(try await there.load(Sample.news)?.version.templateTag == "tag-three")
        #expect(try await here.load(Sample.news)?.version.templateTag == "tag-three")
    }

    @Test func `concurrent commits all become versions`() async throws {
        let scratch = Scratch()
        let caches = (0..<4).map { _ in scratch.cache() }
        let numbers = try await withThrowingTaskGroup(of: Int.self) { group in
            for (index, cache) in caches.enumerated() {
                for round in 0..<3 {
                    group.addTask {
                        try await cache.commit(Sample.version("\(index)-\(round)"), for: Sample.news)
                    }
                }
            }
            return try await group.reduce(into: [Int]()) { $0.append($1) }
        }
        #expect(numbers.sorted() == Array(1...12))
        var tags: Set<String> = []
        for number in numbers {
            tags.insert(
                try await scratch.cache().load(Sample.news, number: number)?.version.templateTag ?? "")
        }
        #expect(tags.count == 12)
        #expect(try await scratch.cache().verify() == VerifyReport(pages: 1, versions: 12, faults: []))
    }

    @Test func `readers see complete pages during commits, pruning and removal`() async throws {
        let scratch = Scratch()
        let late = Instant.present.adding(seconds: 3600)
        var limits = CacheLimits()
        limits.versions = 2
        let writers = (0..<2).map { _ in scratch.cache(limits: limits, now: late) }
        let readers = (0..<2).map { _ in scratch.cache() }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (index, writer) in writers.enumerated() {
                group.addTask {
                    for round in 0..<12 {
                        _ = try await writer.commit(Sample.version("\(index)-\(round)"), for: Sample.news)
                        if round % 5 == 4 { try await writer.remove(Sample.news) }
                    }
                }
            }
            for reader in readers {
                group.addTask {
                    for _ in 0..<200 {
                        guard let page = try await reader.load(Sample.news) else { continue }
                        #expect(page.notes == [])
                        #expect(Hashes.nettle.sha1(page.version.html) == page.version.sha1)
                        #expect(page.version.headers.first("ETag") == page.version.sha1)
                        let text = page.version.templateTag?.dropFirst(4) ?? ""
                        #expect(page.version.html == Sample.version(String(text)).html)
                    }
                }
            }
            try await group.waitForAll()
        }
        #expect(try await scratch.cache().verify().faults == [])
    }

    @Test func `a lock that another process never releases is reported`() async throws {
        let scratch = Scratch()
        let cache = scratch.cache()
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        let held = open(scratch.file(Sample.news, "lock"), O_RDWR)
        flock(held, LOCK_EX)
        defer { close(held) }
        // A cancelled task does not wait for the lock, so the test does not, either.
        let failure = await Task { () -> StoreFailure? in
            withUnsafeCurrentTask { $0?.cancel() }
            do throws(StoreFailure) {
                _ = try await cache.commit(Sample.version("two"), for: Sample.news)
                return nil
            } catch {
                return error
            }
        }.value
        let path = try cache.path(of: Sample.news)
        #expect(
            failure
                == .failed(operation: "lock", path: path, reason: "another process is writing this page"))
        #expect(try await cache.load(Sample.news)?.version.templateTag == "tag-one", "readers need no lock")
    }

    @Test func `a page in memory is served without reading it again, until current changes`() async throws {
        let disk = VolatileDisk()
        disk.begin(.sound, at: .present)
        let cache = PageCache(root: "/cache", hashes: .nettle, disk: disk, now: { .present })
        _ = try await cache.commit(Sample.version("one"), for: Sample.news)
        disk.begin(.sound, at: .present)
        _ = try await cache.load(Sample.news)
        let first = disk.calls
        disk.begin(.sound, at: .present)
        #expect(try await cache.load(Sample.news)?.version.templateTag == "tag-one")
        #expect(disk.calls < first)
    }
}
