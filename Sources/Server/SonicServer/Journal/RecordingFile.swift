import Glibc

/// The file that exchanges are added to, heads and bodies (docs/server/sonic-server.md#recordings).
public final class RecordingFile {
    private let path: String
    private var descriptor: Int32

    /// The recordings cannot be written, for the system's reason.
    public struct Unwritable: Error {
        /// The reason, in words.
        public let reason: String
    }

    /// Opens the file, or makes it.
    public init(path: String) throws(Unwritable) {
        self.path = path
        descriptor = try Self.opened(path)
    }

    deinit { close(descriptor) }

    /// Opens the file anew, where it was moved away; while that cannot be, the old one is written on.
    public func reopen() throws(Unwritable) {
        let another = try Self.opened(path)
        close(descriptor)
        descriptor = another
    }

    /// Adds an exchange that is over.
    func add(_ exchange: RecordedExchange, titled title: String) {
        // In one piece, so that several servers may write to one file.
        let text = exchange.text(title: title)
        var rest = text[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // That the disk is full is no reason not to serve.
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func opened(_ path: String) throws(Unwritable) -> Int32 {
        // For its owner alone: cookies and passwords stand in it.
        let opened = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw Unwritable(reason: String(cString: strerror(errno))) }
        return opened
    }
}
