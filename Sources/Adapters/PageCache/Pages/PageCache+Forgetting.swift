import SonicProtocol
import SonicSession

/// What a person wants nothing remembered of.
extension PageCache {
    /// How much was forgotten of a page.
    public struct Forgotten: Sendable, Equatable {
        /// Whether nothing of the page is left.
        public var isWhole = false
        /// How many versions went.
        public var versions = 0
        /// The bytes that they occupied on the disk.
        public var bytes = 0

        /// So much; by default nothing.
        ///
        /// - Parameters:
        ///   - isWhole: Whether nothing of the page is left.
        ///   - versions: How many versions went.
        ///   - bytes: The bytes that they occupied on the disk.
        public init(isWhole: Bool = false, versions: Int = 0, bytes: Int = 0) {
            self.isWhole = isWhole
            self.versions = versions
            self.bytes = bytes
        }
    }

    /// Forgets a page: its versions, that it was read, its pin and its marks. Returns once that would survive
    /// a loss of power; cut off before, the page is there or it is not.
    public func forget(_ id: PageID) async throws(StoreFailure) -> Forgotten {
        guard let entry = try await entry(id) else { return Forgotten() }
        try await remove(id)
        _ = try await unpin(id)
        try await forgetMarks(of: id)
        return Forgotten(isWhole: true, versions: entry.versions.count, bytes: entry.bytes)
    }

    /// Forgets what is remembered of the address of a page.
    public func forgetMarks(of id: PageID) async throws(StoreFailure) {
        try await mark(id, at: nil, .lasting) { ($0.sonicOffUntil, $0.hops) = (nil, []) }
    }

    /// Forgets what came of a page since a moment: versions stored since, that it was read since, and where its address
    /// led. A page without an older version goes as a whole; else the newest of those is current again.
    public func forget(_ id: PageID, since moment: Instant) async throws(StoreFailure) -> Forgotten {
        let before = try await entry(id)
        guard let before else { return Forgotten() }
        guard let oldest = before.versions.last else {
            return before.used >= moment ? try await forget(id) : Forgotten()
        }
        if let stored = oldest.stored, stored >= moment { return try await forget(id) }
        await dropFromMemory(id)
        let versions = try await changing(id) { page throws(StoreFailure) in
            try page.withoutUse { () throws(StoreFailure) in try page.forget(since: moment) }
        }
        let after = try await entry(id)
        return Forgotten(
            versions: versions ?? 0, bytes: max(0, before.bytes - (after?.bytes ?? 0)))
    }
}

extension PageFolder {
    /// Makes the newest version current that was stored before a moment, and removes those above it: their number is
    /// returned. One of which nobody knows when it was stored stays. Wants the lock.
    fileprivate func forget(since moment: Instant) throws(StoreFailure) -> Int {
        guard case .version(let stamp) = try pointer() else { return 0 }
        // When the address led elsewhere nobody knows; not after the page was used last.
        if try used() >= moment { try forgetRedirects() }
        let numbers = try numbers().filter { $0 <= stamp.number }
        var kept: Int?
        for number in numbers where kept == nil {
            let stored = try record(number)?.stored
            if stored.map({ $0 < moment.milliseconds }) ?? true { kept = number }
        }
        guard let kept else { return 0 }
        // That it was read goes first: cut off behind it, the page is only as if nobody had seen it.
        if let read = try lastRead(), read.at >= moment || read.number > kept {
            try folder.removeFile(Name.read)
            try folder.sync()
        }
        guard kept < stamp.number else { return 0 }
        try point(to: kept)
        try removeUnfinished(try pointer())
        return numbers.count { $0 > kept }
    }
}

extension ResponseCache {
    /// Forgets what is stored under the keys that are meant, and returns how many there were and what they occupied on
    /// the disk. Linear in the number of files.
    ///
    /// - Parameter isMeant: Whether what is stored under a key, nil where that cannot be read, and was used last at a
    ///   time, is to go.
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
}

extension ResponseFolder {
    /// The key that the index names; nil where there is none, or none that can be read.
    fileprivate func key() throws(StoreFailure) -> CacheKey? {
        guard let file = try folder.read(Name.index, limit: Self.longestIndex),
            let index = ResponseIndex(bytes: file.bytes)
        else { return nil }
        return CacheKey(text: index.key)
    }
}
