import Exchanges
import Glibc
import SonicProtocol
import SystemLibraries

/// A HAR file to which exchanges are appended. It is complete JSON after each of them: an entry is written with the
/// closing of the log, at once, over the previous closing. A file that would exceed the limit is renamed: FILE.1 is the
/// latest one, FILE.2 the one before.
public final class HARFile {
    private let path: String
    private let limit: Int
    private let head: [UInt8]
    private let complain: (String) -> Void
    private var file: OpenFile
    /// Whether a failure was reported since the last entry that was written.
    private var hasComplained = false

    /// The maximum number of renamed files.
    static let maxMoved = 9
    /// The name of the writing program.
    private static let program = "sonic-server"

    /// An open file, with its state.
    private typealias OpenFile = (descriptor: Int32, end: Int, hasEntries: Bool)

    /// How secrets are handled.
    let secrets: Secrets

    /// Opens an existing file of this program for appending, or creates one.
    ///
    /// - Parameters:
    ///   - limit: The size in bytes at which it is renamed; a single entry may exceed it.
    ///   - version: The program's version.
    ///   - complain: Receives a sentence when an entry cannot be written.
    public init(
        path: String, limit: Int? = nil, version: String, secrets: Secrets = .masked,
        complain: @escaping (String) -> Void
    ) throws(UnwritableFile) {
        self.path = path
        self.limit = limit ?? 64 << 20
        self.secrets = secrets
        self.complain = complain
        head = ServedLog.head(of: Self.program, version, secrets)
        file = try Self.opened(path, head)
    }

    deinit { close(file.descriptor) }

    /// Reopens the path if the file was moved; on failure the old file stays in use.
    public func reopen() throws(UnwritableFile) {
        // If the file is still at the path, this process itself holds its lock.
        var (here, open) = (stat(), stat())
        if stat(FilePath(path).cString, &here) == 0, fstat(file.descriptor, &open) == 0,
            here.st_ino == open.st_ino, here.st_dev == open.st_dev
        {
            return
        }
        let another = try Self.opened(path, head)
        close(file.descriptor)
        file = another
    }

    /// Appends an entry, as JSON.
    func add(_ entry: [UInt8]) {
        let most = ServedLog.separator.count + entry.count + ServedLog.closing.count
        if file.hasEntries, file.end + most > limit { moveAside() }
        let element = (file.hasEntries ? ServedLog.separator : []) + entry
        if Self.write(element + ServedLog.closing, to: file.descriptor, at: file.end) {
            file.end += element.count
            file.hasEntries = true
            hasComplained = false
        } else {
            // A full disk must neither stop the server, nor leave a partial entry in the file.
            let reason = String(cString: strerror(errno))
            ftruncate(file.descriptor, off_t(file.end))
            _ = Self.write(ServedLog.closing, to: file.descriptor, at: file.end)
            if !hasComplained { complain("\(path): an exchange could not be written: \(reason).") }
            hasComplained = true
        }
    }

    private func moveAside() {
        let names = [path] + (1...Self.maxMoved).map { "\(path).\($0)" }
        for (old, new) in zip(names, names.dropFirst()).reversed() {
            rename(FilePath(old).cString, FilePath(new).cString)
        }
        do throws(UnwritableFile) {
            let another = try Self.opened(path, head)
            close(file.descriptor)
            file = another
        } catch {
            complain("\(error.sentence) \(path).1 is used instead.")
        }
    }

    private static func opened(_ path: String, _ head: [UInt8]) throws(UnwritableFile) -> OpenFile {
        let descriptor = open(FilePath(path).cString, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            throw UnwritableFile(path: path, reason: String(cString: strerror(errno)))
        }
        do throws(UnwritableFile) {
            let begun = try begun(descriptor, path, head)
            // It may contain cookies and passwords.
            guard RegularFile.makePrivate(descriptor) else {
                throw UnwritableFile(path: path, reason: String(cString: strerror(errno)))
            }
            return begun
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func begun(_ descriptor: Int32, _ path: String, _ head: [UInt8]) throws(UnwritableFile)
        -> OpenFile
    {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw UnwritableFile(path: path, reason: "it is not a file")
        }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw UnwritableFile(path: path, reason: "another program is writing it")
        }
        let size = Int(status.st_size)
        guard size > 0 else {
            guard write(head + ServedLog.closing, to: descriptor, at: 0) else {
                throw UnwritableFile(path: path, reason: String(cString: strerror(errno)))
            }
            return (descriptor, head.count, false)
        }
        let (start, closing) = (ServedLog.start(of: program), ServedLog.closing)
        let end = size - closing.count
        guard end > start.count, bytes(of: descriptor, at: 0, start.count) == start,
            bytes(of: descriptor, at: end, closing.count) == closing
        else {
            throw UnwritableFile(path: path, reason: "it is not a HAR file of this program; move it away")
        }
        let hasEntries = bytes(of: descriptor, at: end - 2, 2) != Array("[\n".utf8)
        return (descriptor, end, hasEntries)
    }

    private static func bytes(of descriptor: Int32, at offset: Int, _ count: Int) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: count)
        let read = pread(descriptor, &buffer, count, off_t(offset))
        return Array(buffer.prefix(max(0, read)))
    }

    /// Writes bytes at an offset. Returns false if not all of them could be written.
    private static func write(_ bytes: [UInt8], to descriptor: Int32, at offset: Int) -> Bool {
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                pwrite(descriptor, $0.baseAddress, $0.count, off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            written += count
        }
        return true
    }
}
