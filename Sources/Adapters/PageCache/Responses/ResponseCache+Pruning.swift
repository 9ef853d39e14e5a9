import SonicProtocol
import SonicSession

/// The limits of the responses on the disk, which pruning enforces; see `ResponseCache.prune()`.
public struct ResponseLimits: Sendable, Equatable {
    /// The maximum number of bytes on the disk; 128 MiB by default.
    public var bytes = 128 << 20
    /// The maximum number of keys; 10,000 by default.
    public var keys = 10_000
    /// The age after which a response that is not used is removed; 90 days by default.
    public var age = Duration.seconds(90 * 86_400)

    /// The default limits.
    public init() {}
}

extension ResponseCache {
    /// Returns the disk usage of the responses of the account.
    /// - Complexity: Linear in the number of files.
    public func usage() async throws(StoreFailure) -> StoreUsage {
        let pinned = try await pinnedNames()
        var sum = StoreUsage()
        for usage in try usages() { sum.add(usage.bytes, isPinned: pinned.contains(usage.name)) }
        return sum
    }

    /// Enforces the limits of the responses of the account: removes those that were not used for too long, then the
    /// least recently used, whole keys at a time. Resources of pinned pages are preserved and not counted. Responses
    /// used within the last minute are preserved, and those that cannot be read or locked are skipped.
    /// - Returns: The report, which counts keys as pages.
    /// - Complexity: Linear in the number of files.
    public func prune() async throws(StoreFailure) -> PruneReport {
        let pinned = try await pinnedNames()
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
            // Responses with a future date come after those used just now, so the loop continues.
            guard !isWanted, !oldest.used.isWithin(60_000, before: now) else { continue }
            count -= 1
            // Responses that cannot be removed are skipped.
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
        // Marked first: only one of several processes prunes, and if it is killed, the next one does not have to prune
        // at once.
        try root.replace(Self.pruneMark, with: [], .fleeting)
        _ = try await prune()
    }

    /// A file whose modification time is the time of the last pruning of responses.
    private static var pruneMark: String { ".pruned-http" }

    /// The disk usage and the last use of a key.
    private struct Usage {
        var name: String
        var bytes: Int
        var used: Instant
    }

    /// Returns the usage of every key, least recently used first.
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
