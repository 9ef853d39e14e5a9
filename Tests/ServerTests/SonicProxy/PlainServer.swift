import Glibc
import SonicProtocol
import TestSupport

/// A server without Sonic: a thread for each connection, and a function that responds to each request.
final class PlainServer: Sendable {
    /// A request as received.
    struct Request: Sendable {
        let line: String
        let headers: Headers
        /// The body without its framing.
        let body: [UInt8]
        /// The request's number, from 0.
        let number: Int
    }

    let port: UInt16
    private let listener: Int32

    /// - Parameter answer: The bytes of a response; no bytes close the connection.
    init(_ answer: @escaping @Sendable (Request) -> [UInt8]) {
        let (listener, port) = listenOnLoopback()
        self.listener = listener
        self.port = port
        let counter = Counter()
        startThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                startThread { Self.serve(Wire(connection), counter, answer) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A response with this status line, these fields and this body, with its length.
    static func answer(_ body: [UInt8], _ fields: [String] = [], status: String = "200 OK") -> [UInt8] {
        let lines = ["HTTP/1.1 \(status)", "Content-Length: \(body.count)"] + fields
        return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// A page.
    static func page(_ html: String, _ fields: [String] = []) -> [UInt8] {
        answer(Array(html.utf8), ["Content-Type: text/html"] + fields)
    }

    private static func serve(
        _ wire: Wire, _ counter: Counter, _ answer: @Sendable (Request) -> [UInt8]
    ) {
        while let head = wire.readHead(), let body = wire.readBody(of: head) {
            let request = Request(
                line: head[0],
                headers: Headers(behindFirstLineOf: Array(head.joined(separator: "\r\n").utf8)),
                body: body, number: counter.next())
            let bytes = answer(request)
            guard !bytes.isEmpty, wire.send(bytes) else { return }
        }
    }

    /// Numbers requests; several threads can share a pipe without a lock.
    private final class Counter: Sendable {
        private let ends: (reading: Int32, writing: Int32)

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(pipe(&ends) == 0, "no pipe to be had")
            self.ends = (ends[0], ends[1])
            put(0)
        }

        deinit {
            close(ends.reading)
            close(ends.writing)
        }

        func next() -> Int {
            var number = 0
            _ = read(ends.reading, &number, MemoryLayout<Int>.size)
            put(number + 1)
            return number
        }

        private func put(_ number: Int) {
            var number = number
            _ = write(ends.writing, &number, MemoryLayout<Int>.size)
        }
    }
}
