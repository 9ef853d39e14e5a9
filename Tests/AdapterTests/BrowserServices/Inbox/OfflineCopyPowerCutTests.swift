import Browser
import BrowserValues
import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import BrowserServices

/// Cuts the power after every system call of each change of what is kept offline, or lets the call fail. The list of
/// bookmarks is the old or the new one, and after the next start the cache keeps exactly the pages that it names.
struct OfflineCopyPowerCutTests {
    /// A change, and the preparation of the disk before it.
    struct Change: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let prepare: @Sendable (InboxService) async throws -> Void
        let perform: @Sendable (InboxService) async -> Void
    }

    /// What a person sees, and what the cache spares.
    struct View: Equatable {
        var bookmarks: [Bookmark]
        var pinned: Set<PageID>

        init(_ service: InboxService) async throws {
            bookmarks = try #require(await service.report(showing: unknown).bookmarks)
            pinned = Set(try await service.cache?.pinned().map(\.id) ?? [])
        }

        /// Whether exactly the pages that are kept offline are pinned.
        var isConsistent: Bool {
            pinned == Set(bookmarks.filter(\.isKeptOffline).map { StoredPages.id($0.url) })
        }
    }

    private static let start = Instant(milliseconds: 1_800_000_000_000)
    /// An address that is not bookmarked.
    private static let unknown = WebURL("https://unknown.example/")!
    private static let other = WebURL("https://other.example/")!

    private static func store(_ urls: WebURL..., in service: InboxService) async throws {
        let cache = try #require(service.cache)
        for url in urls {
            _ = try await cache.commit(
                StoredPages.version("<title>News</title>", of: url), for: StoredPages.id(url))
            try await cache.noteRead(1, title: "News", of: StoredPages.id(url))
        }
    }

    static let changes = [
        Change(testDescription: "pages that release 0.2.0 pinned become bookmarks") {
            try await store(StoredPages.url, other, unknown, in: $0)
            _ = await $0.change(other, title: "Other")
            for url in [StoredPages.url, other] { _ = try await $0.cache?.pin(StoredPages.id(url)) }
        } perform: {
            _ = await $0.completeBookmarks()
        },
        Change(testDescription: "keeping a page offline") {
            try await store(StoredPages.url, in: $0)
            _ = await $0.change(other, title: "Other")
        } perform: {
            _ = await $0.keep(StoredPages.url, title: "News", offline: true)
        },
        Change(testDescription: "keeping a bookmarked page offline") {
            try await store(StoredPages.url, in: $0)
            _ = await $0.change(StoredPages.url, title: "News")
        } perform: {
            _ = await $0.keep(StoredPages.url, title: "News", offline: true)
        },
        Change(testDescription: "keeping a page no longer") {
            try await store(StoredPages.url, in: $0)
            _ = await $0.keep(StoredPages.url, title: "Old title", offline: true)
        } perform: {
            _ = await $0.keep(StoredPages.url, title: "News", offline: false)
        },
        Change(testDescription: "removing the bookmark of a page that is kept offline") {
            try await store(StoredPages.url, in: $0)
            _ = await $0.keep(StoredPages.url, title: "Old title", offline: true)
            _ = await $0.change(other, title: "Other")
        } perform: {
            _ = await $0.change(StoredPages.url, title: "")
        },
    ]

    private func service(_ disk: VolatileDisk) throws -> InboxService {
        InboxService(
            cache: PageCache(root: "/home/cache", hashes: .nettle, disk: disk, now: { Self.start }),
            bookmarks: try BookmarkFile(root: "/home/state", account: "", disk: disk), account: "",
            settings: BrowserSettings(), counter: .layingOut(.iconv), terms: { _ in SiteTerms() },
            now: { Self.start })
    }

    /// The prepared disk, and on a sound one the views before and after the change, those after the next start, and the
    /// number of system calls.
    private func prepared(
        _ change: Change
    ) async throws -> (disk: VolatileDisk, lists: [[Bookmark]], ends: [View], calls: Int) {
        let disk = VolatileDisk()
        disk.begin(.sound, at: Self.start)
        try await change.prepare(try service(disk))
        disk.settle()
        let sound = disk.copy()
        sound.begin(.sound, at: Self.start)
        let before = try await View(try service(sound))
        sound.begin(.sound, at: Self.start)
        await change.perform(try service(sound))
        let calls = sound.calls
        let after = try await View(try service(sound))
        #expect(before.bookmarks != after.bookmarks, "a change that changes nothing proves nothing")
        #expect(after.isConsistent)
        let started = disk.copy()
        started.begin(.sound, at: Self.start)
        _ = try await service(started).completeBookmarks()
        return (
            disk, [before.bookmarks, after.bookmarks], [try await View(try service(started)), after], calls
        )
    }

    /// After the next start it is as if the change had been made or not, and a further start changes nothing.
    private func check(_ disk: VolatileDisk, _ ends: [View], _ situation: String) async throws {
        _ = try await service(disk).completeBookmarks()
        let view = try await View(try service(disk))
        #expect(view.isConsistent && ends.contains(view), "\(situation)")
        let unchanged = BookmarkReport(bookmarks: view.bookmarks)
        #expect(try await service(disk).completeBookmarks() == unchanged, "\(situation)")
        #expect(try await View(try service(disk)) == view, "\(situation)")
        #expect(disk.openCount == 0, "\(situation)")
    }

    @Test(arguments: changes)
    func `a power cut after any system call leaves the old or the new list`(_ change: Change) async throws {
        let (prepared, lists, ends, calls) = try await prepared(change)
        var seenRemains: Set<Int> = []
        for cut in 0...calls {
            let disk = prepared.copy()
            disk.begin(.powerCut(after: cut), at: Self.start)
            await change.perform(try service(disk))
            // A call that only reads leaves what the one before it left.
            guard seenRemains.insert(disk.remains).inserted else { continue }
            for survival in VolatileDisk.Survival.allCases {
                let restarted = disk.restarted(survival, seed: UInt64(cut))
                let situation = "cut after call \(cut) of \(calls), \(survival) left"
                let found = try await View(try service(restarted))
                #expect(lists.contains(found.bookmarks), "\(situation)")
                try await check(restarted, ends, situation)
            }
        }
    }

    @Test(arguments: changes)
    func `after a full or failing disk at any call the next start has the old or the new list`(
        _ change: Change
    ) async throws {
        let (prepared, _, ends, calls) = try await prepared(change)
        for code in [ENOSPC, EIO] {
            for call in 0..<calls {
                let disk = prepared.copy()
                disk.begin(.failure(after: call, code: code), at: Self.start)
                await change.perform(try service(disk))
                disk.begin(.sound, at: Self.start)
                try await check(disk, ends, "error \(code) at call \(call + 1) of \(calls)")
            }
        }
    }
}
