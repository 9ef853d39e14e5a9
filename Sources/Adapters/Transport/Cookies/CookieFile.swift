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
        let stamp: Stamp?

        /// The result if there is no file.
        static let nothing = ReadResult(cookies: [], notes: [], stamp: nil)
    }

    /// The identity of a file's state, to detect changes without reading it.
    struct Stamp: Equatable, Sendable {
        private let inode: UInt64
        private let size: Int
        private let modified: Int64

        init(_ status: FileStatus) { (inode, size, modified) = (status.inode, status.size, status.modified) }
    }

    /// Reads the file unless it is still in this state: then nil. A reader requires no lock, because the file is only
    /// ever replaced.
    func read(
        unless stamp: Stamp?, isolation: isolated (any Actor)? = #isolation
    ) async throws(CookieFileFailure) -> ReadResult? {
        guard let folder = try open() else { return .nothing }
        // The file may change after this check, but then the next check detects it.
        let present = try folder.entryStatus(Self.name).map(Stamp.init)
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
                try folder.replace(Self.name, with: CookieRecords.bytes(of: cookies))
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
        guard let folder = try open() else { throw .failed(operation: "make", path: folder, errno: ENOENT) }
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
        let stamp = try folder.entryStatus(name).map(Stamp.init)
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

/// The reason why the file of an account's cookies cannot be used. Requests are sent without it.
public enum CookieFileFailure: Error, Equatable, Sendable {
    /// The file or folder was not created by this program, so it is not touched.
    case refused(path: String, reason: String)
    /// The system refused an operation, with its error number.
    case failed(operation: String, path: String, errno: Int32)
    /// Another process held the lock for too long.
    case busy(path: String)

    /// The reason, in a few words.
    public var reason: String {
        switch self {
        case .refused(_, let reason): reason
        case .failed(_, _, let errno): String(cString: strerror(errno))
        case .busy: "another program holds the lock"
        }
    }
}

extension CookieFileFailure: FolderFailure {
    package init(_ failure: DiskFailure, path: String) {
        self = .failed(operation: failure.operation, path: path, errno: failure.code)
    }

    package init(_ refusal: FolderRefusal, path: String) {
        let reason =
            switch refusal {
            case .notOfKind(.file): "it is not a file"
            case .notOfKind: "it is not a folder"
            case .foreign: "it belongs to another user"
            case .linked: "it has another hard link"
            case .tooLarge(let limit): "it is larger than \(limit) bytes"
            }
        self = .refused(path: path, reason: reason)
    }
}

extension CookieFileFailure: CustomStringConvertible {
    /// The error and its consequence, in two sentences.
    public var description: String {
        switch self {
        case .refused(let path, _), .busy(let path):
            "\(path) is not used: \(reason). Cookies are kept in memory only."
        case .failed(let operation, let path, let errno):
            "Cannot \(operation) \(path): \(String(cString: strerror(errno))). Cookies are kept in memory only."
        }
    }
}

/// The cookies of an account as stored in the file: JSON, so that people can read it and later versions can extend it.
struct CookieRecords {
    /// The version of the format written here. A file with a higher number was written by a later program and is not
    /// changed.
    static let currentVersion = 1

    let version: Int
    /// The valid cookies of the records; those that no server could have sent are omitted.
    let valid: [Cookie]
    /// The number of records omitted from `valid`.
    let invalidCount: Int

    /// Parses the bytes of a file; nil if they do not have this format.
    init?(_ bytes: [UInt8]) {
        guard let node = JSONNode.record(bytes) else { return nil }
        do {
            version = try node.value("version", \.integer)
            let read = try node.values("cookies") { node throws(UnexpectedJSON) in
                .some(try Self.cookie(node))
            }
            valid = read.compactMap(\.self)
            invalidCount = read.count - valid.count
        } catch {
            return nil
        }
    }

    /// Returns the bytes of the file.
    static func bytes(of cookies: [Cookie]) -> [UInt8] {
        let record = JSONValue.object([
            .init("cookies", .array(cookies.map(json))), .init("version", .integer(currentVersion)),
        ])
        return Array(record.text(.indented).utf8) + [0x0A]
    }

    private static func json(_ cookie: Cookie) -> JSONValue {
        let subdomains = if case .domain = cookie.scope { true } else { false }
        return .record([
            .init("created", .integer(cookie.created.milliseconds)), .init("domain", .string(cookie.domain)),
            .init("expires", .integer(cookie.expires?.milliseconds ?? 0)),
            .init("httpOnly", .bool(cookie.demands.contains(.httpOnly))),
            .init("name", .string(cookie.name.text)),
            .init("nameBytes", .bytes(unlessText: cookie.name)), .init("path", .string(cookie.path)),
            .init("sameSite", .string(orNull: cookie.sameSite?.rawValue)),
            .init("secure", .bool(cookie.demands.contains(.secure))),
            .init("subdomains", .bool(subdomains)), .init("value", .string(cookie.value.text)),
            .init("valueBytes", .bytes(unlessText: cookie.value)),
        ])
    }

    /// Returns the cookie of a record; nil if sending it could break a request.
    private static func cookie(_ node: JSONNode) throws(UnexpectedJSON) -> Cookie? {
        let domain = try node.value("domain", \.string)
        var demands: Cookie.Demands = []
        if try node.value("secure", \.bool) { demands.insert(.secure) }
        if try node.value("httpOnly", \.bool) { demands.insert(.httpOnly) }
        let cookie = Cookie(
            name: try node.value("name", exactly: "nameBytes"),
            value: try node.value("value", exactly: "valueBytes"),
            scope: try node.value("subdomains", \.bool) ? .domain(domain) : .host(domain),
            path: try node.value("path", \.string),
            expires: Instant(milliseconds: try node.value("expires", \.wholeNumber)),
            created: Instant(milliseconds: try node.value("created", \.wholeNumber)),
            demands: demands, sameSite: try node.optional("sameSite", \.string).flatMap(Cookie.SameSite.init))
        let isSendable =
            (!cookie.name.isEmpty || !cookie.value.isEmpty) && !domain.isEmpty
            && cookie.path.utf8.first == UInt8(ascii: "/") && cookie.name.isSendable
            && cookie.value.isSendable
        return isSendable ? cookie : nil
    }
}
