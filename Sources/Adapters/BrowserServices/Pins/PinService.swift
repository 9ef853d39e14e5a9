import BrowserValues
import PageCache
import SonicProtocol
import SonicSession
import SystemLibraries

/// The operations on an account's stored pages other than displaying them: pins, and the list of digests.
package struct PinService: Sendable {
    /// The file cache; nil if pages are in memory only.
    let cache: PageCache?
    /// The account; empty for none.
    package let account: String
    /// Returns the page identity of an address; nil uses the default rules.
    let identity: @Sendable (WebURL) -> PageIdentity?
    /// Returns the exception that changes the origin of an address.
    let exception: @Sendable (WebURL) -> OriginException?
    /// The wall clock.
    let now: @Sendable () -> Instant

    package init(
        cache: PageCache?, account: String, identity: @escaping @Sendable (WebURL) -> PageIdentity?,
        exception: @escaping @Sendable (WebURL) -> OriginException?, now: @escaping @Sendable () -> Instant
    ) {
        self.cache = cache
        self.account = account
        self.identity = identity
        self.exception = exception
        self.now = now
    }

    /// Returns whether a page is pinned. If the pin cannot be read, it counts as not pinned: opening the page reports
    /// the error.
    package func find(_ url: WebURL) async -> PinReport {
        guard let cache else { return report(url, nil) }
        do throws(StoreFailure) {
            return report(url, try await cache.pin(of: id(url)))
        } catch {
            return report(url, nil)
        }
    }

    /// Pins a page with the resources fetched for it, or removes its pin.
    package func change(_ url: WebURL) async -> PinReport {
        guard let cache else {
            return report(url, nil, .failure("Pages are in memory only and cannot be pinned."))
        }
        do throws(StoreFailure) {
            if try await cache.unpin(id(url)) {
                return report(url, nil, .news("Unpinned: the cache limits apply to this page again."))
            }
            return try await pin(url, in: cache)
        } catch {
            return report(url, nil, .failure("The pin cannot be changed: \(error)"))
        }
    }

    private func pin(_ url: WebURL, in cache: PageCache) async throws(StoreFailure) -> PinReport {
        let number = try await cache.versions(of: id(url)).first
        guard let number, let page = try await cache.load(id(url), number: number) else {
            return report(url, nil, .failure("This page is not stored, and cannot be pinned."))
        }
        let pin = try await cache.pin(id(url), resources: await resources(cache).fetched(for: page))
        guard let pin else {
            return report(url, nil, .failure("This page is no longer stored, and cannot be pinned."))
        }
        let bytes = try await cache.pinned().bytes
        if let excess = Self.excess(bytes, limit: cache.limits.bytes) {
            return report(url, pin, .failure("Pinned; \(excess)."))
        }
        return report(url, pin, .news("Pinned: this page is kept regardless of the cache limits."))
    }

    /// Adds resources fetched for a page to its pin; nil if it is not pinned.
    package func note(_ addresses: [WebURL], fetchedFor page: WebURL) async -> PinReport? {
        do throws(StoreFailure) {
            guard let cache, try await cache.pin(of: id(page)) != nil else { return nil }
            try await cache.add(await resources(cache).fetched(addresses), toPinOf: id(page))
            return report(page, try await cache.pin(of: id(page)))
        } catch {
            // They are added when they are next fetched for the page.
            return nil
        }
    }

    /// Returns the digests of the ids of the stored pages; nil if they are unknown.
    package func digests() async -> Set<String>? {
        do throws(StoreFailure) {
            return try await cache?.digests(of: account)
        } catch {
            return nil
        }
    }

    private func resources(_ cache: PageCache) -> PageResources {
        PageResources(
            responses: ResponseCache(
                root: cache.root, account: account, hashes: .nettle, now: now),
            exception: exception)
    }

    private func id(_ url: WebURL) -> PageID {
        (identity(url) ?? PageIdentity(for: url)).id(of: url, account: account, hashes: .nettle)
    }

    private func report(_ url: WebURL, _ pin: Pin?, _ words: PinReport.Words = .none) -> PinReport {
        PinReport(
            page: url.withoutFragment, account: account,
            pin: pin.map { .pinned(since: $0.since, resources: $0.resources.count) } ?? .none, words: words)
    }

    /// Returns the warning if pinned pages alone exceed the limit; nil if they do not.
    package static func excess(_ bytes: Int, limit: Int) -> String? {
        guard bytes > limit else { return nil }
        return
            "the pinned pages alone occupy \(bytes.sizeText), more than the limit of \(limit.sizeText): they stay; "
            + "sonic cache unpin releases them"
    }
}
