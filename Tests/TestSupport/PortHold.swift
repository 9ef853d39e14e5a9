import Glibc

/// Reserves a loopback port without listening: connections to it are refused, and no other server gets it.
public actor PortHold {
    private var descriptor: Int32?

    /// Creates the actor without a port.
    public init() {}

    /// Reserves a port until the actor is released.
    public func hold(_ port: UInt16) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { throw SystemError("socket") }
        self.descriptor = descriptor
        // Connections that the server has just closed still occupy its port.
        var yes: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        guard withLoopback(port: port, { bind(descriptor, $0, $1) }) == 0 else {
            throw SystemError("bind \(port)")
        }
    }

    deinit { if let descriptor { close(descriptor) } }
}
