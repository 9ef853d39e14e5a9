import Glibc

/// An open folder for files that are nobody else's business: 0700 with files of 0600, no links followed, other
/// owners refused. Closed when it goes out of scope.
struct StateFolder: ~Copyable {
    /// Where it is, for messages.
    let path: String
    private let descriptor: Int32

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Opens the folder; nil when it is missing. The folder that it is in is of ours too: it may be no link, nor belong
    /// to any other user but root.
    static func open(path: String) throws(CookieFileFailure) -> StateFolder? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        let end = path.lastIndex(of: "/") ?? path.startIndex
        let above = end == path.startIndex ? "/" : String(path[..<end])
        let descriptor: Int32
        var owner = geteuid()
        do {
            let parent = try retried("open", above) { Glibc.open(above, flags) }
            defer { close(parent) }
            var status = stat()
            _ = try retried("examine", above) { fstat(parent, &status) }
            owner = status.st_uid
            let name = String(path[end...].drop { $0 == "/" })
            descriptor = try retried("open", path) { openat(parent, name.isEmpty ? "." : name, flags) }
        } catch .failed(_, _, errno: ENOENT) {
            return nil
        }
        let folder = StateFolder(path: path, descriptor: descriptor)
        guard owner == geteuid() || owner == 0 else {
            throw .refused(path: above, reason: "it belongs to another user")
        }
        try check(descriptor, isFolder: true, path)
        return folder
    }

    /// Opens the folder; makes it, and those above it, when it is missing.
    static func making(path: String) throws(CookieFileFailure) -> StateFolder {
        if let folder = try open(path: path) { return folder }
        for end in path.indices.dropFirst() + [path.endIndex] where end == path.endIndex || path[end] == "/" {
            // A folder that exists, or lies where nothing may be made, is met by the open below.
            _ = mkdir(String(path[..<end]), 0o700)
        }
        guard let folder = try open(path: path) else {
            throw .failed(operation: "make", path: path, errno: ENOENT)
        }
        return folder
    }

    deinit { close(descriptor) }

    /// The names of what is in the folder at a path, in no order; none where it cannot be read.
    static func names(in path: String) -> [String] {
        guard let stream = opendir(path) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// The identity and change time of a file; nil when there is none.
    func stamp(of name: String) throws(CookieFileFailure) -> FileStamp? {
        var status = stat()
        do {
            _ = try Self.retried("examine", place(name)) {
                fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW)
            }
        } catch .failed(_, _, errno: ENOENT) {
            return nil
        }
        return FileStamp(status)
    }

    /// The bytes of a file; nil when there is none.
    func read(_ name: String, limit: Int) throws(CookieFileFailure) -> [UInt8]? {
        let file: Int32
        do {
            // A pipe planted in the file's place must not make the open wait.
            file = try open(name, O_RDONLY | O_NONBLOCK)
        } catch .failed(_, _, errno: ENOENT) {
            return nil
        }
        defer { close(file) }
        try Self.check(file, isFolder: false, place(name))
        var bytes: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = try Self.retried("read", place(name)) { Int32(Glibc.read(file, &piece, piece.count)) }
            if count == 0 { return bytes }
            bytes += piece.prefix(Int(count))
            guard bytes.count <= limit else {
                throw .refused(path: place(name), reason: "it is larger than \(limit) bytes")
            }
        }
    }

    /// Puts a whole new file in place of the one of this name; whoever reads sees the old one or the new one.
    /// Only under a lock: the unfinished file has one name.
    func replace(_ name: String, with bytes: [UInt8]) throws(CookieFileFailure) {
        let unfinished = name + ".new"
        // What a crash left behind.
        _ = unlinkat(descriptor, unfinished, 0)
        let file = try open(unfinished, O_WRONLY | O_CREAT | O_EXCL)
        defer { close(file) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try Self.retried("write", place(unfinished)) {
                rest.withUnsafeBytes { Int32(write(file, $0.baseAddress, min($0.count, 1 << 20))) }
            }
            rest = rest.dropFirst(Int(count))
        }
        _ = try Self.retried("sync", place(unfinished)) { fsync(file) }
        try rename(unfinished, to: name)
        _ = try Self.retried("sync", path) { fsync(descriptor) }
    }

    /// Gives a file another name, replacing what has it.
    func rename(_ name: String, to other: String) throws(CookieFileFailure) {
        _ = try Self.retried("rename", place(name)) { renameat(descriptor, name, descriptor, other) }
    }

    /// How often a lock is asked for, 5 ms apart: three seconds, far beyond any change.
    private static let attempts = 600

    /// Takes the lock of this name, and waits while another process holds it, but not for ever: that process may have
    /// been stopped.
    func lock(_ name: String) async throws(CookieFileFailure) -> StateLock {
        let file = try open(name, O_RDWR | O_CREAT | O_NONBLOCK)
        let lock = StateLock(descriptor: file)
        try Self.check(file, isFolder: false, place(name))
        for _ in 0..<Self.attempts {
            do {
                _ = try Self.retried("lock", place(name)) { flock(file, LOCK_EX | LOCK_NB) }
                return lock
            } catch .failed(_, _, errno: EWOULDBLOCK) {
                // A cancelled sleep returns at once, and the attempts left are counted all the same.
                do { try await Task.sleep(for: .milliseconds(5)) } catch {}
            }
        }
        throw .busy(path: place(name))
    }

    /// Where a file of this name is, for messages.
    func place(_ name: String) -> String { path + "/" + name }

    private func open(_ name: String, _ flags: Int32) throws(CookieFileFailure) -> Int32 {
        try Self.retried("open", place(name)) {
            openat(descriptor, name, flags | O_NOFOLLOW | O_CLOEXEC, 0o600)
        }
    }

    /// Refuses what is of another kind, of another owner or known under a second name.
    private static func check(_ descriptor: Int32, isFolder: Bool, _ path: String) throws(CookieFileFailure) {
        var status = stat()
        _ = try retried("examine", path) { fstat(descriptor, &status) }
        guard status.st_mode & S_IFMT == (isFolder ? S_IFDIR : S_IFREG) else {
            throw .refused(path: path, reason: isFolder ? "it is no folder" : "it is no file")
        }
        guard status.st_uid == geteuid() else {
            throw .refused(path: path, reason: "it belongs to another user")
        }
        guard isFolder || status.st_nlink == 1 else {
            throw .refused(path: path, reason: "it has a second name")
        }
    }

    /// Makes a system call, again when a signal interrupts it.
    private static func retried(
        _ operation: String, _ path: String, _ call: () -> Int32
    ) throws(CookieFileFailure) -> Int32 {
        while true {
            let result = call()
            if result >= 0 { return result }
            let code = errno
            if code != EINTR { throw .failed(operation: operation, path: path, errno: code) }
        }
    }
}

/// A lock that is held for as long as it is there; closing gives it back.
struct StateLock: ~Copyable {
    fileprivate let descriptor: Int32

    deinit { close(descriptor) }

    /// Does something while the lock is held.
    borrowing func held<Value>(
        _ body: () throws(CookieFileFailure) -> Value
    ) throws(CookieFileFailure) -> Value {
        try body()
    }
}

/// What tells one state of a file from another without reading it.
struct FileStamp: Equatable, Sendable {
    private let inode: UInt64
    private let size: Int64
    private let seconds: Int64
    private let nanoseconds: Int64

    init(_ status: stat) {
        inode = UInt64(status.st_ino)
        size = Int64(status.st_size)
        seconds = Int64(status.st_mtim.tv_sec)
        nanoseconds = Int64(status.st_mtim.tv_nsec)
    }
}
