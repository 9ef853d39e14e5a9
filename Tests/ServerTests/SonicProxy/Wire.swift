import Glibc
import SonicProtocol

/// One end of a TCP connection on this machine for raw bytes, with a timeout of twenty seconds.
final class Wire: Sendable {
    private let descriptor: Int32

    /// Whether the connection is established.
    var isConnected: Bool {
        var address = sockaddr()
        var length = socklen_t(MemoryLayout<sockaddr>.size)
        return getpeername(descriptor, &address, &length) == 0
    }

    init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    /// Connects to a port of this machine.
    ///
    /// - Parameter window: The size of the receive buffer in bytes; nil for the default.
    convenience init(to port: UInt16, window: Int32? = nil) {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var window {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &window, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        withUnsafeBytes(of: address) { bytes in
            _ = connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        self.init(descriptor)
    }

    deinit { close(descriptor) }

    /// Whether data can be read now.
    var isReadable: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Sends all bytes; false if the other side accepts no more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends a request without a body.
    func ask(_ target: String, method: String = "GET", _ fields: [String] = []) {
        send(
            (["\(method) \(target) HTTP/1.1", "Host: proxy.example"] + fields).joined(separator: "\r\n")
                + "\r\n\r\n")
    }

    /// Up to `limit` bytes; empty at the end, nil at a reset.
    func read(_ limit: Int = 65536) -> [UInt8]? {
        var buffer = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &buffer, limit, 0)
        return count < 0 ? nil : Array(buffer.prefix(count))
    }

    /// Exactly `count` bytes; nil if the connection ends before.
    func read(exactly count: Int) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let more = read(count - bytes.count), !more.isEmpty else { return nil }
            bytes += more
        }
        return bytes
    }

    /// The lines of a head, without the empty one; nil if the connection ends before.
    func readHead() -> [String]? {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            guard let byte = read(1), !byte.isEmpty else { return nil }
            head += byte
        }
        return String(decoding: head, as: UTF8.self).split(separator: "\r\n").map(String.init)
    }

    /// A body framed as the head's lines say; nil if it is truncated.
    func readBody(of head: [String]) -> [UInt8]? {
        let fields = Headers(behindFirstLineOf: Array(head.joined(separator: "\r\n").utf8))
        if fields.first("transfer-encoding") == "chunked" { return readChunks() }
        return read(exactly: fields.first("content-length").flatMap { Int($0) } ?? 0)
    }

    private func readChunks() -> [UInt8]? {
        var body: [UInt8] = []
        while true {
            var line: [UInt8] = []
            while !line.suffix(2).elementsEqual("\r\n".utf8) {
                guard let byte = read(1), !byte.isEmpty else { return nil }
                line += byte
            }
            let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16) ?? 0
            guard let chunk = read(exactly: size + 2) else { return nil }
            if size == 0 { return body }
            body += chunk.dropLast(2)
        }
    }

    /// The response to one request.
    struct Reply {
        let status: Int
        let headers: Headers
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    /// One complete response; nil if it is truncated.
    func reply(toHead: Bool = false) -> Reply? {
        guard let head = readHead(), let body = toHead ? [] : readBody(of: head) else { return nil }
        return Reply(
            status: head.first.flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0,
            headers: Headers(behindFirstLineOf: Array(head.joined(separator: "\r\n").utf8)), body: body)
    }

    /// All bytes up to the end of the connection.
    func rest() -> [UInt8] {
        var bytes: [UInt8] = []
        while let more = read(), !more.isEmpty { bytes += more }
        return bytes
    }
}
