import CCurl
import Glibc

/// The sockets that libcurl has open, known by libcurl's thread.
public final class OpenSockets {
    /// The two ports of a connection, by which libcurl names it before a request is sent.
    public struct Ports: Equatable, Sendable {
        let own: Int32
        let peer: Int32

        /// This side's port and the other side's.
        public init(own: Int32, peer: Int32) { (self.own, self.peer) = (own, peer) }
    }

    private var sockets: [Int32: OpenSocket] = [:]
    /// Asked for once a connection is used again.
    private var ports: [Int32: Ports] = [:]
    private let watch: WorkWatch?
    /// The streams of HTTP/2 within them.
    let streams = ResponseStreams()

    /// No sockets yet. They are watched, unless the system has no thread or pipe left.
    ///
    /// - Parameter patience: How long libcurl may work without coming back.
    public init(patience: Duration = .seconds(2)) { watch = WorkWatch(patience: patience) }

    /// Lets libcurl work, watched: where it does not come back, the sockets that it takes bytes from are ended.
    public func watching<Result>(_ work: () -> Result) -> Result {
        guard let watch else { return streams.observing(work) }
        watch.begin()
        defer { watch.end() }
        return streams.observing(work)
    }

    /// Notes that libcurl, at work, delivered a piece of a body: however long a body takes, libcurl is not stuck.
    public func noteProgress() { watch?.noteProgress() }

    /// Notes that libcurl opened a socket, which no program started meanwhile, such as an editor, must hold open.
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

    /// The sockets between these ports: one, or where other machines are at the same port several.
    func between(_ wanted: Ports) -> [OpenSocket] {
        sockets.values.filter { socket in
            let known = ports[socket.descriptor] ?? Self.ports(of: socket.descriptor)
            ports[socket.descriptor] = known
            return known == wanted
        }
    }

    /// Makes a transfer close its sockets through here, and forgets the one that its handle had before. The table must
    /// outlive its connections.
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

    /// A side's port. It stands at the same place in addresses of IPv4 and of IPv6.
    private static func port(
        of descriptor: Int32,
        _ ask: (Int32, UnsafeMutablePointer<sockaddr>, UnsafeMutablePointer<socklen_t>) -> Int32
    ) -> Int32? {
        var address = sockaddr_in6()
        var size = socklen_t(MemoryLayout<sockaddr_in6>.size)
        let isTold = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { ask(descriptor, $0, &size) == 0 }
        }
        return isTold ? Int32(UInt16(bigEndian: address.sin6_port)) : nil
    }
}
