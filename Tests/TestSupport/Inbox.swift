import Glibc

/// A local socket that receives messages, as that of a service manager.
public final class Inbox {
    private let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)

    /// Creates the socket at a path; a name that begins with `@` is an abstract one.
    public init(_ name: String) throws {
        let bytes = name.hasPrefix("@") ? [0] + name.dropFirst().utf8 : Array(name.utf8)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError("long \(name)")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let result = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { [descriptor] in
                bind(descriptor, $0, length)
            }
        }
        guard result == 0 else { throw SystemError("bind") }
    }

    deinit { close(descriptor) }

    /// Waits for the next message; nil if there is none for a long time.
    public func next() -> String? {
        guard Deadline(after: Pty.patience).poll([descriptor]) != nil else { return nil }
        var buffer = [UInt8](repeating: 0, count: 512)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
    }
}
