import SonicProtocol
import SonicSession

/// How many responses are kept on the disk. Pruning holds to it; see `ResponseCache.prune()`.
public struct ResponseLimits: Sendable, Equatable {
    /// The most bytes on the disk; 128 MiB by default.
    public var bytes = 128 << 20
    /// The most keys; 10,000 by default.
    public var keys = 10_000
    /// How long a response that nobody uses is kept; 90 days by default.
    public var age = Duration.seconds(90 * 86_400)

    /// The default limits.
    public init() {}
}

extension ResponseCache {
    /// What the responses of the account occupy. Linear in the number of files.
    public func usage() throws(StoreFailure) -> StoreUsage {
        let pinned = try pinnedNames()
        var sum = StoreUsage()
        for usage in try usages() { sum.add(usage.bytes, isPinned: pinned.contains(usage.name)) }
        return sum
    }

    /// Holds the responses of the account to the limits: those that nobody used for too long go, then the least
    /// recently used, whole keys at a time. What was fetched for pinned pages stays and is not counted. What was
    /// used within the last minute stays, and what cannot be read or locked is passed over. Linear in the number
    /// of files. The report counts keys as pages.
    public func prune() async throws(StoreFailure) -> PruneReport {
        let pinned = try pinnedNames()
        var kept: [Usage] = []
        var report = PruneReport()
        for usage in try usages() {
            if pinned.contains(usage.name) {
                report.pinned += 1
                report.pinnedBytes += usage.bytes
            } else {
                kept.append(usage)
            }
        }
        var bytes = kept.reduce(0) { $0 + $1.bytes }
        let now = now()
        var count = kept.count
        for oldest in kept {
            let age = now.milliseconds &- oldest.used.milliseconds
            let isWanted =
                bytes <= limits.bytes && count <= limits.keys && age <= limits.age.wholeMilliseconds
            // What is dated ahead of the clock lies behind what was used just now.
            guard !isWanted, !oldest.used.isWithin(60_000, before: now) else { continue }
            count -= 1
            // What cannot be removed is passed over.
            do throws(StoreFailure) { try await remove(named: oldest.name) } catch { continue }
            bytes -= oldest.bytes
            report.pages += 1
            report.bytes += oldest.bytes
        }
        report.bytesLeft = bytes
        return report
    }

    /// Prunes unless the last pruning, by any process, was within the last hour.
    func pruneWhenDue() async throws(StoreFailure) {
        guard let root = try Folder.open(path: root, disk: disk) else { return }
        if let last = try root.status(Self.pruneMark)?.changed, last.isWithin(3_600_000, before: now()) {
            return
        }
        // Marked first: of several processes one prunes, and one that is killed does not leave it to each next.
        try root.replace(Self.pruneMark, with: [], .fleeting)
        _ = try await prune()
    }

    /// A file whose modification time is that of the last pruning of responses.
    private static var pruneMark: String { ".pruned-http" }

    /// What one key occupies, and when it was used last.
    private struct Usage {
        var name: String
        var bytes: Int
        var used: Instant
    }

    /// The use of every key, the least recently used first.
    private func usages() throws(StoreFailure) -> [Usage] {
        try names().compactMap { name in
            do throws(StoreFailure) {
                guard let usage = try responses(named: name)?.usage() else { return nil }
                return Usage(name: name, bytes: usage.bytes, used: usage.used)
            } catch {
                return nil  // Passed over, as `prune` says.
            }
        }.sorted { ($0.used, $0.name) < ($1.used, $1.name) }
    }
}
