import SonicProtocol
import SonicSession

/// Which versions of a page go.
extension PageFolder {
    /// The two newest versions always stay, and so does what may be under a reader's eyes.
    private static let spared = 2
    private static let youngFor: Int64 = 60_000

    /// Removes the versions beyond the limits, oldest first, and returns how many. Of a pinned page only their
    /// number counts. Wants the lock.
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

    /// Removes every version that may go, whatever its age in days, to win space. Wants the lock.
    func pruneHistory(now: Instant) throws(StoreFailure) -> Int {
        var limits = CacheLimits()
        limits.versions = 0
        limits.age = .zero
        return try pruneVersions(limits, now: now)
    }

    /// The bytes that the page occupies on the disk.
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

    /// When the page was last opened or changed, which is the time of its folder.
    func used() throws(StoreFailure) -> Instant { try folder.status().changed }

    /// Changes the folder without using the page.
    func withoutUse<Result>(_ body: () throws(StoreFailure) -> Result) throws(StoreFailure) -> Result {
        let used = try used()
        let result = try body()
        // Only the order of pruning rests on it.
        do { if try self.used() != used { try folder.setModified(to: used) } } catch {}
        return result
    }

    /// Whether the page was used so lately that another process may be showing it.
    func isYoung(now: Instant) throws(StoreFailure) -> Bool {
        try used().isWithin(Self.youngFor, before: now)
    }

    /// The bytes of a version's page and what the version occupies on the disk.
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

    /// When a version was written; nil for one without a record.
    private func written(_ name: String) throws(StoreFailure) -> Instant? {
        try versionFolder(name)?.status(Name.record)?.changed
    }

    /// Milliseconds since then; what has no time is as old as can be.
    private func age(of written: Instant?, at now: Instant) -> Int64 {
        written.map { now.milliseconds &- $0.milliseconds } ?? .max
    }

    /// The folder of a version, set aside or not; nil for any other name.
    private func versionFolder(_ name: String) throws(StoreFailure) -> Folder? {
        Self.stem(name) == nil ? nil : try folder.folder(name)
    }
}
