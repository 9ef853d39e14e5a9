import SonicProtocol
import SonicSession

/// The file cache: pages with their history in a folder, shared with other processes (docs/reference/cache-format.md).
///
/// Readers take no lock: they resolve `current` once and read that version. Writers hold the lock of the page. The
/// shared state is on the disk, so this is a value, and one page can be read while another is being stored. The disk is
/// not accessed before the first call; if the folder cannot be used, each call throws the reason.
public struct PageCache: PageStore {
    /// The folder of the whole cache.
    public let root: String
    /// The limits of the cache.
    public let limits: CacheLimits

    let hashes: Hashes
    let disk: any Disk
    let now: @Sendable () -> Instant
    private let recent: RecentPages

    /// Creates a cache in the folder `root`, which is created with its parents at the first commit.
    ///
    /// - Parameters:
    ///   - root: The folder of the whole cache.
    ///   - hashes: SHA-1, which verifies pages.
    ///   - limits: The limits of the cache.
    ///   - disk: The system calls; tests pass their own.
    ///   - now: The clock for the use and the age of pages.
    public init(
        root: String, hashes: Hashes, limits: CacheLimits = CacheLimits(), disk: any Disk = LinuxDisk(),
        now: @escaping @Sendable () -> Instant
    ) {
        self.root = root
        self.hashes = hashes
        self.limits = limits
        self.disk = disk
        self.now = now
        recent = RecentPages(countLimit: limits.pagesInMemory, byteLimit: limits.bytesInMemory)
    }

    /// Returns the current version of a page, verified unless it is large; nil if none is stored.
    /// - Complexity: Linear in the size of the page the first time.
    public func load(_ id: PageID) async throws(StoreFailure) -> StoredPage? { try await load(id, .whole) }

    /// Returns the current version; of a large page that is not in memory only its first bytes.
    public func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        try await load(id, .beginning)
    }

    private func load(_ id: PageID, _ extent: PageExtent) async throws(StoreFailure) -> StoredPage? {
        for _ in 0..<readAttempts {
            guard let page = try page(id) else { return nil }
            switch try page.pointer() {
            case .none: return nil
            case .unreadable: return try await recover(id)
            case .version(let stamp):
                // Only the order of pruning depends on the time, so a read-only disk is not an error.
                do { try page.folder.setModified(to: now()) } catch {}
                let state = try page.state()
                if let version = await recent.version(of: id, stamp: stamp) {
                    return PageFolder.stored(stamp.number, version, state)
                }
                switch try page.readUnverified(stamp.number, extent) {
                case .found(let version, let length):
                    var found = PageFolder.stored(stamp.number, version, state)
                    found.verification = version.html.count < length ? .begun(length: length) : .owed
                    return length > PageFolder.large ? found : try await verify(found, of: id)
                case .broken: return try await recover(id)
                case .gone: continue
                }
            }
        }
        return try await recover(id)
    }

    /// Returns the page after verifying its SHA-1, or the previous valid version if the SHA-1 differs.
    /// - Complexity: Linear in the size of the page.
    public func verify(_ found: StoredPage, of id: PageID) async throws(StoreFailure) -> StoredPage? {
        guard found.verification == .owed else { return found }
        guard hashes.sha1(found.version.html) == found.version.sha1 else { return try await recover(id) }
        if let page = try page(id), case .version(let stamp) = try page.pointer(),
            stamp.number == found.number
        {
            await recent.keep(found.version, of: id, stamp: stamp)
        }
        var verified = found
        verified.verification = .done
        return verified
    }

    /// Returns one stored version, verified; nil if it is missing or damaged.
    /// - Complexity: Linear in the size of the page.
    public func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage? {
        guard let page = try page(id), case .version(let stamp) = try page.pointer(), number <= stamp.number,
            case .found(let version, _) = try page.read(number)
        else { return nil }
        return PageFolder.stored(number, version, try page.state())
    }

    /// Returns the numbers of the stored versions, newest first.
    public func versions(of id: PageID) async throws(StoreFailure) -> [Int] {
        guard let page = try page(id), case .version(let stamp) = try page.pointer() else { return [] }
        return try page.numbers().filter { $0 <= stamp.number }
    }

    /// Stores a new current version and returns its number once it would survive a loss of power. Older versions beyond
    /// the limits are removed.
    public func commit(_ version: PageVersion, for id: PageID) async throws(StoreFailure) -> Int {
        let now = now()
        let limits = limits
        let number = try await writing(id) { page throws(StoreFailure) in
            let number = try page.commit(version)
            // The commit is valid; versions that could not be removed now are removed by the next pruning.
            do { _ = try page.pruneVersions(limits, now: now) } catch {}
            return number
        }
        do { try await pruneWhenDue() } catch {}  // As above.
        return number
    }

    /// Renews the current version after a 304 with one rename; does nothing if `number` is no longer current. The
    /// change is not synced, unless the mark that Sonic is off is written with it: a loss of power may undo the
    /// renewal, and the next request repeats it.
    public func renew(
        _ id: PageID, number: Int, headers: Headers, checked: Instant
    ) async throws(StoreFailure) {
        _ = try await changing(id) { page throws(StoreFailure) in
            guard case .version(let stamp) = try page.pointer(), stamp.number == number else { return }
            var state: PageState
            if let known = try page.state() {
                state = known
            } else {
                state = PageState(url: try page.record(number)?.url ?? "")
            }
            state.renewal = PageState.Renewal(
                number: number, checked: checked.milliseconds, headers: HeaderLines(headers))
            try page.write(state, state.sonicOffUntil == nil ? .fleeting : .lasting)
        }
    }

    /// Removes a page from memory.
    func dropFromMemory(_ id: PageID) async { await recent.forget(id) }

    /// Removes the page with its history. The mark that Sonic is off is preserved until it expires, the redirects of
    /// the address until they are set again, a pin until `unpin`.
    public func remove(_ id: PageID) async throws(StoreFailure) {
        await recent.forget(id)
        let now = now()
        _ = try await changing(id) { page throws(StoreFailure) in
            try page.remove(now: now)
        }
        try clearAway(id)
    }

    /// Turns Sonic off for this page until `until`; nil turns it on again.
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure) {
        try await mark(id, at: until == nil ? nil : url, .lasting) { $0.sonicOffUntil = until?.milliseconds }
    }

    /// Stores the redirects of the page's address; empty if it has a page itself. The change is not synced, unless the
    /// mark that Sonic is off is written with it, as for `renew`.
    public func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure) {
        let hops = redirects.map { PageState.Hop(status: $0.status, to: $0.to.href) }
        try await mark(id, at: hops.isEmpty ? nil : url, .fleeting) { $0.hops = hops }
    }

    /// Returns the marks of the page's address.
    public func marks(of id: PageID) async throws(StoreFailure) -> PageMarks {
        try page(id)?.state()?.marks ?? PageMarks()
    }

    /// Changes the marks of an address.
    ///
    /// - Parameter url: The address, if the marks are to be stored even if there were none; nil changes only existing
    ///   marks, and removes a folder that becomes empty.
    func mark(
        _ id: PageID, at url: WebURL?, _ durability: Durability, _ change: (inout PageState) -> Void
    ) async throws(StoreFailure) {
        if let url {
            return try await writing(id) { page throws(StoreFailure) in
                var state = try page.state() ?? PageState(url: url.href)
                change(&state)
                try page.write(state, state.sonicOffUntil == nil ? durability : .lasting)
            }
        }
        _ = try await changing(id) { page throws(StoreFailure) in
            guard var state = try page.state() else { return }
            change(&state)
            try page.write(state, state.sonicOffUntil == nil ? durability : .lasting)
            let pointer = try page.pointer()
            if pointer == .none, !state.hasMarks { try page.removeRest() }
        }
        try clearAway(id)
    }
}

