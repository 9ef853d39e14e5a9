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

    /// Removes the responses stored under the keys for which `isMeant` returns true.
    ///
    /// - Parameter isMeant: Whether the responses of a key, nil if it cannot be read, with this time of last use are
    ///   removed.
    /// - Returns: The number of keys, and the number of bytes that they occupied on the disk.
    /// - Complexity: Linear in the number of files.
    public func forget(
        _ isMeant: (_ key: CacheKey?, _ used: Instant) -> Bool
    ) async throws(StoreFailure) -> (keys: Int, bytes: Int) {
        var sum = (keys: 0, bytes: 0)
        for name in try names() {
            guard let found = try described(name), isMeant(found.key, found.used) else { continue }
            try await remove(named: name)
            sum = (sum.keys + 1, sum.bytes + found.bytes)
        }
        return sum
    }

    private func described(
        _ name: String
    ) throws(StoreFailure) -> (key: CacheKey?, used: Instant, bytes: Int)? {
        guard let folder = try responses(named: name) else { return nil }
        let usage = try folder.usage()
        return (try folder.key(), usage.used, usage.bytes)
    }

    /// Returns the names of the folders of responses that belong to pinned pages of the account.
    /// - Complexity: Linear in the number of pages.
    func pinnedNames() async throws(StoreFailure) -> Set<String> {
        let pinned = try await PageCache(root: root, hashes: hashes, disk: disk, now: now).pinned()
        let resources = pinned.filter { $0.id.account == account }.flatMap { $0.pin?.resources ?? [] }
        return Set(resources.map { Self.name(of: $0, hashes) })
    }
}

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
            guard !isWanted else { continue }
            guard !oldest.used.isWithin(PageFolder.youngFor, before: now) else {
                report.recent += 1
                continue
            }
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
        let root = try Folder.open(path: root, disk: disk)
        if try root?.beginsPruning(".pruned-http", .fleeting, at: now()) ?? false { _ = try await prune() }
    }

    /// The disk usage and the last use of a key.
    private typealias Usage = (name: String, bytes: Int, used: Instant)

    /// Returns the usage of every key, least recently used first.
    private func usages() throws(StoreFailure) -> [Usage] {
        try names().compactMap { name in
            do throws(StoreFailure) {
                guard let usage = try responses(named: name)?.usage() else { return nil }
                return (name, usage.bytes, usage.used)
            } catch {
                return nil  // Passed over, as `prune` says.
            }
        }.sorted { ($0.used, $0.name) < ($1.used, $1.name) }
    }

    // Access to the responses' folders: readers open them directly, writers hold the key's lock.

    /// The subfolder of an account's folder that contains its responses.
    private static var responsesName: String { "http" }

    /// Returns the name of a key's folder.
    static func name(of key: CacheKey, _ hashes: Hashes) -> String { hashes.md5(Array(key.text.utf8)) }

    /// Returns the names of the keys' folders, unordered; empty if there are none.
    func names() throws(StoreFailure) -> [String] {
        guard let all = try all() else { return [] }
        return try all.names().filter(PageCache.isDigest)
    }

    /// Opens the folder of a key for reading; nil if it does not exist.
    func responses(_ key: CacheKey) throws(StoreFailure) -> ResponseFolder? {
        try responses(named: Self.name(of: key, hashes))
    }

    /// Opens the folder of this name; nil if it does not exist.
    func responses(named name: String) throws(StoreFailure) -> ResponseFolder? {
        guard let folder = try all()?.folder(name) else { return nil }
        return ResponseFolder(folder: folder, hashes: hashes)
    }

    /// Changes the responses of a key, and creates its folder if it does not exist.
    func writing<Result: Sendable>(
        _ key: CacheKey, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Result
    ) async throws(StoreFailure) -> Result {
        let path = try path(of: Self.name(of: key, hashes))
        return try await LockWait.patiently("response", at: path) { () throws(StoreFailure) in
            let folder = try AccountFolder.making(
                AccountFolder.name(of: account), Self.responsesName, Self.name(of: key, hashes), in: root,
                disk: disk)
            guard let folder else { return nil }
            let responses = ResponseFolder(folder: folder, hashes: hashes)
            return try responses.folder.held(ResponseFolder.Name.lock) { _ throws(StoreFailure) in
                try body(responses)
            }
        }
    }

    /// Changes the responses of a key; does nothing if it has no folder.
    func changing(
        _ key: CacheKey, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Void
    ) async throws(StoreFailure) {
        try await changing(named: Self.name(of: key, hashes), body)
    }

    /// Removes the contents of a folder and then the folder, unless a new file was added meanwhile.
    func remove(named name: String) async throws(StoreFailure) {
        try await changing(named: name) { responses throws(StoreFailure) in try responses.removeAll() }
        try clearAway(name)
    }

    /// Removes a folder if it is empty.
    func clearAway(_ name: String) throws(StoreFailure) { try all()?.removeIfEmpty(name) }

    private func changing(
        named name: String, _ body: (borrowing ResponseFolder) throws(StoreFailure) -> Void
    ) async throws(StoreFailure) {
        try await LockWait.patiently("response", at: try path(of: name)) { () throws(StoreFailure) in
            guard let responses = try responses(named: name) else { return () }
            return try responses.folder.held(ResponseFolder.Name.lock) { _ throws(StoreFailure) in
                try body(responses)
            }
        }
    }

    /// Returns the path of a folder of this name, whether or not it exists.
    private func path(of name: String) throws(StoreFailure) -> String {
        "\(root)/\(try AccountFolder.name(of: account))/\(Self.responsesName)/\(name)"
    }

    private func all() throws(StoreFailure) -> Folder? {
        try AccountFolder.open(AccountFolder.name(of: account), Self.responsesName, in: root, disk: disk)
    }
}
