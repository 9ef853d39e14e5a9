import Glibc
import SonicSession

/// Files that rules answer with.
enum RuleFiles {
    /// The longest file that is answered with, in bytes: as long as the largest page.
    private static let limit = SessionLimits().bodyBytes

    /// A reader of files; `~/` stands for the home folder of this environment.
    static func reader(_ environment: Environment) -> RuleConnection.FileReader {
        let home = environment["HOME"]
        return { path in
            guard path.hasPrefix("~/") else { return read(path) }
            return home.map { read($0 + path.dropFirst()) } ?? .failure(.init(reason: "there is no HOME"))
        }
    }

    /// The bytes of a regular file.
    static func read(_ path: String) -> Result<[UInt8], RuleConnection.Unreadable> {
        // A pipe in its place must not make the open wait.
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else { return .failure(.init(reason: String(cString: strerror(errno)))) }
        defer { close(file) }
        var status = stat()
        guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            return .failure(.init(reason: "it is no regular file"))
        }
        guard status.st_size <= limit else { return .failure(.init(reason: "it is larger than 256 MB")) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Int(status.st_size))
        var piece = [UInt8](repeating: 0, count: 64 << 10)
        while bytes.count <= limit {
            let count = Glibc.read(file, &piece, piece.count)
            if count < 0, errno == EINTR { continue }
            if count < 0 { return .failure(.init(reason: String(cString: strerror(errno)))) }
            if count == 0 { break }
            bytes += piece.prefix(count)
        }
        return .success(bytes)
    }
}
