import SonicProtocol
import SonicSession

/// Responses other than pages, in files: the disk store of `HTTPEngine` (docs/reference/cache-format.md#http).
///
/// As with pages, readers take no lock and writers hold that of the key, the shared state is on the disk, and if the
/// folder cannot be used, each call throws the reason. Responses are not synced: after a loss of power, damaged ones
/// are detected by their length and SHA-1 and ignored.
public struct ResponseCache: ResponseStore {
    /// The folder of the whole cache.
    public let root: String
    /// The account; empty for none.
    public let account: String
    /// The limits of the responses.
    public let limits: ResponseLimits

    let hashes: Hashes
    let disk: any Disk
    let now: @Sendable () -> Instant

    /// Creates the store of an account's responses in the folder `root`, which is created at the first save.
    ///
    /// - Parameters:
    ///   - root: The folder of the whole cache.
    ///   - account: The account; empty for none.
    ///   - hashes: SHA-1 and MD5, which verify and name responses.
    ///   - limits: The limits of the responses.
    ///   - disk: The system calls; tests pass their own.
    ///   - now: The clock for the use and the age of responses.
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

    /// Returns the responses stored under a key, latest first.
    /// - Complexity: Linear in the size of the index.
    public func variants(of key: CacheKey) async throws(StoreFailure) -> [StoredVariant] {
        guard let responses = try responses(key), let index = try responses.index(of: key) else { return [] }
        // Only the order of pruning depends on the time, so a read-only disk is not an error.
        do { try responses.folder.setModified(ResponseFolder.Name.lock, to: now()) } catch {}
        return try responses.variants(index)
    }

    /// Returns bytes of a stored body, verified.
    /// - Complexity: Linear in the size of the whole body.
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

    /// Stores a response and returns its number; the same rename removes those it replaces.
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

    /// Replaces the headers of a stored response with one rename.
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

    /// Removes one response with one rename.
    public func remove(_ number: Int, under key: CacheKey) async throws(StoreFailure) {
        try await changing(key) { responses throws(StoreFailure) in
            guard var index = try responses.index(of: key) else { return }
            index.entries.removeAll { $0.number == number }
            if index.entries.isEmpty { try responses.removeAll() } else { try responses.write(index) }
        }
        try clearAway(Self.name(of: key, hashes))
    }

    /// Removes all responses stored under a key, the index first.
    public func remove(_ key: CacheKey) async throws(StoreFailure) {
        try await remove(named: Self.name(of: key, hashes))
    }

    /// Removes all responses of the account.
    public func clear() async throws(StoreFailure) {
        for name in try names() { try await remove(named: name) }
    }
}
