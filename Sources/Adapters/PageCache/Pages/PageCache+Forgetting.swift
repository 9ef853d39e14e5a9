import SonicProtocol
import SonicSession

/// Removal of data at the user's request.
extension PageCache {
    /// The amount of data that was removed for a page.
    public struct Forgotten: Sendable, Equatable {
        /// Whether the page was removed completely.
        public var isWhole = false
        /// The number of versions removed.
        public var versions = 0
        /// The number of bytes freed on the disk.
        public var bytes = 0

        /// Creates an amount; by default nothing.
        ///
        /// - Parameters:
        ///   - isWhole: Whether the page was removed completely.
        ///   - versions: The number of versions removed.
        ///   - bytes: The number of bytes freed on the disk.
        public init(isWhole: Bool = false, versions: Int = 0, bytes: Int = 0) {
            self.isWhole = isWhole
            self.versions = versions
            self.bytes = bytes
        }
    }

    /// Removes a page with its versions, the version last read, its pin and its marks. Returns once that would survive
    /// a loss of power; if interrupted earlier, the page either exists or does not.
    public func forget(_ id: PageID) async throws(StoreFailure) -> Forgotten {
        guard let entry = try await entry(id) else { return Forgotten() }
        try await remove(id)
        _ = try await unpin(id)
        try await forgetMarks(of: id)
        return Forgotten(isWhole: true, versions: entry.versions.count, bytes: entry.bytes)
    }

    /// Removes the marks of a page's address.
    public func forgetMarks(of id: PageID) async throws(StoreFailure) {
        try await mark(id, at: nil, .lasting) { ($0.sonicOffUntil, $0.hops) = (nil, []) }
    }

    /// Removes the data of a page since a moment: versions stored since, the version read since, and the redirects of
    /// its address. A page without an older version is removed; otherwise the newest older one becomes current again.
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
    /// Makes the newest version that was stored before a moment current, removes the later ones, and returns their
    /// number. A version whose time is unknown counts as stored before. Requires the lock.
    fileprivate func forget(since moment: Instant) throws(StoreFailure) -> Int {
        guard case .version(let stamp) = try pointer() else { return 0 }
        // The time of the redirects is unknown, but it is not after the last use of the page.
        if try used() >= moment { try forgetRedirects() }
        let numbers = try numbers().filter { $0 <= stamp.number }
        var kept: Int?
        for number in numbers where kept == nil {
            let stored = try record(number)?.stored
            if stored.map({ $0 < moment.milliseconds }) ?? true { kept = number }
        }
        guard let kept else { return 0 }
        // The last read is removed first: an interruption after it only leaves the page unread.
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
