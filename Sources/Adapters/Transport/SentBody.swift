import CCurl
import Glibc
import SonicProtocol
import SonicSession

/// A request's body with files in it, as libcurl asks for it: in pieces, and from another place on where it has to be
/// sent again. One file is open at a time, and no more of it is in memory than libcurl asks for.
///
/// Only what was chosen goes out. A file that is another one by now, or changes meanwhile, ends the transfer: half of one
/// content and half of another is nobody's file.
final class SentBody {
    private let pieces: [RequestBody.Piece]
    /// How many bytes it has.
    let count: Int
    /// The piece that is sent now, and how many bytes of it are out.
    private var place = (piece: 0, offset: 0)
    /// The file of that piece; nil for none.
    private var file: Int32?
    /// How many bytes the connection has taken.
    private var taken = 0
    /// When that was told last; nil for not yet.
    private var lastReport: ContinuousClock.Instant?
    /// How often it is told at most: each time may cost a frame.
    private static let pause = Duration.milliseconds(100)

    init(_ body: RequestBody) {
        pieces = body.pieces
        count = body.count
    }

    deinit { closeFile() }

    /// Looks whether all files can be read and are what they were.
    func check() throws(ConnectionFailure) {
        for case .file(let file, of: _) in pieces { close(try Self.open(file)) }
    }

    /// Puts the next bytes into a buffer.
    /// - Returns: How many; 0 behind the last.
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

    /// Goes to a place, counted from the start; false where there is none such.
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

    /// Notes that the connection has taken more of it.
    /// - Returns: How many bytes it has taken, when that is to be told.
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
            let count = pread(descriptor, rest.baseAddress, rest.count, off_t(place.offset + filled))
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Self.unreadable(sent) }
            guard count > 0 else { throw Self.changed(sent) }
            filled += count
        }
        // Behind the reading: what was changed before is not among what was read.
        guard SentFile.Stamp(of: descriptor) == sent.stamp else { throw Self.changed(sent) }
    }

    /// Opens a file that is what it was. Without waiting: a pipe in its place has nobody who writes.
    private static func open(_ sent: SentFile) throws(ConnectionFailure) -> Int32 {
        let path = sent.path.map { CChar(bitPattern: $0) } + [0]
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
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

extension SentFile.Stamp {
    /// The stamp of an open file; nil for what is no regular file, and where the system does not tell.
    public init?(of descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        self.init(
            size: Int(status.st_size),
            modified: Int64(status.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(status.st_mtim.tv_nsec),
            device: UInt64(status.st_dev), number: UInt64(status.st_ino))
    }
}
