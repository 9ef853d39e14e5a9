import Disks
import Glibc
import Hashing
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// Stops the world after each single system call of each kind of change, loses what was not synced, and looks
/// at what the next start finds: the cache as it was before the change or as it is after it, whole.
struct PowerCutTests {
    /// A change, and what is on the disk before it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let prepare: @Sendable (PageCache) async throws -> Void
        let perform: @Sendable (PageCache) async throws -> Void
        /// Whether older versions may go one by one.
        var mayLoseHistory = false
        /// Whether a loss of power may undo it, and what was renewed before: a server can be asked again.
        var isFleeting = false
        /// How much later than the preparation the change happens.
        var later = Duration.zero
    }

    static let start = Instant(milliseconds: 1_800_000_000_000)

    static func fill(_ cache: PageCache, _ texts: [String]) async throws {
        for text in texts {
            _ = try await cache.commit(Sample.version(text, stored: start), for: Sample.news)
        }
    }

    static let changes = [
        Change(testDescription: "first commit") { _ in
        } perform: {
            try await fill($0, ["one"])
        },
        Change(testDescription: "update") {
            try await fill($0, ["one", "two"])
        } perform: {
            try await fill($0, ["three"])
        },
        Change(testDescription: "update of a renewed page") {
            try await fill($0, ["one"])
            try await $0.renew(Sample.news, number: 1, headers: Headers(), checked: start.adding(seconds: 1))
        } perform: {
            try await fill($0, ["two"])
        },
        Change(
            testDescription: "renewal",
            prepare: { try await fill($0, ["one", "two"]) },
            perform: {
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 1))
            },
            isFleeting: true),
        Change(
            testDescription: "second renewal",
            prepare: {
                try await fill($0, ["one", "two"])
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 1))
            },
            perform: {
                try await $0.renew(
                    Sample.news, number: 2, headers: Headers(), checked: start.adding(seconds: 2))
            },
            isFleeting: true),
        Change(testDescription: "renewal of a page with Sonic off") {
            try await fill($0, ["one"])
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.renew(Sample.news, number: 1, headers: Headers(), checked: start.adding(seconds: 1))
        },
        Change(
            testDescription: "a version is seen",
            prepare: { try await fill($0, ["one", "two"]) },
            perform: { try await $0.noteRead(2, of: Sample.news) },
            isFleeting: true),
        Change(
            testDescription: "a later version is seen",
            prepare: {
                try await fill($0, ["one", "two"])
                try await $0.noteRead(1, of: Sample.news)
            },
            perform: { try await $0.noteRead(2, of: Sample.news) },
            isFleeting: true),
        Change(testDescription: "removal of a page that was seen") {
            try await fill($0, ["one", "two"])
            try await $0.noteRead(2, of: Sample.news)
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "forgetting a page") {
            try await fill($0, ["one", "two"])
            try await $0.noteRead(2, of: Sample.news)
        } perform: {
            _ = try await $0.forget(Sample.news)
        },
        Change(testDescription: "forgetting what came since a moment") {
            try await fill($0, ["one"])
            _ = try await $0.commit(
                Sample.version("two", stored: start.adding(seconds: 60)), for: Sample.news)
        } perform: {
            _ = try await $0.forget(Sample.news, since: start.adding(seconds: 30))
        },
        Change(testDescription: "Sonic off without a page") { _ in
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        },
        Change(testDescription: "Sonic off with a page") {
            try await fill($0, ["one", "two"])
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        },
        Change(testDescription: "Sonic on without a page") {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: nil)
        },
        Change(testDescription: "removal") {
            try await fill($0, ["one", "two", "three"])
            try await $0.renew(Sample.news, number: 3, headers: Headers(), checked: start.adding(seconds: 1))
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "removal of a page with Sonic off") {
            try await fill($0, ["one", "two"])
            try await $0.setSonicOff(Sample.news, url: Sample.url, until: start.adding(seconds: 60))
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "pinning") {
            try await fill($0, ["one", "two"])
        } perform: {
            _ = try await $0.pin(Sample.news, resources: [CacheKey(text: "http://a.example/a.css")])
        },
        Change(testDescription: "another resource of a pinned page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news, resources: [CacheKey(text: "http://a.example/a.css")])
        } perform: {
            try await $0.add([CacheKey(text: "http://a.example/b.css")], toPinOf: Sample.news)
        },
        Change(testDescription: "update of a pinned page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            try await fill($0, ["two"])
        },
        Change(testDescription: "unpinning") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            _ = try await $0.unpin(Sample.news)
        },
        Change(testDescription: "removal of a pinned page") {
            try await fill($0, ["one", "two"])
            _ = try await $0.pin(Sample.news)
        } perform: {
            try await $0.remove(Sample.news)
        },
        Change(testDescription: "unpinning without a page") {
            try await fill($0, ["one"])
            _ = try await $0.pin(Sample.news)
            try await $0.remove(Sample.news)
        } perform: {
            _ = try await $0.unpin(Sample.news)
        },
        Change(
            testDescription: "pruning of old versions",
            prepare: { try await fill($0, ["one", "two", "three", "four"]) },
            perform: { _ = try await $0.prune() },
            mayLoseHistory: true, later: .seconds(90)),
        Change(
            testDescription: "commit that prunes",
            prepare: { try await fill($0, ["one", "two", "three"]) },
            perform: { try await fill($0, ["four"]) },
            mayLoseHistory: true, later: .seconds(90)),
    ]

    /// All that a reader can see of the page.
    struct View: Equatable {
        var page: StoredPage?
        var versions: [Int: StoredPage] = [:]
        var sonicOff: Instant?
        var pin: Pin?
        var lastRead: LastRead?

        init(_ cache: PageCache) async throws {
            page = try await cache.load(Sample.news)
            for number in try await cache.versions(of: Sample.news) {
                versions[number] = try await cache.load(Sample.news, number: number)
                #expect(versions[number] != nil, "version \(number) is listed and must be whole")
            }
            sonicOff = try await cache.sonicOff(Sample.news)
            pin = try await cache.pin(of: Sample.news)
            // What is left of a page that is gone is not looked at.
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
        // The system writes back within half a minute what nobody waited for.
        disk.settle()
        return (disk, Self.start.adding(seconds: change.later.components.seconds))
    }

    /// What the change does when nothing goes wrong: the views before and after, and its number of calls.
    func undisturbed(_ change: Change) async throws -> (before: View, after: View, calls: Int) {
        let (disk, time) = try await prepared(change)
        let before = try await View(cache(disk, time))
        disk.begin(.sound, at: time)
        try await change.perform(cache(disk, time))
        let calls = disk.calls
        return (before, try await View(cache(disk, time)), calls)
    }

    /// What is seen where the files are lost that nobody waits for.
    func withoutState(_ change: Change) async throws -> View {
        let (disk, time) = try await prepared(change)
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
            #expect(seen.sonicOff == before.sonicOff && seen.pin == before.pin, "\(situation)")
            let known = before.versions.merging(after.versions) { first, _ in first }
            for (number, page) in seen.versions { #expect(known[number] == page, "\(situation)") }
            for number in before.versions.keys where after.versions[number] != nil {
                #expect(seen.versions[number] != nil, "\(situation)")
            }
        } else {
            #expect(seen == before || seen == after, "\(situation)")
        }
    }

    /// A page can be stored, verified and removed without a trace, whatever is left from before.
    func checkUsable(_ disk: VolatileDisk, _ time: Instant, _ situation: String) async throws {
        let cache = cache(disk, time)
        let next = Sample.version("next", stored: time)
        let number = try await cache.commit(next, for: Sample.news)
        #expect(try await cache.load(Sample.news)?.version == next, "\(situation)")
        #expect(try await cache.load(Sample.news)?.number == number, "\(situation)")
        #expect(try await cache.verify().faults == [], "\(situation)")
        try await cache.setSonicOff(Sample.news, url: Sample.url, until: nil)
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
    func `power lost after any system call leaves the page as before or after`(_ change: Change) async throws
    {
        let (before, after, calls) = try await undisturbed(change)
        #expect(before != after, "a change that changes nothing proves nothing")
        let forgotten = change.isFleeting ? try await withoutState(change) : nil
        let (prepared, time) = try await prepared(change)
        for cut in 0...calls {
            for survival in VolatileDisk.Survival.allCases {
                for seed in 0..<(survival == .anything ? 2 : 1) {
                    let situation = "cut after call \(cut) of \(calls), \(survival) left, seed \(seed)"
                    let disk = prepared.copy()
                    disk.begin(.powerCut(after: cut), at: time)
                    do { try await change.perform(cache(disk, time)) } catch is StoreFailure {}
                    let restarted = disk.restarted(survival, seed: UInt64(cut * 100 + seed))
                    let seen = try await View(cache(restarted, time))
                    if seen != forgotten { check(seen, before, after, change, situation) }
                    if seed == 0, survival == (cut % 2 == 0 ? .everything : .anything) {
                        try await checkUsable(restarted, time, situation)
                    }
                }
            }
        }
    }

    @Test(arguments: changes)
    func `what was reported as done survives a loss of power`(_ change: Change) async throws {
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
    func `a full or failing disk at any call leaves the page as before or after`(_ change: Change)
        async throws
    {
        let (before, after, calls) = try await undisturbed(change)
        let (prepared, time) = try await prepared(change)
        for code in [ENOSPC, EIO] {
            for call in 0..<calls {
                let situation = "error \(code) at call \(call + 1) of \(calls)"
                let disk = prepared.copy()
                let cache = cache(disk, time)
                // Fill the memory, which must not outlive what is on the disk.
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
                try await checkUsable(disk, time, situation)
            }
        }
    }
}
