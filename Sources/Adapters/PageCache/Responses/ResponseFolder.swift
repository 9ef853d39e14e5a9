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

    /// The most bytes of an index.
    static let longestIndex = 16 << 20
    /// Numbers beyond it are not ours, as with pages.
    private static let largestNumber = 1 << 53

    /// The index of this key; nil when there is none, or none that can be read.
    func index(of key: CacheKey) throws(StoreFailure) -> ResponseIndex? {
        guard let file = try folder.read(Name.index, limit: Self.longestIndex),
            let index = ResponseIndex(bytes: file.bytes), index.key == key.text,
            index.numbers.allSatisfy((0...Self.largestNumber).contains)
        else { return nil }
        return index
    }

    /// The responses of an index whose bodies have their length, in its order.
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

    /// The whole body of an entry; nil when it is gone or not what was stored. Linear in it.
    func body(_ entry: ResponseIndex.Entry) throws(StoreFailure) -> [UInt8]? {
        guard let file = try folder.read(String(entry.number), limit: .max),
            file.bytes.count == entry.response.length, hashes.sha1(file.bytes) == entry.sha1
        else { return nil }
        return file.bytes
    }

    /// Stores a response in place of others, and returns its number. Wants the lock.
    func save(
        _ response: StoredResponse, body: [UInt8], under key: CacheKey, replacing numbers: [Int], now: Instant
    ) throws(StoreFailure) -> Int {
        var index = try index(of: key) ?? ResponseIndex(key: key.text, last: 0, entries: [])
        // A key that was removed forgets its numbers; the time keeps them from being given again.
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
            // As with a page: no index names the body, so a full disk has its bytes back.
            do { try folder.removeFile(String(number)) } catch {}
            throw error
        }
        return number
    }

    /// Puts an index in place of the one before, which is the commit, and removes what it no longer names. Wants
    /// the lock.
    func write(_ index: ResponseIndex) throws(StoreFailure) {
        try folder.replace(Name.index, with: index.bytes, .fleeting)
        // The index holds; what could not be removed now, the next change removes.
        do { try removeStrays(index) } catch {}
    }

    /// Removes everything, the index first. Wants the lock.
    func removeAll() throws(StoreFailure) {
        try folder.removeFile(Name.index)
        for name in try folder.names() where name != Name.lock { try folder.removeFile(name) }
        try folder.removeFile(Name.lock)
    }

    /// What it occupies on the disk, and when it was used last.
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
}
