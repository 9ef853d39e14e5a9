import Glibc
import SonicProtocol
import SystemLibraries

/// A file requested by the user: it is first written next to its destination, with access for the user only, so that a
/// reader gets either the old contents or all of the new ones.
package enum PrivateFile {
    /// The reason why it was not written.
    package struct Failure: Error {
        /// The reason as a sentence.
        package let message: String
        /// The error number.
        let code: Int32

        /// Whether the disk is full.
        var isFull: Bool { code == ENOSPC || code == EDQUOT }
    }

    /// Writes the bytes and replaces an existing file.
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The path; the folder must exist.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try write(bytes, path) { rename($0, FilePath(path).cString) }
    }

    /// Writes the bytes to a new file; fails if the name exists by then.
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The path; the folder must exist.
    package static func write(_ bytes: [UInt8], toNew path: String) throws(Failure) {
        try write(bytes, path) { draft in
            let code = link(draft, FilePath(path).cString)
            if code == 0 { unlink(draft) }
            return code
        }
    }

    /// Returns the size of the file in bytes; nil if it does not exist.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(FilePath(path).cString, &status) == 0 ? Int(status.st_size) : nil
    }

    /// Writes a temporary file.
    /// - Parameter put: Renames the complete file; returns 0, or -1 with `errno`.
    private static func write(
        _ bytes: [UInt8], _ path: String, put: (UnsafePointer<CChar>) -> Int32
    ) throws(Failure) {
        var draft = FilePath("\(path).XXXXXX").cString
        let descriptor = mkstemp(&draft)
        guard descriptor >= 0 else { throw failure(path, errno) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(Failure) {
            try fill(descriptor, bytes, path)
            guard put(draft) == 0 else { throw failure(path, errno) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], _ path: String) throws(Failure) {
        let code = writeAll(bytes, to: descriptor) ?? (fsync(descriptor) == 0 ? nil : errno)
        // Only closing the file reports the last write errors.
        let isClosed = close(descriptor) == 0
        if let code { throw failure(path, code) }
        guard isClosed else { throw failure(path, errno) }
    }

    private static func failure(_ path: String, _ code: Int32) -> Failure {
        Failure(message: "\(path) cannot be written: \(String(cString: strerror(code)))", code: code)
    }
}
