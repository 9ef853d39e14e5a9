import SonicProtocol
import SonicSession

/// The file cache: pages with their history in a folder, shared with other processes (docs/reference/cache-format.md).
///
/// Readers take no lock: they resolve `current` once and read that version. Writers hold the lock of the page.
/// What is shared is on the disk, so this is a value, and a page is read while another one is being stored.
/// Nothing touches the disk before the first call; a folder that cannot be used fails each call with its
/// reason.
public struct PageCache: PageStore {
    /// The folder of the whole cache.
    public let root: String
    /// How much is kept.
    public let limits: CacheLimits

    let hashes: Hashes
    let disk: any Disk
    let now: @Sendable () -> Instant
    private let recent: RecentPages

    /// A cache in the folder `root`, made at the first commit with the folders above it.
    ///
    /// - Parameters:
    ///   - root: the folder of the whole cache.
    ///   - hashes: SHA-1, by which pages are verified.
    ///   - limits: how much is kept.
    ///   - disk: the system calls; tests bring their own.
    ///   - now: the clock by which pages are used and grow old.
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

    /// The current version of a page, verified unless it is large; nil when none is kept. Linear in the page the
    /// first time.
    public func load(_ id: PageID) async throws(StoreFailure) -> StoredPage? { try await load(id, .whole) }

    /// The same, but of a large page its first bytes where memory does not hold it.
    public func begin(_ id: PageID) async throws(StoreFailure) -> StoredPage? {
        try await load(id, .beginning)
    }

    private func load(
        _ id: PageID, _ extent: PageFolder.Extent
    ) async throws(StoreFailure) -> StoredPage? {
        for _ in 0..<readAttempts {
            guard let page = try page(id) else { return nil }
            switch try page.pointer() {
            case .none:
                return nil
            case .unreadable:
                return try await recover(id)
            case .version(let stamp):
                // Only the order of pruning rests on this, so a read-only disk is no obstacle.
                do { try page.folder.setModified(to: now()) } catch {}
                let state = try page.state()
                if let version = await recent.version(of: id, stamp: stamp) {
                    return StoredPage(stamp.number, version, state)
                }
                switch try page.readUnverified(stamp.number, extent) {
                case .found(let version, let length):
                    var found = StoredPage(stamp.number, version, state)
                    found.verification = version.html.count < length ? .begun(length: length) : .owed
                    return length > PageFolder.large ? found : try await verify(found, of: id)
                case .broken:
                    return try await recover(id)
                case .gone:
                    continue
                }
            }
        }
        return try await recover(id)
    }

    /// The page once its SHA-1 is known, or the version before it where that is another one. Linear in the page.
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

    /// One kept version, verified; nil when it is gone or no longer whole. Linear in the page.
    public func load(_ id: PageID, number: Int) async throws(StoreFailure) -> StoredPage? {
        guard let page = try page(id), case .version(let stamp) = try page.pointer(), number <= stamp.number,
            case .found(let version, _) = try page.read(number)
        else { return nil }
        return StoredPage(number, version, try page.state())
    }

    /// The numbers of the versions kept, newest first.
    public func versions(of id: PageID) async throws(StoreFailure) -> [Int] {
        guard let page = try page(id), case .version(let stamp) = try page.pointer() else { return [] }
        return try page.numbers().filter { $0 <= stamp.number }
    }

    /// Stores a new current version and returns once it would survive a loss of power. Older versions beyond
    /// the limits are removed.
    public func commit(_ version: PageVersion, for id: PageID) async throws(StoreFailure) -> Int {
        let now = now()
        let limits = limits
        let number = try await writing(id) { page throws(StoreFailure) in
            let number = try page.commit(version)
            // The commit holds; what could not be removed now, the next pruning removes.
            do { _ = try page.pruneVersions(limits, now: now) } catch {}
            return number
        }
        do { try await pruneWhenDue() } catch {}  // As above.
        return number
    }

    /// Renews the current version after a 304 by one rename; does nothing when `number` is no longer current. The
    /// disk is not waited for, unless a mark that Sonic is off is written with it: a loss of power may undo what
    /// was renewed, and the next question renews it again.
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

    /// Lets go of a page in memory.
    func dropFromMemory(_ id: PageID) async { await recent.forget(id) }

    /// Removes the page with its history; a mark that Sonic is off stays until it ends, where the address led
    /// until that is set anew, a pin until `unpin`.
    public func remove(_ id: PageID) async throws(StoreFailure) {
        await recent.forget(id)
        let now = now()
        _ = try await changing(id) { page throws(StoreFailure) in
            try page.remove(now: now)
        }
        try clearAway(id)
    }

    /// Remembers that no Sonic is to be spoken with this page until `until`; nil: again from now on.
    public func setSonicOff(_ id: PageID, url: WebURL, until: Instant?) async throws(StoreFailure) {
        try await mark(id, at: until == nil ? nil : url, .lasting) { $0.sonicOffUntil = until?.milliseconds }
    }

    /// Remembers where the address of this page led; empty: to a page of its own. The disk is not waited for, unless a
    /// mark that Sonic is off is written with it, as for `renew`.
    public func setRedirects(
        _ id: PageID, url: WebURL, _ redirects: [SessionResult.Redirect]
    ) async throws(StoreFailure) {
        let hops = redirects.map { PageState.Hop(status: $0.status, to: $0.to.href) }
        try await mark(id, at: hops.isEmpty ? nil : url, .fleeting) { $0.hops = hops }
    }

    /// What is remembered of the address beside its versions.
    public func marks(of id: PageID) async throws(StoreFailure) -> PageMarks {
        try page(id)?.state()?.marks ?? PageMarks()
    }

    /// Changes what is remembered of an address.
    ///
    /// - Parameter url: The address, where it is to be remembered also if nothing was; nil: only what is remembered
    ///   changes, and a folder that nothing is left in goes.
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

extension StoredPage {
    /// A version with what 304s renewed of it.
    init(_ number: Int, _ version: PageVersion, _ state: PageState?) {
        self.init(number: number, version: version, checked: version.stored)
        guard let renewal = state?.renewal, renewal.number == number else { return }
        self.version.headers = renewal.headers.headers
        checked = Instant(milliseconds: renewal.checked)
    }
}
