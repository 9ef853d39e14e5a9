import Glibc
import SonicProtocol
import SystemLibraries

/// The file to which exchanges are appended, headers and bodies (docs/server/sonic-server.md#recordings).
public final class RecordingFile {
    private let path: String
    private var descriptor: Int32

    /// The recordings cannot be written, for the system's reason.
    public struct Unwritable: Error {
        /// The reason, in words.
        public let reason: String
    }

    /// Opens the file, or creates it.
    public init(path: String) throws(Unwritable) {
        self.path = path
        descriptor = try Self.opened(path)
    }

    deinit { close(descriptor) }

    /// Reopens the path, after the file was moved; on failure the old file stays in use.
    public func reopen() throws(Unwritable) {
        let another = try Self.opened(path)
        close(descriptor)
        descriptor = another
    }

    /// Appends an exchange that has ended.
    func add(_ exchange: RecordedExchange, titled title: String) {
        // In one write, so that several servers may write to one file.
        let text = exchange.text(title: title)
        var rest = text[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // A full disk must not stop the server.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func opened(_ path: String) throws(Unwritable) -> Int32 {
        let opened = open(FilePath(path).cString, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        // It contains cookies and passwords.
        guard opened >= 0, RegularFile.makePrivate(opened) else {
            let reason = String(cString: strerror(errno))
            if opened >= 0 { close(opened) }
            throw Unwritable(reason: reason)
        }
        return opened
    }
}
