import Glibc
import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries

/// The output file of an option, opened before the work begins, so that a mistake in its name costs nothing.
struct OutputFile {
    private let path: String
    private let descriptor: Int32

    /// Creates or truncates the file. Other users may read but not change it.
    init(_ path: String, of option: Option) throws(Arguments.Mistake) {
        self.path = path
        descriptor = open(FilePath(path).cString, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY, 0o644)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw .init(message: "the file of \(option.longName), \(path), cannot be written: \(reason)")
        }
    }

    /// Writes all bytes, once, and closes the file; reports an error and returns false if that fails.
    func write(_ bytes: [UInt8]) -> Bool {
        defer { close(descriptor) }
        guard let code = writeAll(bytes, to: descriptor) else { return true }
        Console.complain("\(path) cannot be written: \(String(cString: strerror(code)))")
        return false
    }
}

/// The file of `--log`: the records of all sessions, one JSON object per line, appended to its previous
/// content. It is open until the program ends, and readable only by its owner.
struct LogFile: Sendable {
    private let descriptor: Int32

    /// Opens or creates the file.
    init(_ path: String) throws(Arguments.Mistake) {
        let flags = O_WRONLY | O_APPEND | O_CLOEXEC | O_NOCTTY
        let name = FilePath(path).cString
        var file = open(name, flags | O_CREAT | O_NOFOLLOW, 0o600)
        // The system's links lead to descriptors of this program: /dev/stderr, /dev/fd/3.
        let isLink = file < 0 && errno == ELOOP
        if isLink { file = open(name, flags) }
        guard file >= 0, isLink || RegularFile.makePrivate(file) else {
            throw Self.failure(path, String(cString: strerror(errno)))
        }
        guard !isLink || !Self.isKept(file) else {
            close(file)
            throw Self.failure(path, "it is a symbolic link to a file; name the file itself")
        }
        descriptor = file
    }

    private static func failure(_ path: String, _ reason: String) -> Arguments.Mistake {
        .init(message: "the file of --log, \(path), cannot be written: \(reason)")
    }

    /// Whether it is a file on disk, rather than a terminal, a pipe, or a standard stream of this program.
    private static func isKept(_ descriptor: Int32) -> Bool {
        var (status, own) = (stat(), stat())
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return false }
        return ![STDOUT_FILENO, STDERR_FILENO].contains {
            fstat($0, &own) == 0 && own.st_ino == status.st_ino && own.st_dev == status.st_dev
        }
    }

    /// Writes a record. Each line is one write, so that lines of concurrent sessions do not mix.
    func write(_ record: SessionRecord, at time: Instant) {
        let line = Array((record.json(at: time).text(.compact) + "\n").utf8)
        // A log that can no longer be written, as on a full disk, must not end the session that it records.
        _ = line.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
    }
}
