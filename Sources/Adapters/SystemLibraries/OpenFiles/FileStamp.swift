import Glibc
import SonicProtocol

/// Identifies a version of a file.
public struct FileStamp: Equatable, Sendable {
    private let device: UInt
    private let inode: UInt
    private let size: Int
    private let seconds: Int
    private let nanoseconds: Int

    /// Creates the stamp of a file with this status.
    public init(_ status: stat) {
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Creates the stamp of the file at a path; nil if it does not exist. Costs one system call.
    public init?(at path: String) {
        var status = stat()
        guard stat(FilePath(path).cString, &status) == 0 else { return nil }
        self.init(status)
    }
}
