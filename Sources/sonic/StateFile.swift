import Glibc

/// A small file of the state folder that is replaced whole: who reads it finds what was there before, or what is
/// there now.
struct StateFile: Sendable {
    /// The folder that holds it; made when it is needed, for the reader alone.
    let folder: String
    /// Its name in there.
    let name: String

    /// Its beginning, up to so many bytes; nothing for a file that cannot be read.
    func bytes(limit: Int = 65_536) -> [UInt8] {
        guard let file = fopen("\(folder)/\(name)", "re") else { return [] }
        defer { fclose(file) }
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = fread(&bytes, 1, bytes.count, file)
        return Array(bytes.prefix(count))
    }

    /// Replaces it. What cannot be kept is only forgotten: nobody's page depends on it.
    func replace(with bytes: [UInt8]) {
        let parts = folder.split(separator: "/")
        for end in 1...max(1, parts.count) { mkdir("/" + parts.prefix(end).joined(separator: "/"), 0o700) }
        let path = "\(folder)/\(name)"
        let draft = "\(path).\(getpid())"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return }
        let isWritten = writeAll(bytes, to: descriptor) == nil
        // A disk that is full leaves what was there.
        if close(descriptor) == 0, isWritten { rename(draft, path) } else { unlink(draft) }
    }
}
