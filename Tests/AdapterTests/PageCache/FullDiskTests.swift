import Disks
import Glibc
import PageCache
import SonicProtocol
import SonicSession
import Testing

/// A disk that becomes full, and stays so until something is removed: a failed write takes no space.
struct FullDiskTests {
    private static let start = Instant(milliseconds: 1_800_000_000_000)

    private func cache(_ disk: VolatileDisk) -> PageCache {
        PageCache(root: "/cache", hashes: .nettle, disk: disk, now: { Self.start })
    }

    private func commit(_ text: String, on disk: VolatileDisk) async throws {
        _ = try await cache(disk).commit(Sample.version(text, stored: Self.start), for: Sample.news)
    }

    @Test(arguments: [0, 1, 3])
    func `a page that cannot be stored leaves nothing behind`(count: Int) async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: Self.start)
        for number in 0..<count { try await commit("\(number)", on: prepared) }
        let names = try names(on: prepared)
        for limit in 0..<200 {
            let disk = prepared.copy()
            disk.begin(.full(after: limit), at: Self.start)
            var isStored = true
            do {
                try await commit("next", on: disk)
            } catch let failure as StoreFailure {
                isStored = false
                if case .full = failure {} else { Issue.record("\(failure) at \(limit)") }
            }
            let calls = disk.calls
            let left = try self.names(on: disk)
            if isStored {
                #expect(
                    left.subtracting(names).isSubset(of: ["\(count + 1)", "current", "lock"]), "\(limit)")
            } else {
                #expect(left.subtracting(names).isSubset(of: ["lock"]), "\(limit)")
                #expect(left.isSuperset(of: names), "\(limit)")
                #expect(try await cache(disk).load(Sample.news)?.number == (count == 0 ? nil : count))
            }
            #expect(disk.openCount == 0)
            if calls <= limit { return }
        }
        Issue.record("a commit makes fewer calls")
    }

    @Test func `failed notes, renewals and marks leave no temporary file behind`() async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: Self.start)
        try await commit("one", on: prepared)
        let names = try names(on: prepared)
        let changes: [(PageCache) async throws -> Void] = [
            { try await $0.noteRead(1, of: Sample.news) },
            { try await $0.renew(Sample.news, number: 1, headers: Headers(), checked: Self.start) },
            { try await $0.setSonicOff(Sample.news, url: Sample.url, until: Self.start.adding(seconds: 60)) },
            {
                try await $0.setRedirects(
                    Sample.news, url: Sample.url, [.init(from: Sample.url, to: Sample.url, status: 302)])
            },
            { _ = try await $0.pin(Sample.news) },
        ]
        for change in changes {
            let disk = prepared.copy()
            disk.begin(.full(after: 0), at: Self.start)
            await #expect(throws: StoreFailure.self) { try await change(cache(disk)) }
            #expect(try self.names(on: disk) == names)
        }
    }

    @Test func `a version that became current stays when the sync after it fails`() async throws {
        let prepared = VolatileDisk()
        prepared.begin(.sound, at: Self.start)
        try await commit("one", on: prepared)
        var numbers: [Int] = []
        for limit in 0..<200 {
            let disk = prepared.copy()
            disk.begin(.failure(after: limit, code: EIO), at: Self.start)
            do { try await commit("two", on: disk) } catch is StoreFailure {}
            let calls = disk.calls
            disk.begin(.sound, at: Self.start)
            let page = try #require(try await cache(disk).load(Sample.news))
            #expect(page.version.html == Sample.version(page.number == 1 ? "one" : "two").html, "\(limit)")
            numbers.append(page.number)
            if calls <= limit { break }
        }
        // The sync of the folder after the rename is among the calls that fail.
        #expect(numbers.first == 1 && numbers.last == 2)
    }

    /// The files in the page's folder; empty if there is none.
    private func names(on disk: VolatileDisk) throws -> Set<String> {
        let folder: Descriptor
        do {
            folder = try disk.open(try cache(disk).path(of: Sample.news), in: .working, .folder)
        } catch let failure as DiskFailure where failure.code == ENOENT {
            return []
        }
        defer { disk.close(folder) }
        return Set(try disk.names(in: folder))
    }
}
