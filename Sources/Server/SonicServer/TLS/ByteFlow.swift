import CMicrohttpd
import Glibc
import SystemLibraries

/// One end of a connection whose bytes are moved as they are, without ever blocking.
protocol ByteChannel: AnyObject {
    /// Reads some bytes. A failure is an end.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart

    /// Writes some bytes; `cutOff` if the other side accepts no more. After `later` the same bytes are passed again.
    func write(_ bytes: UnsafeRawBufferPointer) -> BodyPart

    /// Tells the other side that no more bytes follow; `later` if it has to be called again.
    func finish() -> BodyPart
}

/// A socket without TLS.
final class PlainChannel: ByteChannel {
    let descriptor: Int32

    /// Takes ownership of a non-blocking socket.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        // `recv` is watched (docs/decisions/0411-requests-are-checked-as-bytes-before-libmicrohttpd.md).
        transfer(end: .end) { Glibc.read(descriptor, buffer.baseAddress, buffer.count) }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> BodyPart {
        transfer(end: .cutOff) { send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
    }

    func finish() -> BodyPart {
        shutdown(descriptor, Int32(SHUT_WR))
        return .end
    }

    private func transfer(end: BodyPart, _ call: () -> Int) -> BodyPart {
        let count = retried(call)
        if count > 0 { return .bytes(count) }
        return count < 0 && errno == EAGAIN ? .later : end
    }
}

/// The exchange behind a connection that has changed to another protocol.
final class ExchangeChannel: ByteChannel {
    private let exchange: any StreamingExchange

    init(_ exchange: any StreamingExchange) { self.exchange = exchange }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart { exchange.read(into: buffer) }

    func write(_ bytes: UnsafeRawBufferPointer) -> BodyPart {
        let count = exchange.receive(bytes)
        return count > 0 ? .bytes(count) : .later
    }

    func finish() -> BodyPart {
        exchange.receiveEnd()
        return .end
    }
}

/// The bytes that move from one channel to another. At most one buffer of them is stored, so that a slow reader slows
/// the writer down.
struct ByteFlow {
    private enum Stage {
        case flowing
        /// The source has ended; the sink is to be told.
        case ending
        /// The sink was told, or accepts no more.
        case ended
    }

    private let source: any ByteChannel
    private let sink: any ByteChannel
    private var stage = Stage.flowing
    private var pending: [UInt8] = []
    /// The number of pending bytes already written.
    private var written = 0
    /// The number of bytes moved so far.
    private(set) var count = 0
    /// Whether the sink accepts no more.
    private(set) var isBroken = false

    /// The size of a buffer: one record of TLS.
    private static let size = 16384
    /// The maximum number of steps at a time, so that other connections have their turn.
    private static let maxSteps = 64

    /// Creates a flow, possibly of bytes that were read before.
    init(from source: any ByteChannel, to sink: any ByteChannel, after pending: [UInt8] = []) {
        self.source = source
        self.sink = sink
        self.pending = pending
    }

    /// Whether all bytes have been moved.
    var hasEnded: Bool {
        if case .ended = stage { true } else { false }
    }

    /// Moves bytes until one of the sides is not ready. Returns false if there may be more to do at once.
    mutating func advance() -> Bool {
        let before = count
        for _ in 0..<Self.maxSteps {
            // libmicrohttpd overlooks an end that comes at once with the bytes before it.
            if case .ending = stage, written == pending.count, count > before { return false }
            guard step() else { return true }
        }
        return false
    }

    /// Returns false if nothing can be done now.
    private mutating func step() -> Bool {
        guard written == pending.count else { return write() }
        switch stage {
        case .flowing: return read()
        case .ending:
            guard sink.finish() != .later else { return false }
            stage = .ended
            return true
        case .ended: return false
        }
    }

    private mutating func read() -> Bool {
        var result = BodyPart.later
        let bytes = [UInt8](unsafeUninitializedCapacity: Self.size) { buffer, count in
            result = source.read(into: UnsafeMutableRawBufferPointer(buffer))
            if case .bytes(let read) = result { count = read }
        }
        switch result {
        case .bytes: pending = bytes
        case .later: return false
        case .end, .cutOff: stage = .ending
        }
        return true
    }

    private mutating func write() -> Bool {
        switch pending[written...].withUnsafeBytes(sink.write) {
        case .bytes(let more):
            written += more
            count += more
            // An idle connection holds no buffer.
            if written == pending.count { (written, pending) = (0, []) }
        case .later: return false
        case .end, .cutOff:
            (written, pending) = (0, [])
            (stage, isBroken) = (.ended, true)
        }
        return true
    }
}
