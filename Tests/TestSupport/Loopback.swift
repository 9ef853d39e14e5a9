import Glibc

/// Listens on a free loopback port.
public func listenOnLoopback() -> (listener: Int32, port: UInt16) {
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var port: UInt16 = 0
    withLoopback(port: 0) { address, length in
        precondition(bind(listener, address, length) == 0, "no loopback port to be had")
        var length = length
        getsockname(listener, address, &length)
        port = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
            UInt16(bigEndian: $0.pointee.sin_port)
        }
    }
    listen(listener, 128)
    return (listener, port)
}

/// Calls `body` with the address of a loopback port, as the C library requires it.
public func withLoopback<Value>(
    port: UInt16, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) throws -> Value
) rethrows -> Value {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return try withUnsafeMutablePointer(to: &address) {
        try $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            try body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
    }
}

/// Runs blocking work on a new thread.
public func startThread(_ body: @escaping @Sendable () -> Void) {
    final class Box: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let error = pthread_create(
        &thread, nil,
        { context in
            Unmanaged<Box>.fromOpaque(context!).takeRetainedValue().body()
            return nil
        }, Unmanaged.passRetained(Box(body)).toOpaque())
    precondition(error == 0, "no thread to be had")
    pthread_detach(thread)
}
