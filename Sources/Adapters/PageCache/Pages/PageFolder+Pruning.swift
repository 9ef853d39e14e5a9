import SonicProtocol
import SonicSession

/// The selection of the versions of a page to remove.
extension PageFolder {
    /// The two newest versions are always kept, and so is one that a reader may be displaying.
    private static let spared = 2
    private static let youngFor: Int64 = 60_000

    /// Removes the versions beyond the limits, oldest first, and returns their number. For a pinned page only the
    /// maximum number applies. Requires the lock.
    func pruneVersions(_ limits: CacheLimits, now: Instant) throws(StoreFailure) -> Int {
        guard case .version(let stamp) = try pointer() else { return 0 }
        let committed = try numbers().filter { $0 <= stamp.number }
        let longest = try folder.status(Name.pin) == nil ? limits.age.wholeMilliseconds : .max
        var removed = 0
        for (index, number) in committed.enumerated().dropFirst(Self.spared).reversed() {
            let written = try written(String(number))
            guard !(written?.isWithin(Self.youngFor, before: now) ?? false) else { continue }
            if index >= limits.versions || age(of: written, at: now) > longest {
                try retire(number)
                removed += 1
            }
        }
        for name in try versionNames(Name.brokenSuffix)
        where age(of: try written(name), at: now) > limits.age.wholeMilliseconds {
            try folder.removeFolder(name)
        }
        return removed
    }

    /// Removes every version that may be removed, regardless of its age in days, to free space. Requires the lock.
    func pruneHistory(now: Instant) throws(StoreFailure) -> Int {
        var limits = CacheLimits()
        limits.versions = 0
        limits.age = .zero
        return try pruneVersions(limits, now: now)
    }

    /// Returns the number of bytes that the page occupies on the disk.
    func occupied() throws(StoreFailure) -> Int {
        var bytes = 0
        for name in try folder.names() {
            switch name {
            case Name.current, Name.state, Name.pin, Name.read, Name.lock:
                bytes += try folder.status(name)?.occupied ?? 0
            default:
                bytes += try size(name).occupied
            }
        }
        return bytes
    }

    /// Returns when the page was last opened or changed: the modification time of its folder.
    func used() throws(StoreFailure) -> Instant { try folder.status().changed }

    /// Changes the folder without changing the page's time of last use.
    func withoutUse<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let used = try used()
        let result = try body()
        // Only the order of pruning depends on the time.
        do { if try self.used() != used { try folder.setModified(to: used) } } catch {}
        return result
    }

    /// Whether the page was used so recently that another process may be displaying it.
    func isYoung(now: Instant) throws(StoreFailure) -> Bool {
        try used().isWithin(Self.youngFor, before: now)
    }

    /// Returns the size of a version's page, and the number of bytes that the version occupies on the disk.
    func size(_ name: String) throws(StoreFailure) -> (html: Int, occupied: Int) {
        var size = (html: 0, occupied: 0)
        guard let files = try versionFolder(name) else { return size }
        for file in try files.names() {
            guard let status = try files.status(file) else { continue }
            size.occupied += status.occupied
            if file == Name.html { size.html = status.size }
        }
        return size
    }

    /// Returns when a version was written; nil for one without a record.
    private func written(_ name: String) throws(StoreFailure) -> Instant? {
        try versionFolder(name)?.status(Name.record)?.changed
    }

    /// Returns the age in milliseconds; a version without a time has the maximum age.
    private func age(of written: Instant?, at now: Instant) -> Int64 {
        written.map { now.milliseconds &- $0.milliseconds } ?? .max
    }

    /// Opens the folder of a version, moved aside or not; nil for any other name.
    private func versionFolder(_ name: String) throws(StoreFailure) -> Folder? {
        Self.stem(name) == nil ? nil : try folder.folder(name)
    }
}
