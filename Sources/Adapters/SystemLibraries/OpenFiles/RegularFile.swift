import Glibc
import SonicProtocol

/// An open regular file that the user named. Opening it never blocks: other types of files, which may be endless or
/// wait for a writer, are refused.
public struct RegularFile: ~Copyable {
    /// The file descriptor; it is closed with this value.
    public let descriptor: Int32
    /// The status of the file when it was opened.
    public let status: stat

    /// A type other than a regular file, as a noun with its article.
    public enum Kind: String, Sendable {
        case folder = "a folder"
        case pipe = "a pipe"
        case socket = "a socket"
        case device = "a device"

        init(_ status: stat) {
            switch status.st_mode & S_IFMT {
            case S_IFDIR: self = .folder
            case S_IFIFO: self = .pipe
            case S_IFSOCK: self = .socket
            default: self = .device
            }
        }
    }

    /// The reason why the file is not read.
    public enum Refusal: Error, Equatable {
        /// A system call failed with this error number.
        case system(Int32)
        /// It is not a regular file.
        case notRegular(Kind)
        /// It is larger than this number of bytes.
        case tooLong(Int)

        /// The reason, as a clause.
        public var reason: String {
            switch self {
            case .system(let code): String(cString: strerror(code))
            case .notRegular(let kind): "it is \(kind.rawValue), not a regular file"
            case .tooLong(let limit):
                "it is longer than \(limit < 1 << 20 ? "\(limit >> 10) KiB" : "\(limit >> 20) MiB")"
            }
        }
    }

    /// Opens the file that a text names (`FilePath`).
    public init(_ text: String, followingLinks: Bool = true) throws(Refusal) {
        try self.init(FilePath(text), followingLinks: followingLinks)
    }

    /// Opens the file at a path.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - folder: The folder of a relative path; by default the working folder.
    ///   - followingLinks: Whether the last component may be a symbolic link.
    public init(_ path: FilePath, in folder: Int32 = AT_FDCWD, followingLinks: Bool = true) throws(Refusal) {
        let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | (followingLinks ? 0 : O_NOFOLLOW)
        let descriptor = openat(folder, path.cString, flags)
        guard descriptor >= 0 else {
            let code = errno
            // A socket cannot be opened at all.
            throw code == ENXIO ? Self.refusal(of: path, in: folder) ?? .system(code) : .system(code)
        }
        var status = stat()
        let code = fstat(descriptor, &status) == 0 ? 0 : errno
        guard code == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw code == 0 ? .notRegular(Kind(status)) : .system(code)
        }
        (self.descriptor, self.status) = (descriptor, status)
    }

    deinit { close(descriptor) }

    /// Returns the reason why the file at a path is not read; nil for a regular file, and if there is none. Opens
    /// nothing; for files that a library reads.
    public static func refusal(of path: FilePath, in folder: Int32 = AT_FDCWD) -> Refusal? {
        var status = stat()
        guard fstatat(folder, path.cString, &status, 0) == 0, status.st_mode & S_IFMT != S_IFREG else {
            return nil
        }
        return .notRegular(Kind(status))
    }

    /// Lets only its owner read an open file, in which secrets are to be recorded. Pipes and devices keep their modes.
    /// - Returns: False, with `errno`, if that fails.
    public static func makePrivate(_ descriptor: Int32) -> Bool {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return false }
        let isPublic = status.st_mode & S_IFMT == S_IFREG && status.st_mode & 0o077 != 0
        return !isPublic || fchmod(descriptor, 0o600) == 0
    }

    /// Returns the rest of its contents, from the current position.
    ///
    /// - Parameter limit: The maximum number of bytes; a longer file is refused.
    public func bytes(limit: Int) throws(Refusal) -> [UInt8] {
        let bytes = try Self.bytes(of: descriptor, limit: limit, expected: Int(status.st_size))
        guard bytes.count <= limit else { throw .tooLong(limit) }
        return bytes
    }

    /// Returns the contents of an open file of any type; of a longer one more bytes than the limit.
    ///
    /// - Parameter expected: The expected number of bytes.
    public static func bytes(
        of descriptor: Int32, limit: Int, expected: Int = 0
    ) throws(Refusal) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(min(expected, limit))
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = retried { read(descriptor, &piece, piece.count) }
            guard count >= 0 else { throw .system(errno) }
            guard count > 0 else { break }
            bytes += piece[..<count]
        }
        return bytes
    }
}
