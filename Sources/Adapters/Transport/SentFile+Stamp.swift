import Glibc
import SonicProtocol

extension SentFile.Stamp {
    /// Creates the stamp of an open file; nil if it is not a regular file or the system call fails.
    public init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(
            size: Int(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
}
