import Glibc
import PageCache
import SonicProtocol

/// The file that holds an account's cookies from one run to the next.
///
/// Every change reads the file, changes what it read and puts the result in its place by one rename, all under
/// a lock: of two programs that write at once, none loses what the other did, removals included. A file that is
/// broken is set aside under the name `cookies.broken`. Blocks while it works, but not while another program has the
/// lock; `AccountCookies` calls it.
public struct CookieFile: Sendable {
    /// The folder it is in, such as `~/.local/state/sonic/default`; made when something is first written.
    public let folder: String
    private let disk: any Disk

    private typealias Folder = PrivateFolder<CookieFileFailure>

    private static let name = "cookies"
    private static let lock = "cookies.lock"
    private static let aside = "cookies.broken"
    /// Well above `CookieJar.limit` cookies of the largest size.
    private static let limit = 32 << 20

    /// The file in this folder. Nothing is opened yet.
    public init(folder: String) { self.init(folder: folder, disk: LinuxDisk()) }

    /// The same on a disk that tests bring.
    init(folder: String, disk: any Disk) { (self.folder, self.disk) = (folder, disk) }

    /// What was read, and what people should know of it.
    public struct ReadResult: Sendable, Equatable {
        /// The cookies; none when there is no file.
        public let cookies: [Cookie]
        /// A sentence for each thing found wrong and put right.
        public let notes: [String]
        /// The state of the file, to ask later whether it changed; nil for none.
        let stamp: FileStamp?

        /// What is read where there is no file.
        static let nothing = ReadResult(cookies: [], notes: [], stamp: nil)
    }

    /// Reads the file; a broken one is set aside.
    public func read() async throws(CookieFileFailure) -> ReadResult {
        try await read(unless: nil) ?? .nothing
    }

    /// Reads the file, unless it is still in this state: then nil. A reader needs no lock, because the file is
    /// only ever replaced.
    func read(
        unless stamp: FileStamp?, isolation: isolated (any Actor)? = #isolation
    ) async throws(CookieFileFailure) -> ReadResult? {
        guard let folder = try open() else { return .nothing }
        // The file may change after this look, but then the next one finds that.
        let present = try folder.entryStatus(Self.name).map(FileStamp.init)
        if let present, present == stamp { return nil }
        if let reading = try Self.read(folder) { return reading }
        return try await Self.lock(folder).held { () throws(CookieFileFailure) in
            try Self.readOrSetAside(folder)
        }
    }

    /// Changes the cookies in the file and returns what was read before. Writes only when something changed. Runs
    /// where its caller does, which nothing interrupts once there is the lock.
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

    /// The folder; nil when it is missing. The one that it is in is of ours too: it may be no link, nor belong to any
    /// other user but root.
    private func open() throws(CookieFileFailure) -> Folder? {
        let end = folder.lastIndex(of: "/") ?? folder.startIndex
        let above = end == folder.startIndex ? "/" : String(folder[..<end])
        let name = String(folder[end...].drop { $0 == "/" })
        return try Folder.open(path: above, disk: disk, mayBeRoots: true)?.folder(name.isEmpty ? "." : name)
    }

    /// The folder, made with those above it when it is missing.
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

    /// Reads under the lock, so that it is the broken file that is set aside and not one that replaced it.
    private static func readOrSetAside(_ folder: borrowing Folder) throws(CookieFileFailure)
        -> ReadResult
    {
        if let reading = try read(folder) { return reading }
        try folder.rename(name, to: aside)
        let note = "The cookies in \(folder.path)/\(name) cannot be read; the file is now \(aside)."
        return ReadResult(cookies: [], notes: [note], stamp: nil)
    }

    /// What the file holds; nil when it is broken.
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

/// What tells one state of a file from another without reading it.
struct FileStamp: Equatable, Sendable {
    private let inode: UInt64
    private let size: Int
    private let modified: Int64

    init(_ status: FileStatus) { (inode, size, modified) = (status.inode, status.size, status.modified) }
}
