import CCurl
import Glibc
import Synchronization

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
    /// The connections of HTTP/1 that libcurl keeps for later requests, by its numbers.
    var kept: [String: KeptConnection] = [:]
    /// The peers that sent unrequested bytes on an idle connection which libcurl has closed.
    var unasked: Set<String> = []
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

/// A socket of libcurl, shared by libcurl's thread and the watch.
///
/// The descriptor of a closed socket is soon reused for another file. So each state change is one atomic exchange, and
/// a socket that libcurl closes while the watch is shutting it down is closed by the watch.
public final class OpenSocket: Sendable {
    private enum State: UInt8, AtomicRepresentable {
        case open
        /// The watch is shutting it down.
        case ending
        /// The watch has shut it down; libcurl closes it or has closed it.
        case ended
        /// libcurl closed it while the watch was shutting it down.
        case abandoned
        case closed
    }

    /// The file descriptor.
    package let descriptor: Int32
    private let state = Atomic(State.open)

    /// Creates the state of a newly opened socket.
    init(_ descriptor: Int32) { self.descriptor = descriptor }

    /// Whether it is neither closed nor shut down.
    package var isOpen: Bool { state.load(ordering: .acquiring) == .open }

    /// Whether the watch shut it down, because libcurl read from it without returning.
    var wasEnded: Bool {
        switch state.load(ordering: .acquiring) {
        case .open, .closed: false
        case .ending, .ended, .abandoned: true
        }
    }

    /// The number of bytes read from it; negative if the system does not report it.
    var bytesTaken: Int { Int(late_bytes_taken(descriptor)) }

    /// Shuts down both directions: pending bytes can still be read, then the end follows. Called by the watch.
    func end() {
        guard move(from: .open, to: .ending) else { return }
        _ = shutdown(descriptor, Int32(SHUT_RDWR))
        if !move(from: .ending, to: .ended) { Glibc.close(descriptor) }
    }

    /// Closes it. Called by libcurl's thread, once.
    func close() {
        if move(from: .open, to: .closed) || !move(from: .ending, to: .abandoned) { Glibc.close(descriptor) }
    }

    private func move(from old: State, to new: State) -> Bool {
        state.compareExchange(expected: old, desired: new, ordering: .acquiringAndReleasing).exchanged
    }
}

/// A connection that libcurl keeps for later requests.
struct KeptConnection {
    let sockets: [OpenSocket]
    let tls: late_tls_state
    let peer: String

    var isOpen: Bool { sockets.contains(where: \.isOpen) }
}

/// The states of the HTTP/2 streams of responses, by their transfers. libcurl 7.88 accepts a stream that was reset
/// without an error, or lost, as ended (RFC 9113 §8.1).
final class ResponseStreams {
    /// The transfers whose response has begun and whose stream the server has not ended.
    private var open: Set<UnsafeMutableRawPointer> = []

    /// Records the events of streams while libcurl works.
    func observing<Result>(_ work: () -> Result) -> Result {
        late_observe_streams(Self.noting, Unmanaged.passUnretained(self).toOpaque())
        defer { late_observe_streams(nil, nil) }
        return work()
    }

    /// Whether the response to a transfer has begun on a stream that was not ended. False if the stream's state is
    /// unknown, with a libcurl that cannot be observed.
    func isOpen(_ easy: UnsafeMutableRawPointer) -> Bool { open.contains(easy) }

    /// Resets the state for a new transfer.
    func forget(_ easy: UnsafeMutableRawPointer) { open.remove(easy) }

    private static let noting: late_stream_callback = { context, easy, hasEnded in
        // Both are set together, never nil.
        let streams = Unmanaged<ResponseStreams>.fromOpaque(context!).takeUnretainedValue()
        if hasEnded { streams.open.remove(easy!) } else { streams.open.insert(easy!) }
    }
}
