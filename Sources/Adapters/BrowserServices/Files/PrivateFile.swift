import Glibc

/// A file that a person asked for: written whole beside its name first, for the reader alone, so that whoever reads
/// it finds what was there before or all of the new.
package enum PrivateFile {
    /// Why it was not written.
    package struct Failure: Error {
        /// The same as a sentence.
        package let message: String
        /// What the system says.
        let code: Int32

        /// Whether there is no room left.
        var isFull: Bool { code == ENOSPC || code == EDQUOT }
    }

    /// Writes the bytes; a file of this name gives way to them.
    /// - Parameters:
    ///   - bytes: All that the file is to hold.
    ///   - path: Its name; the folder must be there.
    package static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        try write(bytes, path) { rename($0, path) }
    }

    /// Writes the bytes under a name that nothing has: what has it by then stays, and that is a failure.
    /// - Parameters:
    ///   - bytes: All that the file is to hold.
    ///   - path: Its name; the folder must be there.
    package static func write(_ bytes: [UInt8], toNew path: String) throws(Failure) {
        try write(bytes, path) { draft in
            let code = link(draft, path)
            if code == 0 { unlink(draft) }
            return code
        }
    }

    /// How many bytes the file of this name has; nil where there is none.
    package static func size(of path: String) -> Int? {
        var status = stat()
        return lstat(path, &status) == 0 ? Int(status.st_size) : nil
    }

    /// - Parameter put: Gives the whole file its name; the result is 0, or -1 with `errno`.
    private static func write(
        _ bytes: [UInt8], _ path: String, put: (UnsafePointer<CChar>) -> Int32
    ) throws(Failure) {
        var draft = Array("\(path).XXXXXX".utf8CString)
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
        // Only the last word of the disk tells that all is on it.
        let isClosed = close(descriptor) == 0
        if let code { throw failure(path, code) }
        guard isClosed else { throw failure(path, errno) }
    }

    private static func failure(_ path: String, _ code: Int32) -> Failure {
        Failure(message: "\(path) cannot be written: \(String(cString: strerror(code)))", code: code)
    }
}
