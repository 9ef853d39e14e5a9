import CCurl
import Glibc

/// The open sockets of libcurl, used on libcurl's thread.
public final class OpenSockets {
    /// The two ports of a connection, by which libcurl identifies it before a request is sent.
    public struct Ports: Equatable, Sendable {
        let own: Int32
        let peer: Int32

        /// Creates the pair of this side's port and the peer's.
        public init(own: Int32, peer: Int32) { (self.own, self.peer) = (own, peer) }
    }

    private var sockets: [Int32: OpenSocket] = [:]
    /// The ports of sockets, cached when a connection is reused.
    private var ports: [Int32: Ports] = [:]
    private let watch: WorkWatch?
    /// The HTTP/2 streams on the connections.
    let streams = ResponseStreams()

    /// Creates an empty table. Its sockets are watched, unless the system has no thread or pipe left.
    ///
    /// - Parameter patience: The longest time that libcurl may work without returning.
    public init(patience: Duration = .seconds(2)) { watch = WorkWatch(patience: patience) }

    /// Runs a call of libcurl under the watch: if it does not return, the sockets that it reads from are shut down.
    public func watching<Result>(_ work: () -> Result) -> Result {
        guard let watch else { return streams.observing(work) }
        watch.begin()
        defer { watch.end() }
        return streams.observing(work)
    }

    /// Records that libcurl delivered a piece of a body: however long a body takes, libcurl is not stuck.
    public func noteProgress() { watch?.noteProgress() }

    /// Records that libcurl opened a socket, and sets close-on-exec, so that a program started meanwhile, such as an
    /// editor, does not keep it open.
    public func opened(_ descriptor: Int32) -> OpenSocket {
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        let socket = OpenSocket(descriptor)
        sockets[descriptor] = socket
        ports[descriptor] = nil
        watch?.add(socket)
        return socket
    }

    /// Closes a socket for libcurl.
    fileprivate func close(_ descriptor: Int32) {
        ports[descriptor] = nil
        guard let socket = sockets.removeValue(forKey: descriptor) else {
            _ = Glibc.close(descriptor)
            return
        }
        socket.close()
    }

    /// Returns the sockets between these ports: one, or several if other machines have the same port.
    func between(_ wanted: Ports) -> [OpenSocket] {
        sockets.values.filter { socket in
            let known = ports[socket.descriptor] ?? Self.ports(of: socket.descriptor)
            ports[socket.descriptor] = known
            return known == wanted
        }
    }

    /// Redirects the closing of a transfer's sockets to this table, and removes the state of its handle's previous
    /// stream. The table must outlive its connections.
    public func observe(_ easy: UnsafeMutableRawPointer) {
        streams.forget(easy)
        let closing: late_close_callback = { context, socket in
            // Set together with the function, never nil.
            Unmanaged<OpenSockets>.fromOpaque(context!).takeUnretainedValue().close(socket)
            return 0
        }
        _ = late_set_close_function(easy, closing, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func ports(of descriptor: Int32) -> Ports? {
        guard let own = port(of: descriptor, getsockname), let peer = port(of: descriptor, getpeername) else {
            return nil
        }
        return Ports(own: own, peer: peer)
    }

    /// Returns one side's port, which has the same offset in IPv4 and IPv6 addresses.
    private static func port(
        of descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isKnown = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) == 0 }
        }
        return isKnown ? Int32(UInt16(bigEndian: address.sin6_port)) : nil
    }
}
