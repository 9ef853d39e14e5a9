import SonicProtocol
import SonicSession

/// The result of a pruning.
public struct PruneReport: Sendable, Equatable {
    /// The number of pages removed with their whole history.
    public var pages = 0
    /// The number of older versions removed from the remaining pages.
    public var versions = 0
    /// The number of bytes freed on the disk.
    public var bytes = 0
    /// The number of bytes that the remaining pages occupy, without pinned ones, to which the limits do not apply.
    public var bytesLeft = 0
    /// The number of pinned pages, or of keys that belong to such pages.
    public var pinned = 0
    /// The number of bytes that those occupy.
    public var pinnedBytes = 0
    /// The number of pages or keys that stay beyond a limit because they were used within the last minute.
    public var recent = 0

    /// Creates a report.
    public init() {}
}

extension PageCache {
    /// Enforces the limits of the cache. First it removes the remains of crashes, versions beyond the maximum number
    /// and age, and pages that were not used within that age. Then, least recently used first, it removes whole pages
    /// until their number is within the limit, the history of pages, and finally whole pages until the size is within
    /// the limit.
    ///
    /// Pinned pages are preserved and not counted; only the number of their versions is limited. The two newest
    /// versions of a remaining page, and every version or page younger than a minute, are preserved. Pages that cannot
    /// be read or locked are skipped.
    /// - Complexity: Linear in the number of files.
    public func prune() async throws(StoreFailure) -> PruneReport {
        var report = PruneReport()
        let before = try usages().reduce(0) { $0 + $1.bytes }
        for id in try pageIDs() { report.versions += await tidy(id) }

        let all = try usages()
        let pages = all.filter { !$0.isPinned }
        for page in all where page.isPinned {
            report.pinned += 1
            report.pinnedBytes += page.bytes
        }
        let oldest = now().milliseconds &- limits.age.wholeMilliseconds
        var excess = pages.count - limits.pages
        var kept: [PageUsage] = []
        for page in pages {
            if excess > 0 || page.used.milliseconds < oldest, await evict(page.id) {
                report.pages += 1
                excess -= 1
            } else {
                kept.append(page)
            }
        }
        var bytes = kept.reduce(0) { $0 + $1.bytes }
        for index in kept.indices where bytes > limits.bytes {
            report.versions += await dropHistory(kept[index].id)
            let left = usage(kept[index].id)?.bytes ?? 0
            bytes -= kept[index].bytes - left
            kept[index].bytes = left
        }
        for page in kept where bytes > limits.bytes {
            guard await evict(page.id) else { continue }
            report.pages += 1
            bytes -= page.bytes
        }
        if excess > 0 || bytes > limits.bytes {
            report.recent = kept.count { $0.used.isWithin(PageFolder.youngFor, before: now()) }
        }
        report.bytes = max(0, before - bytes - report.pinnedBytes)
        report.bytesLeft = bytes
        return report
    }

    /// Returns the disk usage of the pages of all accounts.
    /// - Complexity: Linear in the number of files.
    public func usage() async throws(StoreFailure) -> StoreUsage {
        var sum = StoreUsage()
        for page in try usages() { sum.add(page.bytes, isPinned: page.isPinned) }
        return sum
    }

    /// Prunes unless any process did so within the last hour. Each commit calls it, so that the limits are enforced
    /// automatically.
    func pruneWhenDue() async throws(StoreFailure) {
        let root = try Folder.open(path: root, disk: disk)
        if try root?.beginsPruning(".pruned", .lasting, at: now()) ?? false { _ = try await prune() }
    }

    /// The disk usage and the last use of a page.
    private typealias PageUsage = (id: PageID, bytes: Int, used: Instant, isPinned: Bool)

    /// Returns the usage of every page, least recently used first.
    private func usages() throws(StoreFailure) -> [PageUsage] {
        try pageIDs().compactMap(usage).sorted { $0.used < $1.used }
    }

    private func usage(_ id: PageID) -> PageUsage? {
        do throws(StoreFailure) {
            guard let page = try page(id) else { return nil }
            return (id, try page.occupied(), try page.used(), try page.pin() != nil)
        } catch {
            return nil  // Passed over, as `prune` says; `verify` reports it.
        }
    }

    /// Removes what no reader can use any more, and the folder of a page if it is empty.
    private func tidy(_ id: PageID) async -> Int {
        let now = now()
        let limits = limits
        do throws(StoreFailure) {
            let removed = try await changing(id) { page throws(StoreFailure) in
                let pointer = try page.pointer()
                guard pointer != .none else {
                    try page.withoutUse { () throws(StoreFailure) in try page.remove(now: now) }
                    return 0
                }
                return try page.withoutUse { () throws(StoreFailure) in
                    try page.removeUnfinished(pointer)
                    return try page.pruneVersions(limits, now: now)
                }
            }
            try clearAway(id)
            return removed ?? 0
        } catch {
            return 0  // Passed over, as `prune` says; `verify` reports it.
        }
    }

    private func dropHistory(_ id: PageID) async -> Int {
        let now = now()
        do throws(StoreFailure) {
            return try await changing(id) { page throws(StoreFailure) in
                try page.withoutUse { () throws(StoreFailure) in try page.pruneHistory(now: now) }
            } ?? 0
        } catch {
            return 0  // Passed over, as `prune` says; `verify` reports it.
        }
    }

    /// Removes a page unless it was used within the last minute or pinned meanwhile; returns whether it was removed.
    private func evict(_ id: PageID) async -> Bool {
        let now = now()
        do throws(StoreFailure) {
            let removed = try await changing(id) { page throws(StoreFailure) in
                // Another process may be displaying what was used so recently.
                let isYoung = try page.used().isWithin(PageFolder.youngFor, before: now)
                guard try page.pin() == nil, !isYoung else { return false }
                try page.forgetRedirects()
                try page.remove(now: now)
                return true
            }
            try clearAway(id)
            return removed ?? false
        } catch {
            return false  // Passed over, as `prune` says; `verify` reports it.
        }
    }
}

/// The disk usage of a store; pinned pages are separate, since the limits do not apply to them.
public struct StoreUsage: Sendable, Equatable {
    /// The number of pages, or of keys of responses.
    public var count = 0
    /// The number of bytes that those occupy.
    public var bytes = 0
    /// The number of pinned pages, or of keys that belong to such pages.
    public var pinned = 0
    /// The number of bytes that those occupy.
    public var pinnedBytes = 0

    /// Adds one page or key.
    mutating func add(_ bytes: Int, isPinned: Bool) {
        if isPinned {
            pinned += 1
            pinnedBytes += bytes
        } else {
            count += 1
            self.bytes += bytes
        }
    }
}
