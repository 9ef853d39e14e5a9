import Glibc
import PageCache
import SonicProtocol

/// The file that stores an account's cookies.
///
/// Every change reads the file, modifies its contents and replaces it with one rename, all under a lock: two programs
/// that write concurrently do not lose each other's changes, including removals. An invalid file is renamed to
/// `cookies.broken`. The methods block while they access the file, but not while another program holds the lock;
/// `AccountCookies` calls them.
public struct CookieFile: Sendable {
    /// The folder that contains it, such as `~/.local/state/sonic/default`; created with the first write.
    public let folder: String
    private let disk: any Disk

    private typealias Folder = PrivateFolder<CookieFileFailure>

    private static let name = "cookies"
    private static let lock = "cookies.lock"
    private static let aside = "cookies.broken"
    /// Far more than `CookieJar.limit` cookies of the maximum size require.
    private static let limit = 32 << 20

    /// Creates the description of the file in this folder. It opens no file yet.
    public init(folder: String) { self.init(folder: folder, disk: LinuxDisk()) }

    /// Creates the description with the system calls of a test.
    init(folder: String, disk: any Disk) { (self.folder, self.disk) = (folder, disk) }

    /// The result of reading, with notes for the user.
    public struct ReadResult: Sendable, Equatable {
        /// The cookies; empty if there is no file.
        public let cookies: [Cookie]
        /// A sentence for each fault found and corrected.
        public let notes: [String]
        /// The state of the file, to detect later changes; nil for none.
        let stamp: FileStamp?

        /// The result if there is no file.
        static let nothing = ReadResult(cookies: [], notes: [], stamp: nil)
    }

    /// Reads the file; an invalid one is moved aside.
    public func read() async throws(CookieFileFailure) -> ReadResult {
        try await read(unless: nil) ?? .nothing
    }

    /// Reads the file unless it is still in this state: then nil. A reader requires no lock, because the file is only
    /// ever replaced.
    func read(
        unless stamp: FileStamp?, isolation: isolated (any Actor)? = #isolation
    ) async throws(CookieFileFailure) -> ReadResult? {
        guard let folder = try open() else { return .nothing }
        // The file may change after this check, but then the next check detects it.
        let present = try folder.entryStatus(Self.name).map(FileStamp.init)
        if let present, present == stamp { return nil }
        if let reading = try Self.read(folder) { return reading }
        return try await Self.lock(folder).held { () throws(CookieFileFailure) in
            try Self.readOrSetAside(folder)
        }
    }

    /// Changes the cookies in the file and returns what was read before. Writes only if something changed. Runs in its
    /// caller's isolation, without suspension once the lock is acquired.
    @discardableResult public func update(
        isolation: isolated (any Actor)? = #isolation, _ change: (inout [Cookie]) -> Void
    ) async throws(CookieFileFailure) -> ReadResult {
        let folder = try made()
        return try await Self.lock(folder).held { () throws(CookieFileFailure) in
            let reading = try Self.readOrSetAside(folder)
            var cookies = reading.cookies
            change(&cookies)
            if cookies != reading.cookies {
                let bytes = CookieRecords(cookies).bytes
                try folder.replace(Self.name, with: bytes)
            }
            return reading
        }
    }

    /// Opens the folder; nil if it does not exist. Its parent is private, too: it must not be a link, nor belong to any
    /// other user except root.
    private func open() throws(CookieFileFailure) -> Folder? {
        let end = folder.lastIndex(of: "/") ?? folder.startIndex
        let above = end == folder.startIndex ? "/" : String(folder[..<end])
        let name = String(folder[end...].drop { $0 == "/" })
        return try Folder.open(path: above, disk: disk, mayBeRoots: true)?.folder(name.isEmpty ? "." : name)
    }

    /// Opens the folder, and creates it and its parents if it does not exist.
    private func made() throws(CookieFileFailure) -> Folder {
        if let folder = try open() { return folder }
        _ = try Folder.making(path: folder, disk: disk)
        guard let folder = try open() else {
            throw .failed(operation: "make", path: folder, errno: ENOENT)
        }
        return folder
    }

    private static func lock(_ folder: borrowing Folder) async throws(CookieFileFailure) -> Lock {
        guard let lock = try await folder.lockPatiently(lock) else {
            throw .busy(path: "\(folder.path)/\(lock)")
        }
        return lock
    }

    /// Reads under the lock, so that the invalid file is moved aside and not one that replaced it.
    private static func readOrSetAside(_ folder: borrowing Folder) throws(CookieFileFailure)
        -> ReadResult
    {
        if let reading = try read(folder) { return reading }
        try folder.rename(name, to: aside)
        let note = "The cookies in \(folder.path)/\(name) cannot be read; the file is now \(aside)."
        return ReadResult(cookies: [], notes: [note], stamp: nil)
    }

    /// Returns the contents of the file; nil if it is invalid.
    private static func read(_ folder: borrowing Folder) throws(CookieFileFailure) -> ReadResult? {
        let stamp = try folder.entryStatus(name).map(FileStamp.init)
        guard let (bytes, _) = try folder.read(name, limit: limit) else { return .nothing }
        guard let records = CookieRecords(bytes) else { return nil }
        guard records.version <= CookieRecords.currentVersion else {
            throw .refused(path: "\(folder.path)/\(name)", reason: "a later version of this program wrote it")
        }
        let broken = records.invalidCount
        let note =
            (broken == 1 ? "One cookie" : "\(broken) cookies")
            + " in \(folder.path)/\(name) cannot be read and "
            + (broken == 1 ? "was" : "were") + " skipped."
        return ReadResult(cookies: records.valid, notes: broken == 0 ? [] : [note], stamp: stamp)
    }
}

/// The identity of a file's state, to detect changes without reading it.
struct FileStamp: Equatable, Sendable {
    private let inode: UInt64
    private let size: Int
    private let modified: Int64

    init(_ status: FileStatus) { (inode, size, modified) = (status.inode, status.size, status.modified) }
}
