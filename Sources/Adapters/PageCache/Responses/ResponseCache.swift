import SonicProtocol
import SonicSession

/// Responses that are no pages, in files: the disk under `HTTPEngine` (docs/reference/cache-format.md#http).
///
/// As with pages, readers take no lock and writers hold that of the key, what is shared is on the disk, and a
/// folder that cannot be used fails each call with its reason. A response is not synced: a loss of power may take
/// it, and what is left of it is found out by its length and SHA-1 and left out.
public struct ResponseCache: ResponseStore {
    /// The folder of the whole cache.
    public let root: String
    /// Whose responses these are; empty for no account.
    public let account: String
    /// How much is kept.
    public let limits: ResponseLimits

    let hashes: Hashes
    let disk: any Disk
    let now: @Sendable () -> Instant

    /// The responses of an account in the folder `root`, which is made at the first save.
    ///
    /// - Parameters:
    ///   - root: the folder of the whole cache.
    ///   - account: the account; empty for none.
    ///   - hashes: SHA-1 and MD5, by which responses are named and verified.
    ///   - limits: how much is kept.
    ///   - disk: the system calls; tests bring their own.
    ///   - now: the clock by which responses are used and grow old.
    public init(
        root: String, account: String, hashes: Hashes, limits: ResponseLimits = ResponseLimits(),
        disk: any Disk = LinuxDisk(), now: @escaping @Sendable () -> Instant
    ) {
        self.root = root
        self.account = account
        self.hashes = hashes
        self.limits = limits
        self.disk = disk
        self.now = now
    }

    /// What is stored under a key, latest first. Linear in the index.
    public func variants(of key: CacheKey) async throws(StoreFailure) -> [StoredVariant] {
        guard let responses = try responses(key), let index = try responses.index(of: key) else { return [] }
        // Only the order of pruning rests on this, so a read-only disk is no obstacle.
        do { try responses.folder.setModified(ResponseFolder.Name.lock, to: now()) } catch {}
        return try responses.variants(index)
    }

    /// Bytes of a stored body, verified. Linear in the whole of it.
    public func body(
        of number: Int, under key: CacheKey, _ range: Range<Int>
    ) async throws(StoreFailure) -> [UInt8]? {
        guard let responses = try responses(key), let index = try responses.index(of: key),
            let entry = index.entries.first(where: { $0.number == number }),
            let body = try responses.body(entry),
            range.lowerBound >= 0, range.upperBound <= body.count
        else { return nil }
        return range == 0..<body.count ? body : Array(body[range])
    }

    /// Stores a response; those it takes the place of go by the same rename.
    public func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int]
    ) async throws(StoreFailure) -> Int {
        let now = now()
        let number = try await writing(key) { responses throws(StoreFailure) in
            try responses.save(response, body: body, under: key, replacing: numbers, now: now)
        }
        do { try await pruneWhenDue() } catch {}  // The response is stored; the next save tries again.
        return number
    }

    /// Puts a head in place of a stored one by one rename.
    public func freshen(
        _ number: Int, under key: CacheKey, to response: StoredResponse
    ) async throws(StoreFailure) {
        try await changing(key) { responses throws(StoreFailure) in
            guard var index = try responses.index(of: key),
                let place = index.entries.firstIndex(where: { $0.number == number })
            else { return }
            index.entries[place].response = ResponseRecord(response)
            try responses.write(index)
        }
    }

    /// Removes one response by one rename.
    public func remove(_ number: Int, under key: CacheKey) async throws(StoreFailure) {
        try await changing(key) { responses throws(StoreFailure) in
            guard var index = try responses.index(of: key) else { return }
            index.entries.removeAll { $0.number == number }
            if index.entries.isEmpty { try responses.removeAll() } else { try responses.write(index) }
        }
        try clearAway(Self.name(of: key, hashes))
    }

    /// Removes all that is stored under a key; its index goes first.
    public func remove(_ key: CacheKey) async throws(StoreFailure) {
        try await remove(named: Self.name(of: key, hashes))
    }

    /// Removes all responses of the account.
    public func clear() async throws(StoreFailure) {
        for name in try names() { try await remove(named: name) }
    }
}
