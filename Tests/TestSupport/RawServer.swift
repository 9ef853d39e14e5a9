import Glibc

/// A TCP server on a free loopback port that sends scripted bytes: exact responses, truncated and slow ones.
///
/// Each connection has a separate thread. The server ends when it is released.
public final class RawServer: Sendable {
    /// One step of the server on a connection. After the last one the connection is closed.
    public enum Step: Sendable {
        /// Read a request's headers, and a body of its Content-Length, and report them.
        case readRequest
        /// Read a request's headers, and its body without storing it, and report both.
        case drainRequest
        /// Send these bytes.
        case send([UInt8])
        /// Send these bytes repeatedly, `times` times or until the client closes; report the number of repetitions.
        case flood([UInt8], times: Int)
        /// Wait until the gate is opened.
        case wait(Gate)
        /// Read until the client closes, and report that.
        case awaitHangUp
        /// Close with a reset instead of an orderly end.
        case reset
    }

    /// An event on a connection; connections are counted from 0.
    public enum Event: Sendable, Equatable {
        /// A request was received, with these exact bytes.
        case request([UInt8], connection: Int)
        /// A request was received with these headers and a body of `body` bytes.
        case drained(String, body: Int, connection: Int)
        /// A flood ended after `times` repetitions.
        case flooded(times: Int, connection: Int)
        /// The client closed the connection.
        case hungUp(connection: Int)
    }

    /// The port that it listens on.
    public let port: Int
    /// The events, in order. One reader at a time.
    public let events: AsyncStream<Event>
    private let listener: Int32

    /// Creates a server whose n-th connection runs `script(n)`.
    public init(_ script: @escaping @Sendable (_ connection: Int) -> [Step]) {
        let (listener, port) = listenOnLoopback()
        self.listener = listener
        self.port = Int(port)
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        startThread {
            var number = 0
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else { break }
                let play = Play(connection: connection, number: number, events: continuation)
                let steps = script(number)
                startThread { play.run(steps) }
                number += 1
            }
            close(listener)
        }
    }

    /// Creates a server that runs the same steps on each connection.
    public convenience init(_ steps: [Step]) {
        self.init { _ in steps }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// Returns the address of a path on this server.
    public func url(_ path: String = "/") -> String { "http://127.0.0.1:\(port)\(path)" }
}

extension RawServer.Step {
    /// Send this text as UTF-8.
    public static func send(_ text: String) -> Self { .send(Array(text.utf8)) }
}

/// A gate that a scripted connection waits for and a test opens, once.
public final class Gate: Sendable {
    private let ends: (reading: Int32, writing: Int32)

    /// Creates a closed gate.
    public init() {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0, "no pipe to be had")
        self.ends = (ends[0], ends[1])
    }

    deinit {
        close(ends.reading)
        close(ends.writing)
    }

    /// Lets one waiting connection continue.
    public func open() {
        var byte: UInt8 = 1
        _ = write(ends.writing, &byte, 1)
    }

    /// Waits until the gate is opened. Blocks its thread.
    public func pass() {
        var byte: UInt8 = 0
        _ = read(ends.reading, &byte, 1)
    }
}

/// A connection that runs its script.
private struct Play: Sendable {
    let connection: Int32
    let number: Int
    let events: AsyncStream<RawServer.Event>.Continuation

    func run(_ steps: [RawServer.Step]) {
        for step in steps {
            switch step {
            case .readRequest:
                guard let request = readRequest() else {
                    events.yield(.hungUp(connection: number))
                    close(connection)
                    return
                }
                events.yield(.request(request, connection: number))
            case .drainRequest:
                guard let (head, count) = drainRequest() else {
                    events.yield(.hungUp(connection: number))
                    close(connection)
                    return
                }
                events.yield(
                    .drained(String(decoding: head, as: UTF8.self), body: count, connection: number))
            case .send(let bytes): _ = send(bytes)
            case .flood(let bytes, let times):
                var sent = 0
                while sent < times, send(bytes) { sent += 1 }
                events.yield(.flooded(times: sent, connection: number))
            case .wait(let gate): gate.pass()
            case .awaitHangUp:
                while read(1024)?.isEmpty == false {}
                events.yield(.hungUp(connection: number))
            case .reset:
                var linger = linger(l_onoff: 1, l_linger: 0)
                setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<linger>.size))
            }
        }
        close(connection)
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    /// Reads up to `limit` bytes; empty at an orderly end, nil at a reset.
    private func read(_ limit: Int) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(connection, &buffer, limit, 0)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Reads the headers and body of one request, byte for byte; nil if the client closes before it is complete.
    private func readRequest() -> [UInt8]? {
        guard var request = readHead() else { return nil }
        let end = request.count + Self.length(in: request)
        while request.count < end {
            guard let more = read(end - request.count), !more.isEmpty else { return nil }
            request += more
        }
        return request
    }

    /// Reads the headers of one request, and the length of its body; nil if the client closes before it is complete.
    private func drainRequest() -> (head: [UInt8], body: Int)? {
        guard let head = readHead() else { return nil }
        let length = Self.length(in: head)
        var count = 0
        while count < length {
            guard let more = read(min(65_536, length - count)), !more.isEmpty else { return nil }
            count += more.count
        }
        return (head, count)
    }

    private func readHead() -> [UInt8]? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            // One byte at a time, so that no byte of a second request is read.
            guard let byte = read(1), !byte.isEmpty else { return nil }
            head += byte
        }
        return head
    }

    private static func length(in head: [UInt8]) -> Int {
        let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
        return lines.first { $0.hasPrefix("content-length:") }.flatMap { Int($0.dropFirst(16)) } ?? 0
    }
}
