import SonicProtocol
import SonicSession

/// The folder of one page, as in docs/reference/cache-format.md: `current`, `state`, `pin`, `read`, `lock`, and a
/// folder for each version. This file contains the reading part, which takes no lock.
struct PageFolder: ~Copyable {
    let folder: Folder
    let hashes: Hashes

    /// The contents of the file `current`.
    enum Pointer: Equatable {
        /// The file does not exist: no version is stored.
        case none
        /// The current version.
        case version(Stamp)
        /// The file contains no number; it was not written by the cache.
        case unreadable
    }

    /// A version's number with the identity of the file `current` that named it. While the stamp is unchanged, no
    /// version was committed or removed.
    struct Stamp: Hashable {
        var number: Int
        var inode: UInt64
        var modified: Int64
    }

    /// The result of reading a version.
    enum VersionParseResult {
        /// The version, with the requested bytes of a page of `length` bytes.
        case found(PageVersion, length: Int)
        /// The version is missing or incomplete: another process is removing it.
        case gone
        /// The contents differ from what was stored, for this reason.
        case broken(String)
    }

    /// The names of the files in a page's folder and in a version's.
    enum Name {
        static let current = "current"
        static let state = "state"
        static let pin = "pin"
        static let read = "read"
        static let lock = "lock"
        static let html = "html"
        static let template = "temp"
        static let blocks = "data"
        static let record = "cfg"
        static let brokenSuffix = ".broken"
        static let retiredSuffix = ".removed"
        static let draftSuffix = ".new"
    }

    /// The maximum number of bytes read as one page, so that a foreign file cannot exhaust the memory.
    static let largestPage = 1 << 30
    /// Larger numbers are invalid: one commit per microsecond would take centuries to reach it.
    private static let largestNumber = 1 << 53
    static let largestRecord = 1 << 24
    /// Pages with more bytes are large: reading and verifying them would delay the screen.
    static let large = 1 << 20
    /// The number of bytes of a large page that are read first: more than a screen shows of most pages, and enough to
    /// detect the encoding. The time is negligible compared with the first frame.
    static let beginning = 256 << 10

    /// Returns the version that `current` names.
    func pointer() throws(StoreFailure) -> Pointer {
        guard let file = try folder.read(Name.current, limit: Self.largestRecord) else { return .none }
        guard file.bytes.last == 0x0A, let number = Self.number(Bytes.text(file.bytes.dropLast())) else {
            return .unreadable
        }
        return .version(Stamp(number: number, inode: file.status.inode, modified: file.status.modified))
    }

    /// Returns the numbers of the version folders, newest first, whether or not they are complete and committed.
    func numbers() throws(StoreFailure) -> [Int] { try folder.names().compactMap(Self.number).sorted(by: >) }

    /// Returns the names of the version folders with this suffix after the number.
    func versionNames(_ suffix: String) throws(StoreFailure) -> [String] {
        try folder.names().filter { $0.hasSuffix(suffix) && Self.stem($0) != nil }
    }

    /// Reads a version and verifies its SHA-1.
    func read(_ number: Int) throws(StoreFailure) -> VersionParseResult {
        let reading = try readUnverified(number)
        guard case .found(let version, _) = reading, hashes.sha1(version.html) != version.sha1 else {
            return reading
        }
        return .broken("the SHA-1 of html is not \(version.sha1)")
    }

    /// Reads a version without verifying its SHA-1.
    func readUnverified(
        _ number: Int, _ extent: PageExtent = .whole
    ) throws(StoreFailure) -> VersionParseResult {
        guard let files = try folder.folder(String(number)) else { return .gone }
        // The record is written last and read first: if it exists, the bytes are complete.
        guard let bytes = try files.read(Name.record, limit: Self.largestRecord)?.bytes else { return .gone }
        guard let record = VersionRecord(bytes: bytes) else {
            return .broken("cfg is not a record of a version")
        }
        let count: Int
        switch extent {
        case .beginning where record.length > Self.large: count = Self.beginning
        case .beginning, .whole: count = .max
        }
        guard let (html, status) = try files.read(Name.html, limit: Self.largestPage, first: count) else {
            return .gone
        }
        // A file that ends before the requested number of bytes has only the bytes that were read.
        let length = html.count < min(count, status.size) ? html.count : status.size
        guard length == record.length else {
            return .broken("html has \(length) bytes instead of \(record.length)")
        }
        guard let version = record.version(html: html) else { return .broken("cfg contains no address") }
        return .found(version, length: length)
    }

