import Glibc
import SonicProtocol

/// A server that knows nothing of Sonic: a thread for each connection, an answer by a function for each request.
final class PlainServer: Sendable {
    /// A request as it came over the wire.
    struct Request: Sendable {
        let line: String
        let headers: Headers
        /// The body without its framing.
        let body: [UInt8]
        /// Which request it is, from 0.
        let number: Int
    }

    let port: UInt16
    private let listener: Int32

    /// - Parameter answer: The bytes of an answer; an empty one closes the connection.
    init(_ answer: @escaping @Sendable (Request) -> [UInt8]) {
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                precondition(bind(listener, address, length) == 0, "no loopback port to be had")
                getsockname(listener, address, &length)
            }
        }
        listen(listener, 128)
        self.listener = listener
        port = UInt16(bigEndian: address.sin_port)
        let counter = Counter()
        Self.startThread {
            while case let connection = accept(listener, nil, nil), connection >= 0 {
                Self.startThread { Self.serve(Wire(connection), counter, answer) }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// An answer of this status line, these fields and this body, with its length.
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

    /// Numbers requests; a pipe is what several threads may share without a lock.
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

    private static func startThread(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let made = pthread_create(
            &thread, nil,
            { opaque in
                opaque.map { Unmanaged<Box>.fromOpaque($0).takeRetainedValue().body() }
                return nil
            }, Unmanaged.passRetained(Box(body)).toOpaque())
        precondition(made == 0, "no thread to be had")
        pthread_detach(thread)
    }
}
