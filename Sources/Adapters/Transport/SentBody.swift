import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession
import SystemLibraries

/// A request's body with files, as libcurl reads it: in pieces, and from another position if it must be sent again. One
/// file is open at a time, and only the bytes that libcurl requests are in memory.
///
/// Only the chosen contents are sent. If a file was replaced or is changed while it is sent, the transfer fails, since
/// a mixture of two contents would be useless.
final class SentBody {
    private let pieces: [RequestBody.Piece]
    /// The size of the body in bytes.
    let count: Int
    /// The current piece, and the number of its bytes already read.
    private var place = (piece: 0, offset: 0)
    /// The descriptor of that piece's file; nil for none.
    private var file: Int32?
    /// The number of bytes that were sent.
    private var taken = 0
    /// When the progress was last reported; nil if it was not.
    private var lastReport: ContinuousClock.Instant?
    /// The minimum interval between reports: each may cost a frame.
    private static let pause = Duration.milliseconds(100)

    init(_ body: RequestBody) {
        pieces = body.pieces
        count = body.count
    }

    deinit { closeFile() }

    /// Checks that all files are readable and unchanged.
    func check() throws(ConnectionFailure) {
        for case .file(let file, of: _) in pieces { close(try Self.open(file)) }
    }

    /// Reads the next bytes into a buffer.
    /// - Returns: The number of bytes; 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConnectionFailure) -> Int {
        var filled = 0
        while filled < buffer.count, place.piece < pieces.count {
            let piece = pieces[place.piece]
            let wanted = min(buffer.count - filled, piece.count - place.offset)
            let target = UnsafeMutableRawBufferPointer(rebasing: buffer[filled..<(filled + wanted)])
            switch piece {
            case .bytes(let bytes), .value(let bytes, of: _):
                target.copyBytes(from: bytes[place.offset..<(place.offset + wanted)])
            case .file(let file, of: _): try read(file, into: target)
            }
            filled += wanted
            place.offset += wanted
            if place.offset == piece.count { begin(piece: place.piece + 1) }
        }
        return filled
    }

    /// Seeks to an offset from the start; returns false if it is outside the body.
    func seek(to target: Int) -> Bool {
        guard target >= 0, target <= count else { return false }
        begin(piece: 0)
        taken = target
        var left = target
        while place.piece < pieces.count, left >= pieces[place.piece].count {
            left -= pieces[place.piece].count
            place.piece += 1
        }
        place.offset = left
        return true
    }

    /// Records that more bytes were sent.
    /// - Returns: The total number of bytes sent, if it is to be reported.
    func handedOver(_ more: Int) -> Int? {
        taken = min(count, taken + more)
        let now = ContinuousClock.now
        guard taken == count || lastReport.map({ now - $0 >= Self.pause }) ?? true else { return nil }
        lastReport = now
        return taken
    }

    private func begin(piece: Int) {
        closeFile()
        place = (piece, 0)
    }

    private func closeFile() {
        if let file { close(file) }
        file = nil
    }

    private func read(
        _ sent: SentFile, into target: UnsafeMutableRawBufferPointer
    ) throws(ConnectionFailure) {
        let descriptor: Int32
        if let file { descriptor = file } else { descriptor = try Self.open(sent) }
        file = descriptor
        var filled = 0
        while filled < target.count {
            let rest = UnsafeMutableRawBufferPointer(rebasing: target[filled...])
            let count = retried {
                pread(descriptor, rest.baseAddress, rest.count, off_t(place.offset + filled))
            }
            guard count >= 0 else { throw Self.unreadable(sent) }
            guard count > 0 else { throw Self.changed(sent) }
            filled += count
        }
        // Checked after reading: then the bytes read do not include earlier changes.
        guard SentFile.Stamp(of: descriptor) == sent.stamp else { throw Self.changed(sent) }
    }

    /// Opens an unchanged file. Non-blocking: a pipe in its place might have no writer.
    private static func open(_ sent: SentFile) throws(ConnectionFailure) -> Int32 {
        let descriptor = Glibc.open(FilePath(sent.path).cString, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(sent) }
        guard SentFile.Stamp(of: descriptor) == sent.stamp else {
            close(descriptor)
            throw changed(sent)
        }
        return descriptor
    }

    private static func unreadable(_ sent: SentFile) -> ConnectionFailure {
        .unsendable(detail: "\(Bytes.text(sent.path)) cannot be read: \(String(cString: strerror(errno)))")
    }

    private static func changed(_ sent: SentFile) -> ConnectionFailure {
        .unsendable(detail: "\(Bytes.text(sent.path)) changed after it was chosen")
    }
}

/// A body while its content codings are removed.
final class EncodedBody {
    private let unpacker: Unpacker
    /// The encoded body; nil if it is larger than `limit`.
    private(set) var bytes: [UInt8]? = []

    /// The maximum number of encoded bytes that are kept.
    static let limit = 4 << 20

    /// Creates a body.
    /// - Parameter codings: The codings in the order in which they were applied.
    init(_ codings: [BodyCodings.Coding]) { unpacker = Unpacker(codings) }

    /// Decodes a piece, until `take` returns false.
    ///
    /// - Returns: Whether the whole piece was decoded; if not, it must be passed again.
    func unpack(
        _ piece: UnsafeRawBufferPointer, _ take: (UnsafeRawBufferPointer) -> Bool
    ) throws(UnpackingFailure) -> Bool {
        let start = unpacker.used
        let isDone = try unpacker.unpack(piece, take)
        let end = isDone ? piece.count : unpacker.used
        if start < end { keep(UnsafeRawBufferPointer(rebasing: piece[start..<end])) }
        return isDone
    }

    /// The fault of the end of the body, after all of it was received; nil for none.
    var earlyEnd: String? { unpacker.earlyEnd }

    /// The coding whose data was followed by further bytes, which were ignored; nil for none.
    var codingWithMore: String? { unpacker.codingWithMore }

    private func keep(_ piece: UnsafeRawBufferPointer) {
        guard let count = bytes?.count else { return }
        if count + piece.count <= Self.limit { bytes?.append(contentsOf: piece) } else { bytes = nil }
    }
}

extension SentFile.Stamp {
    /// Creates the stamp of an open file; nil if it is not a regular file or the system call fails.
    public init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(
            size: Int(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
}
