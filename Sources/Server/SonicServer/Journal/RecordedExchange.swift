import Glibc
import SonicProtocol
import SystemLibraries

/// An exchange between a client and the server as text: headers and bodies byte for byte, in the format of the
/// recordings that tests replay (docs/server/sonic-server.md#recordings).
public struct RecordedExchange: Sendable {
    /// The maximum size of the recorded part of a body, in bytes.
    public static let bodyLimit = 1 << 20

    /// A body: its first bytes, and its full length.
    public struct Body: Sendable, Equatable {
        /// Up to `bodyLimit` bytes.
        private(set) var bytes: [UInt8] = []
        /// The full length in bytes.
        private(set) var count = 0
        /// The number of those bytes that were never in memory.
        private(set) var unseen = 0

        /// Appends bytes. Beyond the limit they are only counted.
        public mutating func add(_ part: some Collection<UInt8>) {
            bytes += part.prefix(max(0, RecordedExchange.bodyLimit - bytes.count))
            count += part.count
        }

        /// Counts bytes that were never in memory, such as those of a file sent by the system.
        mutating func add(unseen more: UInt64) {
            unseen += Int(clamping: more)
            count += Int(clamping: more)
        }
    }

    /// The request without its body.
    let head: ServerRequest
    /// The client's HTTP version.
    let version: String
    /// The request's body.
    public var requestBody = Body()
    /// The response's status and fields; nil if none was sent.
    private(set) var response: (status: Int, headers: Headers, waited: Duration)?
    /// The response's body as sent.
    public var responseBody = Body()
    /// The page before its compression, if the response's body was compressed.
    var unpackedPage: [UInt8]?

    /// Creates an exchange of a request head.
    public init(_ head: ServerRequest, version: String) {
        self.head = head
        self.version = version
    }

    /// Records the response's status and headers.
    ///
    /// - Parameters:
    ///   - status: Its status.
    ///   - headers: Its fields.
    ///   - waited: How long the client waited for it.
    public mutating func answer(status: Int, _ headers: Headers, after waited: Duration = .zero) {
        response = (status, headers, waited)
    }

    /// Returns the text of the exchange.
    ///
    /// - Parameter title: A line that describes it.
    public func text(title: String) -> [UInt8] {
        let line = Array("\(head.method) ".utf8) + head.targetBytes + " \(version)".utf8
        var text =
            Array("### \(title)\n\n>>> REQUEST\n".utf8) + Self.head(line, head.headers) + [0x0A]
        if requestBody.count > 0 { text += part(">>> REQUEST body", requestBody) }
        if let response {
            text += "<<< RESPONSE head\n".utf8
            text += Self.head(Array("HTTP/1.1 \(response.status)".utf8), response.headers) + [0x0A]
            text += part("<<< RESPONSE body", responseBody)
        } else {
            text += "<<< NO RESPONSE\n\n".utf8
        }
        return text
    }

    private func part(_ title: String, _ body: Body) -> [UInt8] {
        Array("\(title) (\(body.count) bytes, \(body.bytes.count) follow)\n".utf8) + body.bytes + [
            0x0A, 0x0A,
        ]
    }

    private static func head(_ line: [UInt8], _ headers: Headers) -> [UInt8] {
        line + "\r\n".utf8 + headers.fields.flatMap(\.line)
    }
}

/// The file to which exchanges are appended, headers and bodies (docs/server/sonic-server.md#recordings).
public final class RecordingFile {
    private let path: String
    private var descriptor: Int32

    /// Opens the file, or creates it.
    public init(path: String) throws(UnwritableFile) {
        self.path = path
        descriptor = try Self.opened(path)
    }

    deinit { close(descriptor) }

    /// Reopens the path, after the file was moved; on failure the old file stays in use.
    public func reopen() throws(UnwritableFile) {
        let another = try Self.opened(path)
        close(descriptor)
        descriptor = another
    }

    /// Appends an exchange that has ended.
    func add(_ exchange: RecordedExchange, titled title: String) {
        // In one write, so that several servers may write to one file.
        // A full disk must not stop the server.
        _ = writeAll(exchange.text(title: title), to: descriptor)
    }

    private static func opened(_ path: String) throws(UnwritableFile) -> Int32 {
        let opened = open(FilePath(path).cString, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        // It contains cookies and passwords.
        guard opened >= 0, RegularFile.makePrivate(opened) else {
            let reason = String(cString: strerror(errno))
            if opened >= 0 { close(opened) }
            throw UnwritableFile(path: path, reason: reason)
        }
        return opened
    }
}

/// A file of the journal that cannot be written.
public struct UnwritableFile: Error {
    let path: String
    let reason: String

    /// The reason, as a sentence.
    public var sentence: String { "\(path) cannot be written: \(reason)." }
}
