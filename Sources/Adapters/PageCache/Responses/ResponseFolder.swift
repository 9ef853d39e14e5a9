import SonicProtocol
import SonicSession

/// The folder of one key: an index of the responses, and a file for each body (docs/reference/cache-format.md#http).
struct ResponseFolder: ~Copyable {
    let folder: Folder
    let hashes: Hashes

    enum Name {
        static let index = "index"
        static let lock = "lock"
    }

    /// The maximum number of bytes of an index.
    static let longestIndex = 16 << 20
    /// Larger numbers are invalid, as for pages.
    private static let largestNumber = 1 << 53

    /// Returns the index of this key; nil if there is no valid one.
    func index(of key: CacheKey) throws(StoreFailure) -> ResponseIndex? {
        guard let file = try folder.read(Name.index, limit: Self.longestIndex),
            let index = ResponseIndex(bytes: file.bytes), index.key == key.text,
            index.numbers.allSatisfy((0...Self.largestNumber).contains)
        else { return nil }
        return index
    }

    /// Returns the responses of an index whose bodies have the recorded length, in its order.
    func variants(_ index: ResponseIndex) throws(StoreFailure) -> [StoredVariant] {
        var variants: [StoredVariant] = []
        for entry in index.entries {
            guard let response = entry.response.response,
                try folder.status(String(entry.number))?.size == entry.response.length
            else { continue }
            variants.append(StoredVariant(number: entry.number, response: response))
        }
        return variants
    }

    /// Returns the whole body of an entry; nil if it is missing or damaged.
    /// - Complexity: Linear in the size of the body.
    func body(_ entry: ResponseIndex.Entry) throws(StoreFailure) -> [UInt8]? {
        guard let file = try folder.read(String(entry.number), limit: .max),
            file.bytes.count == entry.response.length, hashes.sha1(file.bytes) == entry.sha1
        else { return nil }
        return file.bytes
    }

    /// Stores a response, which replaces others, and returns its number. Requires the lock.
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int], now: Instant
    ) throws(StoreFailure) -> Int {
        var index = try index(of: key) ?? ResponseIndex(key: key.text, last: 0, entries: [])
        // The numbers of a removed key are lost; the time prevents them from being assigned again.
        let number = max((index.numbers.max() ?? 0) + 1, Int(now.milliseconds))
        try removeStrays(index)
        try folder.write(body, as: String(number), .fleeting)
        index.last = number
        index.entries.removeAll { numbers.contains($0.number) }
        index.entries.insert(
            ResponseIndex.Entry(number: number, sha1: hashes.sha1(body), response: ResponseRecord(response)),
            at: 0)
        do {
            try write(index)
        } catch {
            // As for a page: no index names the body, so its space on a full disk is freed.
            do { try folder.removeFile(String(number)) } catch {}
            throw error
        }
        return number
    }

    /// Replaces the index, which is the commit, and removes the files that it no longer names. Requires the lock.
    func write(_ index: ResponseIndex) throws(StoreFailure) {
        try folder.replace(Name.index, with: index.bytes, .fleeting)
        // The index is valid; files that could not be removed now are removed by the next change.
        do { try removeStrays(index) } catch {}
    }

    /// Removes everything, the index first. Requires the lock.
    func removeAll() throws(StoreFailure) {
        try folder.removeFile(Name.index)
        for name in try folder.names() where name != Name.lock { try folder.removeFile(name) }
        try folder.removeFile(Name.lock)
    }

    /// Returns the number of bytes that the folder occupies on the disk, and the time of its last use.
    func usage() throws(StoreFailure) -> (bytes: Int, used: Instant) {
        var bytes = 0
        var used = Instant(milliseconds: 0)
        for name in try folder.names() {
            guard let status = try folder.status(name) else { continue }
            bytes += status.occupied
            used = max(used, status.changed)
        }
        return (bytes, used)
    }

    private func removeStrays(_ index: ResponseIndex) throws(StoreFailure) {
        let kept = Set(index.entries.map { String($0.number) } + [Name.index, Name.lock])
        for name in try folder.names() where !kept.contains(name) { try folder.removeFile(name) }
    }

    /// Returns the key that the index names; nil if there is none or it cannot be read.
    func key() throws(StoreFailure) -> CacheKey? {
        guard let file = try folder.read(Name.index, limit: Self.longestIndex),
            let index = ResponseIndex(bytes: file.bytes)
        else { return nil }
        return CacheKey(text: index.key)
    }
}
