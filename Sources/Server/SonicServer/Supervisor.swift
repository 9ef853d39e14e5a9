import CMicrohttpd
import Glibc

/// The service manager that started this process, such as systemd: the sockets that it passes (sd_listen_fds(3)), and
/// the messages that it gets (sd_notify(3)). Of a process without one, all of that is nothing.
public struct Supervisor {
    /// A change of the service.
    public enum Change: String {
        case ready = "READY=1"
        case reloading = "RELOADING=1"
        case stopping = "STOPPING=1"
    }

    /// The first descriptor that is passed.
    private static let first: Int32 = 3

    /// The number of passed sockets.
    private let sockets: Int
    /// The name of the socket for messages; nil for none.
    private let name: [UInt8]?

    /// Reads the environment of this process.
    public init() {
        func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
        // The variables are meant for one process, and inherited by its children.
        let isMeant = variable("LISTEN_PID") == String(getpid())
        sockets = isMeant ? variable("LISTEN_FDS").flatMap { Int($0) } ?? 0 : 0
        name = variable("NOTIFY_SOCKET").map { text in
            // `@` stands for the zero byte of an abstract name.
            text.hasPrefix("@") ? [0] + text.dropFirst().utf8 : Array(text.utf8)
        }
    }

    /// Returns the passed socket; nil for none. It must be the only one that the server is told to use.
    public func listener(hasOther: Bool) throws(Listener.Failure) -> Listener? {
        guard sockets <= 1 else { throw .passed("one socket is expected, and \(sockets) were passed") }
        guard sockets == 0 || !hasOther else { throw .passed("--listen names another one; remove it") }
        return sockets == 1 ? try Listener(passed: Self.first) : nil
    }

    /// Sends a message, without waiting. A failure is ignored: the server runs without a reader, too.
    public func tell(_ change: Change) {
        var address = sockaddr_un()
        guard let name, name.count < MemoryLayout.size(ofValue: address.sun_path) else { return }
        let type = Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        defer { close(descriptor) }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
        let text = change.rawValue
        _ = withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                sendto(
                    descriptor, text, text.utf8.count, Int32(MSG_DONTWAIT | MSG_NOSIGNAL), address, length)
            }
        }
    }
}
