import Glibc
import ProxyRules
import SonicProtocol

/// Where a proxy tells what it did: a line for each exchange to standard output, and all of it to a file where
/// that is wanted.
public final class Recorder {
    private let lines: Int32
    private let clock: () -> Instant
    /// The file of recordings; nil for none.
    private let file: Int32?

    /// The recordings cannot be written, for the system's reason.
    public struct Unwritable: Error {
        /// The reason, in words.
        public let reason: String
    }

    /// A recorder that writes its lines to a descriptor.
    ///
    /// - Parameter recording: The path of the file that recordings are added to; nil for none.
    public init(lines: Int32, recording: String?, clock: @escaping () -> Instant) throws(Unwritable) {
        self.lines = lines
        self.clock = clock
        guard let recording else {
            file = nil
            return
        }
        // For its owner alone: cookies and passwords stand in it.
        let opened = open(recording, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard opened >= 0 else { throw Unwritable(reason: String(cString: strerror(errno))) }
        file = opened
    }

    deinit { file.map { _ = close($0) } }

    /// Whether exchanges are recorded.
    var isRecording: Bool { file != nil }

    /// Tells of an exchange that is over.
    func note(_ report: ExchangeReport) {
        let time = CalendarTime(clock())
        let title = "\(Self.two(time.hour)):\(Self.two(time.minute)):\(Self.two(time.second)) \(report)"
        if Self.takesLine(lines) { Self.write(Array("\(title)\n".utf8), to: lines) }
        guard let file, let recorded = report.recorded else { return }
        let from = report.client.isEmpty ? "" : " from \(report.client)"
        // In one piece, so that several proxies may write to one file.
        Self.write(recorded.text(title: title + from), to: file)
    }

    private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Whether a line can be written without waiting: a pipe that is full must not hold up the server.
    private static func takesLine(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        return poll(&entry, 1, 0) == 1 && entry.revents & Int16(POLLOUT) != 0
    }

    /// Writes past the buffers of stdio. That nobody reads it is no reason not to serve.
    private static func write(_ bytes: [UInt8], to descriptor: Int32) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
