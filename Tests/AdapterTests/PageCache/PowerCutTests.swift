import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

/// Cuts the power after every single system call of each kind of change, drops what was not synced, and checks
/// what the next start finds: the complete cache before the change or after it.
struct PowerCutTests {
    /// Everything that a reader can see of the page.
    struct View: Equatable {
        var page: StoredPage?
        var versions: [Int: StoredPage] = [:]
        var marks: PageMarks
        var pin: Pin?
        var lastRead: LastRead?

        init(_ cache: PageCache) async throws {
            page = try await cache.load(Sample.news)
            for number in try await cache.versions(of: Sample.news) {
                versions[number] = try await cache.load(Sample.news, number: number)
                #expect(versions[number] != nil, "version \(number) is listed and must be whole")
            }
            marks = try await cache.marks(of: Sample.news)
            pin = try await cache.pin(of: Sample.news)
            // The remains of a removed page are not compared.
            if page != nil { lastRead = try await cache.lastRead(of: Sample.news) }
        }
    }

    func cache(_ disk: VolatileDisk, _ time: Instant) -> PageCache {
        var limits = CacheLimits()
        limits.versions = 3
        return PageCache(root: "/home/cache", hashes: .nettle, limits: limits, disk: disk, now: { time })
    }

    func prepared(_ change: Change) async throws -> (disk: VolatileDisk, time: Instant) {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.start)
        try await change.prepare(cache(disk, Self.start))
        // The system writes unsynced data back within half a minute.
        disk.settle()
        return (disk, Self.start.adding(seconds: change.later.components.seconds))
    }

    /// The change on a sound disk: the views before and after, and its number of system calls.
    func undisturbed(_ change: Change) async throws -> (before: View, after: View, calls: Int) {
        let (disk, time) = try await prepared(change)
        let before = try await View(cache(disk, time))
        disk.begin(.sound, at: time)
        try await change.perform(cache(disk, time))
        let calls = disk.calls
        return (before, try await View(cache(disk, time)), calls)
    }

    /// The view without the files that are not synced.
    func withoutState(_ change: Change) async throws -> View {
        let (disk, time) = try await prepared(change)
        guard try await cache(disk, time).entry(Sample.news) != nil else {
            return try await View(cache(disk, time))
        }
        let folder = try disk.open(try cache(disk, time).path(of: Sample.news), in: .working, .folder)
        for name in ["state", "read"] where try disk.names(in: folder).contains(name) {
            try disk.removeFile(name, in: folder)
        }
        disk.close(folder)
        return try await View(cache(disk, time))
    }

    func check(_ seen: View, _ before: View, _ after: View, _ change: Change, _ situation: String) {
        if change.mayLoseHistory {
            #expect(seen.page == before.page || seen.page == after.page, "\(situation)")
            #expect(seen.marks == before.marks && seen.pin == before.pin, "\(situation)")
            let known = before.versions.merging(after.versions) { first, _ in first }
            for (number, page) in seen.versions { #expect(known[number] == page, "\(situation)") }
            for number in before.versions.keys where after.versions[number] != nil {
                #expect(seen.versions[number] != nil, "\(situation)")
            }
        } else {
            #expect(seen == before || seen == after, "\(situation)")
        }
    }

    /// A page can be stored, verified and removed without a trace, whatever an earlier change left behind.
    func checkUsable(_ disk: VolatileDisk, _ time: Instant, _ situation: String) async throws {
        let cache = cache(disk, time)
        let next = Sample.version("next", stored: time)
        let number = try await cache.commit(next, for: Sample.news)
        #expect(try await cache.load(Sample.news)?.version == next, "\(situation)")
        #expect(try await cache.load(Sample.news)?.number == number, "\(situation)")
        #expect(try await cache.verify().faults == [], "\(situation)")
        try await cache.forgetMarks(of: Sample.news)
        try await cache.remove(Sample.news)
        _ = try await cache.unpin(Sample.news)
        #expect(try await cache.entry(Sample.news) == nil, "\(situation)")
        let path = try cache.path(of: Sample.news)
        #expect(throws: DiskFailure(operation: "open", code: ENOENT), "\(situation)") {
            try disk.open(path, in: .working, .folder)
        }
        #expect(disk.openCount == 0, "\(situation)")
    }

    @Test(arguments: changes)
    func `a power cut after any system call leaves the old or the new page`(_ change: Change) async throws {
        let (before, after, calls) = try await undisturbed(change)
        #expect(before != after, "a change that changes nothing proves nothing")
        let forgotten = change.isFleeting ? try await withoutState(change) : nil
        let (prepared, time) = try await prepared(change)
        var seenRemains: Set<Int> = []
        for cut in 0...calls {
            let disk = prepared.copy()
            disk.begin(.powerCut(after: cut), at: time)
            do { try await change.perform(cache(disk, time)) } catch is StoreFailure {}
            // A call that only reads leaves what the one before it left.
            guard seenRemains.insert(disk.remains).inserted else { continue }
            for survival in VolatileDisk.Survival.allCases {
                for seed in 0..<(survival == .anything ? 2 : 1) {
                    let situation = "cut after call \(cut) of \(calls), \(survival) left, seed \(seed)"
                    let restarted = disk.restarted(survival, seed: UInt64(cut * 100 + seed))
                    let seen = try await View(cache(restarted, time))
                    if seen != forgotten { check(seen, before, after, change, situation) }
                    if seed == 0, survival == (seenRemains.count % 2 == 0 ? .everything : .anything) {
                        try await checkUsable(restarted, time, situation)
                    }
                }
            }
        }
    }

    @Test(arguments: changes)
    func `a reported change survives a power cut`(_ change: Change) async throws {
        let (before, after, _) = try await undisturbed(change)
        let forgotten = change.isFleeting ? try await withoutState(change) : nil
        for survival in VolatileDisk.Survival.allCases {
            let (disk, time) = try await prepared(change)
            try await change.perform(cache(disk, time))
            let restarted = disk.restarted(survival, seed: 7)
            let seen = try await View(cache(restarted, time))
            #expect(
                seen == after || change.isFleeting && (seen == before || seen == forgotten),
                "\(survival) left")
            if survival == .everything { #expect(seen == after, "the process ended, the system did not") }
        }
    }

    @Test(arguments: changes)
    func `a full or failing disk at any call leaves the old or the new page`(_ change: Change)
        async throws
    {
        let (before, after, calls) = try await undisturbed(change)
        let (prepared, time) = try await prepared(change)
        var seenRemains: Set<Int> = []
        for code in [ENOSPC, EIO] {
            for call in 0..<calls {
                let situation = "error \(code) at call \(call + 1) of \(calls)"
                let disk = prepared.copy()
                let cache = cache(disk, time)
                // Fill the memory, which must not differ from the disk.
                _ = try await cache.load(Sample.news)
                disk.begin(.failure(after: call, code: code), at: time)
                do {
                    try await change.perform(cache)
                } catch let failure as StoreFailure {
                    if code == ENOSPC, case .full = failure {
                    } else if code == ENOSPC {
                        Issue.record("\(failure) does not say that the disk is full; \(situation)")
                    }
                }
                disk.begin(.sound, at: time)
                check(try await View(cache), before, after, change, situation)
                #expect(disk.openCount == 0, "\(situation)")
                if seenRemains.insert(disk.remains).inserted {
                    try await checkUsable(disk, time, situation)
                }
            }
        }
    }
}
