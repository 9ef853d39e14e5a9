import BrowserServices
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

// `sonic cache pin` and `unpin`.
extension CacheCommand {
    /// Pins pages with their fetched resources.
    func pin(_ ids: [PageID]) async throws(StoreFailure) -> ExitStatus {
        var status = ExitStatus.done
        for id in ids {
            guard let entry = try await cache.entry(id), let current = entry.versions.first else {
                Console.complain(
                    "page \(id.sessionID) is not stored; open it first, then pin it")
                status = .failed
                continue
            }
            let responses = ResponseCache(
                root: cache.root, account: id.account, hashes: .nettle, now: World.now)
            // Loading by number does not count as a use.
            let page = try await cache.load(id, number: current.number)
            var resources: [CacheKey] = []
            if let page {
                resources = await PageResources(
                    responses: responses,
                    exception: { _ in page.version.exception.map(OriginException.init(text:)) }
                ).fetched(for: page)
            }
            guard let pin = try await cache.pin(id, resources: resources) else { continue }
            printUnlessJSON(
                "pinned \(entry.url) with \(Self.count(pin.resources.count, "resource"))")
        }
        let pinned = try await cache.pinned()
        if let warning = PinService.excess(pinned.bytes, limit: cache.limits.bytes) {
            Console.complain(warning)
        }
        return status
    }

    /// Makes pages subject to the limits again.
    func unpin(_ ids: [PageID]) async throws(StoreFailure) -> ExitStatus {
        var status = ExitStatus.done
        for id in ids {
            guard let entry = try await cache.entry(id) else {
                status = absent(id)
                continue
            }
            guard try await cache.unpin(id) else {
                Console.complain("\(entry.url) is not pinned")
                status = .failed
                continue
            }
            printUnlessJSON("unpinned \(entry.url)")
        }
        return status
    }
}
