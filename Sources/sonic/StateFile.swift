import Glibc

/// A small file of the state folder that is replaced whole: who reads it finds what was there before, or what is
/// there now.
struct StateFile: Sendable {
    /// The program's folder of state; made when it is needed, for the reader alone.
    let root: String
    /// The folder in there that holds it; nil for the root itself.
    var below: String?
    /// Its name in there.
    let name: String

    private var folder: String { below.map { "\(root)/\($0)" } ?? root }

    /// Whether the folders are what this program makes: neither a link nor another user's.
    private var isOurs: Bool {
        [root, folder].allSatisfy { path in
            var status = stat()
            return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
                && status.st_uid == geteuid()
        }
    }

    /// Its beginning, up to so many bytes; nothing for a file that cannot be read, and for what this program does not
    /// write: a link, a file of several names or of another user.
    func bytes(limit: Int = 65_536) -> [UInt8] {
        guard isOurs else { return [] }
        // A pipe planted in the file's place must not make the open wait for a writer.
        let descriptor = open("\(folder)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_uid == geteuid(), status.st_nlink == 1
        else { return [] }
        return [UInt8](unsafeUninitializedCapacity: min(limit, Int(status.st_size))) { buffer, filled in
            while filled < buffer.count {
                let count = read(descriptor, buffer.baseAddress! + filled, buffer.count - filled)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                filled += count
            }
        }
    }

    /// Replaces it. What cannot be kept is only forgotten: nobody's page depends on it.
    func replace(with bytes: [UInt8]) {
        let parts = folder.split(separator: "/")
        for end in 1...max(1, parts.count) { mkdir("/" + parts.prefix(end).joined(separator: "/"), 0o700) }
        guard isOurs else { return }
        let path = "\(folder)/\(name)"
        let draft = "\(path).\(getpid())"
        // What an earlier process of this number left, or somebody planted.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = writeAll(bytes, to: descriptor) == nil
        // A disk that is full leaves what was there.
        if close(descriptor) == 0, isWritten { rename(draft, path) } else { unlink(draft) }
    }
}