    /// Returns the record of a version; nil if there is no valid one.
    func record(_ number: Int) throws(StoreFailure) -> VersionRecord? {
        guard
            let bytes = try folder.folder(String(number))?.read(Name.record, limit: Self.largestRecord)?.bytes
        else { return nil }
        return VersionRecord(bytes: bytes)
    }

    /// Returns the fault of `temp` or `data` if they are not what the page splits into; nil if they are.
    func derivedFault(_ number: Int, of version: PageVersion) throws(StoreFailure) -> String? {
        guard let files = try folder.folder(String(number)) else { return nil }
        for (name, expected) in Self.derivedFiles(version.html) {
            guard try files.read(name, limit: Self.largestPage * 2)?.bytes == expected else {
                return "\(name) is not what html splits into"
            }
        }
        return nil
    }

    /// Returns the page's state. An invalid file counts as none, since a request renews its contents.
    func state() throws(StoreFailure) -> PageState? {
        guard let file = try folder.read(Name.state, limit: Self.largestRecord) else { return nil }
        return PageState(bytes: file.bytes)
    }

    /// Returns the template and the block list of a page with their file names.
    static func derivedFiles(_ html: [UInt8]) -> [(name: String, bytes: [UInt8])] {
        let split = PageSplit(html: html)
        return [
            (Name.template, split.templateBytes(of: html)),
            (Name.blocks, BlockList.bytes(of: split, html: html)),
        ]
    }

    /// Returns the version number before the first dot of a name; nil if there is none.
    static func stem(_ name: String) -> Int? { number(String(name.prefix { $0 != "." })) }

    /// Returns the version number of this name; nil for any other name.
    static func number(_ name: String) -> Int? {
        guard let number = Int(name), (1...largestNumber).contains(number), String(number) == name else {
            return nil
        }
        return number
    }

    /// Returns the page's pin; nil for none. The existence of the file pins the page: if its contents are invalid, the
    /// pin has no address and no resources, and dates from the last change of the file.
    func pin() throws(StoreFailure) -> Pin? {
        guard let file = try folder.read(Name.pin, limit: Self.largestRecord) else { return nil }
        return Pin(bytes: file.bytes) ?? Pin(since: file.status.changed)
    }

    /// Returns the page of a version and the fields that a 304 renewed.
    static func stored(_ number: Int, _ version: PageVersion, _ state: PageState?) -> StoredPage {
        var page = StoredPage(number: number, version: version, checked: version.stored)
        guard let renewal = state?.renewal, renewal.number == number else { return page }
        page.version.headers = renewal.headers.headers
        page.checked = Instant(milliseconds: renewal.checked)
        return page
    }

    /// Returns the newest valid version, beginning with the one that `current` names.
    ///
    /// - Parameter repairing: Whether to move damaged versions aside and to correct `current`; requires the lock. Then
    ///   a page without a valid version is an error, since nothing else would report it.
    func recover(repairing: Bool) throws(StoreFailure) -> StoredPage? {
        let pointer = try pointer()
        let newest: Int
        var notes: [String] = []
        switch pointer {
        case .none: return nil
        case .version(let stamp): newest = stamp.number
        case .unreadable:
            newest = .max
            notes.append("The file current contains no version number.")
        }
        for number in try numbers() where number <= newest {
            let fault: String
            switch try read(number) {
            case .found(let version, _):
                if number != newest, repairing { try point(to: number) }
                var page = Self.stored(number, version, try state())
                page.notes = notes
                return page
            case .gone: fault = "it is not complete"
            case .broken(let reason): fault = reason
            }
            if repairing { try setAside(number) }
            notes.append("Version \(number) was moved aside: \(fault).")
        }
        guard repairing else { return nil }
        try folder.removeFile(Name.current)
        // No version is left to carry the notes, and a page must not vanish silently. This is reported once: afterwards
        // the page is simply not stored.
        throw .failed(
            operation: "reading", path: "the stored page",
            reason: notes.joined(separator: " ") + " None is left.")
    }

    // The selection of the versions of a page to remove.

    /// The two newest versions are always kept, and so is one that a reader may be displaying.
    private static let spared = 2
    static let youngFor: Int64 = 60_000

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
            default: bytes += try size(name).occupied
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
