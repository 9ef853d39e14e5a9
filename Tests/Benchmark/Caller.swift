import Glibc

/// A connection to a local server, without a client library.
final class Caller {
    private let socket: CInt

    /// Connects.
    init(_ port: UInt16) throws {
        socket = Glibc.socket(AF_INET, CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { throw Failure(call: "socket") }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: address) { address in
            address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw Failure(call: "connect") }
    }

    deinit { close(socket) }

    /// Sends the bytes of a request.
    func ask(_ request: [UInt8]) throws {
        guard send(socket, request, request.count, CInt(MSG_NOSIGNAL)) == request.count else {
            throw Failure(call: "send")
        }
    }

    /// Reads headers and a body of their Content-Length.
    func readAnswer(_ patience: CInt) throws {
        var answer: [UInt8] = []
        var piece = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) {
                let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self).lowercased()
                let length = head.split(separator: "\r\n").first { $0.hasPrefix("content-length:") }
                guard head.hasPrefix("http/1.1 200 "), let length, let count = Int(length.dropFirst(16))
                else {
                    throw Failure("the answer is \(head.prefix(80))")
                }
                if answer.count >= end.upperBound + count { return }
            }
            var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) == 1 else {
                throw Failure("nobody answered within \(patience) ms")
            }
            let count = recv(socket, &piece, piece.count, 0)
            guard count > 0 else { throw Failure("the connection ended within an answer") }
            answer += piece[..<count]
        }
    }

    /// Reads the head of a response, and nothing behind it.
    func readHead(_ patience: CInt) throws -> String {
        var head: [UInt8] = []
        while !head.suffix(4).elementsEqual("\r\n\r\n".utf8) { head += try read(exactly: 1, patience) }
        return String(decoding: head, as: UTF8.self)
    }

    /// Reads this number of bytes.
    func read(exactly wanted: Int, _ patience: CInt) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: wanted)
        var count = 0
        while count < wanted {
            var ready = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
            guard poll(&ready, 1, patience) == 1 else {
                throw Failure("nothing was sent within \(patience) ms")
            }
            let more = bytes.withUnsafeMutableBytes {
                recv(socket, $0.baseAddress! + count, wanted - count, 0)
            }
            guard more > 0 else { throw Failure("the connection ended") }
            count += more
        }
        return bytes
    }

    /// Reads until the other side closes the connection.
    func drain() {
        var piece = [UInt8](repeating: 0, count: 65_536)
        while recv(socket, &piece, piece.count, 0) > 0 {}
    }
}
