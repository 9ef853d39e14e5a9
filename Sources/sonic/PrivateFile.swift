import Glibc

/// A file that a person asked for: written whole beside its name first, for the reader alone, so that whoever reads
/// it finds what was there before or all of the new.
enum PrivateFile {
    /// Why it was not written.
    struct Failure: Error {
        /// The same as a sentence.
        let message: String
    }

    /// Writes the bytes; a file of this name gives way to them.
    /// - Parameters:
    ///   - bytes: All that the file is to hold.
    ///   - path: Its name; the folder must be there.
    static func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        var draft = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&draft)
        guard descriptor >= 0 else { throw failure(path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        do throws(Failure) {
            try fill(descriptor, bytes, path)
            guard rename(draft, path) == 0 else { throw failure(path) }
        } catch {
            unlink(draft)
            throw error
        }
    }

    private static func fill(_ descriptor: Int32, _ bytes: [UInt8], _ path: String) throws(Failure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = failure(path)
                close(descriptor)
                throw failure
            }
            rest = rest.dropFirst(count)
        }
        let isWhole = fsync(descriptor) == 0
        // Only the last word of the disk tells that all is on it.
        guard close(descriptor) == 0, isWhole else { throw failure(path) }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(message: "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
