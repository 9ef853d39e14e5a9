import CMicrohttpd
import Glibc
import SonicProtocol

/// An open folder, and the only access to the files in it.
///
/// A path without links is opened directly. Any other is opened first, and then its real path is checked, so that no
/// link, even one created in between, leads out of the folder or to a hidden file.
struct ServedFolder: ~Copyable {
    private let descriptor: Int32

    /// Opens a folder.
    init(path: String) throws(FolderSite.Failure) {
        let opened = open(FilePath(path).cString, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard opened >= 0 else { throw .unreadable(path: path, reason: String(cString: strerror(errno))) }
        descriptor = opened
    }

    deinit { close(descriptor) }

    /// The kind of entry at a path.
    enum Entry: Equatable {
        /// A regular file, open; the caller closes it.
        case file(descriptor: Int32, FileState)
        /// A folder.
        case folder
        /// Nothing, or nothing that is served: devices, pipes, files outside of the folder.
        case missing
        /// An entry that this program may not read.
        case forbidden
        /// An entry that cannot be opened now, for lack of descriptors or memory.
        case noRoom
    }

    /// Opens a path within the folder. Its names must be neither hidden nor `..` (`FolderPath`).
    func entry(at relative: String) -> Entry {
        // Usually the kernel itself guarantees that the path stays within the folder.
        let direct = sonic_open_beneath(descriptor, relative)
        if direct >= 0 { return entry(direct) }
        // Non-blocking, so that opening a pipe does not wait for its writer.
        let file = openat(descriptor, relative, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard file >= 0 else {
            return switch errno {
            case EACCES, EPERM: .forbidden
            case EMFILE, ENFILE, ENOMEM: .noRoom
            default: .missing
            }
        }
        guard isInside(file) else {
            close(file)
            return .missing
        }
        return entry(file)
    }

    /// Returns the kind of an open file, which is closed unless it is served.
    private func entry(_ file: Int32) -> Entry {
        var status = stat()
        guard fstat(file, &status) == 0 else {
            close(file)
            return .missing
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return .file(descriptor: file, FileState(status))
        case S_IFDIR:
            close(file)
            return .folder
        default:
            close(file)
            return .missing
        }
    }

    /// Returns the bytes of an open file from an offset, and closes it; nil if it cannot be read or they exceed
    /// `limit`.
    static func contents(of file: Int32, limit: Int, from start: UInt64 = 0) -> [UInt8]? {
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = pread(file, &buffer, buffer.count, Int(clamping: start) + bytes.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0, bytes.count + count <= limit else { return nil }
            guard count > 0 else { return bytes }
            bytes += buffer[..<count]
        }
    }

    /// Returns the names in a subfolder in byte order, without hidden and unserved ones.
    func listing(of relative: String) -> [(name: String, isFolder: Bool, size: UInt64)]? {
        let folder = openat(descriptor, relative, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return nil }
        guard isInside(folder), let stream = fdopendir(folder) else {
            close(folder)
            return nil
        }
        defer { closedir(stream) }
        var found: [(name: String, isFolder: Bool, size: UInt64)] = []
        while let next = readdir(stream) {
            // A name that is not UTF-8 has no address here.
            guard let name = String(validating: Self.name(of: next), as: UTF8.self), !name.hasPrefix(".")
            else { continue }
            switch entry(at: relative == "." ? name : relative + "/" + name) {
            case .file(let file, let state):
                close(file)
                found.append((name, false, state.size))
            case .folder: found.append((name, true, 0))
            case .missing, .forbidden, .noRoom: continue
            }
        }
        return found.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Returns the bytes of an entry's name, read in place: the entry may be shorter than its type, and its memory may
    /// end right after it.
    private static func name(of entry: UnsafePointer<dirent>) -> UnsafeRawBufferPointer {
        // A stored property has an offset.
        guard let offset = MemoryLayout<dirent>.offset(of: \.d_name) else {
            return .init(start: nil, count: 0)
        }
        let start = (UnsafeRawPointer(entry) + offset).assumingMemoryBound(to: CChar.self)
        return UnsafeRawBufferPointer(start: start, count: strlen(start))
    }

    /// Returns whether an open file is inside the folder, and not under a hidden name.
    private func isInside(_ file: Int32) -> Bool {
        guard let root = Self.path(of: descriptor), let path = Self.path(of: file) else { return false }
        if path == root { return true }
        let prefix = root == [0x2F] ? root : root + "/".utf8
        guard path.starts(with: prefix) else { return false }
        return !path.dropFirst(prefix.count).split(separator: 0x2F).contains { $0.first == 0x2E }
    }

    /// Returns the kernel's path of an open file, or nil if it has none.
    private static func path(of file: Int32) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(file)", &buffer, buffer.count)
        guard count > 0, count < buffer.count else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }
}

/// The properties that identify a version of a file: while they are the same, and the file has not been changed
/// recently, its bytes are the same.
struct FileState: Hashable {
    /// The file's length in bytes.
    let size: UInt64
    /// When its content was last changed; programs may set any time.
    private let modified: Moment
    /// When its metadata or content was last changed; only the kernel sets it.
    private let changed: Moment
    private let device: UInt64
    private let number: UInt64

    /// Creates the state of a `stat` result.
    init(_ status: stat) {
        size = UInt64(clamping: status.st_size)
        modified = Moment(status.st_mtim)
        changed = Moment(status.st_ctim)
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
    }

    /// Creates the state of an open file; nil if the system does not report it.
    init?(of file: Int32) {
        var status = stat()
        guard fstat(file, &status) == 0 else { return nil }
        self.init(status)
    }

    /// Returns whether the last change is so long ago that another one would change the times: clocks of file systems
    /// have a resolution of two seconds in the worst case.
    func isSettled(at now: Instant) -> Bool { max(modified, changed).instant.adding(seconds: 2) < now }

    /// Returns the entity tag of the file's bytes: strong once the file is settled (RFC 9110 §8.8.1).
    func tag(at now: Instant) -> EntityTag {
        let numbers = [size, modified.number, changed.number]
        let text = numbers.map { String($0, radix: 16) }.joined(separator: "-")
        return EntityTag(text: (isSettled(at: now) ? "" : "W/") + "\"\(text)\"")
    }

    /// Returns when the content was changed, in whole seconds as in HTTP, or nil for a time in the future (RFC 9110
    /// §8.8.2.1).
    func lastModified(at now: Instant) -> Instant? {
        let instant = Instant(milliseconds: 0).adding(seconds: modified.seconds)
        return instant <= now ? instant : nil
    }

    /// A file system time. Nanoseconds since 1970 alone would overflow in 2262.
    private struct Moment: Hashable, Comparable {
        let seconds: Int64
        let nanoseconds: Int64

        init(_ time: timespec) { (seconds, nanoseconds) = (Int64(time.tv_sec), Int64(time.tv_nsec)) }

        /// The time, rounded up to milliseconds.
        var instant: Instant {
            Instant(milliseconds: (nanoseconds + 999_999) / 1_000_000).adding(seconds: seconds)
        }

        /// A number that distinguishes times: the nanoseconds since 1970, truncated to 64 bits.
        var number: UInt64 { UInt64(bitPattern: seconds &* 1_000_000_000 &+ nanoseconds) }

        static func < (left: Moment, right: Moment) -> Bool {
            (left.seconds, left.nanoseconds) < (right.seconds, right.nanoseconds)
        }
    }
}