/// The limits of the cache, which pruning enforces; see `PageCache.prune()`.
public struct CacheLimits: Sendable, Equatable {
    /// The maximum number of bytes on the disk, for all accounts together; 256 MiB by default.
    public var bytes = 256 << 20
    /// The maximum number of pages, for all accounts together; 2,000 by default.
    public var pages = 2_000
    /// The maximum number of versions of one page; 20 by default. The two newest versions are always kept.
    public var versions = 20
    /// The age after which an older version, or a page that is not used, is removed; 90 days by default.
    public var age = Duration.seconds(90 * 86_400)
    /// The maximum number of pages in memory; 8 by default.
    public var pagesInMemory = 8
    /// The maximum number of bytes of pages in memory; 32 MiB by default.
    public var bytesInMemory = 32 << 20

    /// The default limits.
    public init() {}
}

/// The most recently read pages in memory, so that opening one again reads and hashes nothing. Each is valid as long as
/// the file `current` is the same one that named it.
actor RecentPages {
    private var pages: [(id: PageID, stamp: PageFolder.Stamp, version: PageVersion)] = []
    private let countLimit: Int
    private let byteLimit: Int

    /// Creates the store with a maximum number of pages and of bytes.
    init(countLimit: Int, byteLimit: Int) {
        self.countLimit = countLimit
        self.byteLimit = byteLimit
    }

    /// Returns the version read under this stamp; nil if it is missing or no longer current.
    func version(of id: PageID, stamp: PageFolder.Stamp) -> PageVersion? {
        guard let index = pages.firstIndex(where: { $0.id == id && $0.stamp == stamp }) else { return nil }
        let page = pages.remove(at: index)
        pages.append(page)
        return page.version
    }

    /// Adds a version as the most recently used one; the least recently used ones are removed to stay within the
    /// limits.
    func keep(_ version: PageVersion, of id: PageID, stamp: PageFolder.Stamp) {
        forget(id)
        guard version.html.count <= byteLimit else { return }
        pages.append((id, stamp, version))
        while pages.count > countLimit || pages.reduce(0, { $0 + $1.version.html.count }) > byteLimit {
            pages.removeFirst()
        }
    }

    /// Removes a page.
    func forget(_ id: PageID) { pages.removeAll { $0.id == id } }
}
