import CGnutls
import CMicrohttpd
import Glibc

/// A client's connection over TLS. libmicrohttpd has one end of a pair of sockets, where its bytes are plain: they are
/// checked, limited and answered as those of any other connection
/// (docs/decisions/0770-tls-ends-in-front-of-libmicrohttpd-at-a-socket-pair.md).
final class TLSConnection {
    /// The result of the work that is possible at once.
    enum Progress: Equatable {
        /// There is more to do when one of the sockets is ready.
        case waiting
        /// There is more to do at once.
        case busy
        /// The handshake is complete.
        case secured
        /// The handshake failed: the reason, for people; nil if the client sent nothing.
        case refused(String?)
        /// The client sent a request without TLS.
        case plain
        /// Both sides have ended.
        case ended
    }

    private enum Stage {
        /// The client has sent nothing.
        case silent
        case handshake
        case open(request: ByteFlow, response: ByteFlow)
    }

    private let channel: TLSChannel
    /// The client's address, as accepted.
    let address: (sockaddr_storage, socklen_t)
    let begun = ContinuousClock.now
    /// Whether libmicrohttpd has ended its side.
    var isReleased = false
    private var stage = Stage.silent

    /// The maximum number of warnings of a client in a handshake.
    private static let maxWarnings = 8

    /// Begins the handshake with a client at an address.
    init(_ channel: TLSChannel, from address: (sockaddr_storage, socklen_t)) {
        (self.channel, self.address) = (channel, address)
    }

    /// GnuTLS's session, which identifies the connection.
    var session: gnutls_session_t { channel.session }

    /// The client's socket.
    var descriptor: Int32 { channel.descriptor }

    /// Whether the handshake is not complete.
    var isInHandshake: Bool {
        if case .open = stage { false } else { true }
    }

    /// Whether the client has sent anything.
    var hasBegun: Bool {
        if case .silent = stage { false } else { true }
    }

    /// The name of the server that the client wants; nil for none.
    var serverName: String? {
        var name = [UInt8](repeating: 0, count: 256)
        var (size, type) = (name.count, UInt32(0))
        guard gnutls_server_name_get(session, &name, &size, &type, 0) == 0 else { return nil }
        return String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
    }

    /// Begins to move bytes between the client and the other end of libmicrohttpd's socket.
    func open(to other: PlainChannel) {
        stage = .open(
            request: ByteFlow(from: channel, to: other), response: ByteFlow(from: other, to: channel))
    }

    /// Does what is possible without waiting.
    func advance() -> Progress {
        switch stage {
        case .silent:
            var first: UInt8 = 0
            switch recv(descriptor, &first, 1, Int32(MSG_PEEK)) {
            case 1: stage = .handshake
            case -1 where errno == EAGAIN: return .waiting
            case _: return .refused(nil)
            }
            // A method begins with a letter, and a record of TLS with 22.
            return (0x41...0x5A).contains(first) ? .plain : handshake()
        case .handshake: return handshake()
        case .open(var request, var response):
            let isIdle = (request.advance(), response.advance()) == (true, true)
            stage = .open(request: request, response: response)
            if response.isBroken || (response.hasEnded && isReleased) { return .ended }
            return isIdle ? .waiting : .busy
        }
    }

    private func handshake() -> Progress {
        for _ in 0..<Self.maxWarnings {
            let code = gnutls_handshake(session)
            if code == GNUTLS_E_SUCCESS { return .secured }
            if code == GNUTLS_E_AGAIN { return channel.hasEnded ? refused(GNUTLS_E_PULL_ERROR) : .waiting }
            if gnutls_error_is_fatal(code) != 0 { return refused(code) }
        }
        return .refused("TLS handshake failed: the client sends only warnings")
    }

    private func refused(_ code: Int32) -> Progress {
        if code == GNUTLS_E_DECRYPTION_FAILED, let alert = channel.plainAlert { return refused(alert) }
        switch code {
        case GNUTLS_E_FATAL_ALERT_RECEIVED: return refused(gnutls_alert_get(session))
        case GNUTLS_E_PREMATURE_TERMINATION, GNUTLS_E_PULL_ERROR, GNUTLS_E_PUSH_ERROR:
            return .refused(
                "client disconnected within the TLS handshake; it may not trust the certificate")
        case let code:
            gnutls_alert_send_appropriate(session, code)
            return .refused("TLS handshake failed: \(TLSCredentials.text(code))")
        }
    }

    private func refused(_ alert: gnutls_alert_description_t) -> Progress {
        let name = gnutls_alert_get_name(alert).map { String(cString: $0) } ?? "alert \(alert.rawValue)"
        return .refused(
            Self.certificateAlerts.contains(alert.rawValue)
                ? "client refused the certificate: \(name)" : "client ended the TLS handshake: \(name)")
    }

    /// The alerts about a certificate (RFC 8446 §6.2): bad, unsupported, revoked, expired, unknown, unknown authority.
    private static let certificateAlerts: Set<UInt32> = [42, 43, 44, 45, 46, 48]
}

/// The client's end of a connection over TLS.
final class TLSChannel: ByteChannel {
    /// GnuTLS's session, which also identifies the connection.
    let session: gnutls_session_t
    private let source: UnsafeMutablePointer<sonic_tls_source>
    /// What the session uses as long as it lives.
    private let credentials: TLSCredentials

    /// The maximum number of messages without data at a time.
    private static let maxMessages = 8

    /// Takes ownership of an accepted socket; nil if there is no memory.
    init?(_ descriptor: Int32, by credentials: TLSCredentials) {
        let source = UnsafeMutablePointer<sonic_tls_source>.allocate(capacity: 1)
        source.initialize(to: sonic_tls_source(descriptor: descriptor, last: (0, 0, 0, 0, 0, 0, 0)))
        guard let session = sonic_tls_accept(credentials.handle, credentials.priorities, source) else {
            source.deallocate()
            close(descriptor)
            return nil
        }
        (self.session, self.source) = (session, source)
        self.credentials = credentials
    }

    deinit {
        gnutls_deinit(session)
        close(descriptor)
        source.deallocate()
    }

    /// The client's socket.
    var descriptor: Int32 { source.pointee.descriptor }

    /// The alert in the last record read, if it was not encrypted: OpenSSL refuses a certificate before it uses its
    /// keys, and GnuTLS cannot decrypt that. Nil for any other record.
    var plainAlert: gnutls_alert_description_t? {
        let last = source.pointee.last
        guard last.0 == 21, last.3 == 0, last.4 == 2 else { return nil }
        return gnutls_alert_description_t(rawValue: UInt32(last.6))
    }

    /// Whether nothing but the end is left to be read.
    var hasEnded: Bool {
        var next: UInt8 = 0
        return gnutls_record_check_pending(session) == 0 && recv(descriptor, &next, 1, Int32(MSG_PEEK)) == 0
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyPart {
        // GnuTLS takes an end without close_notify for a failure of both sides, but the client may still read.
        if hasEnded { return .end }
        let result = transfer(end: .end) { gnutls_record_recv(session, buffer.baseAddress, buffer.count) }
        // It does not report an end within a record, of which nothing else would tell.
        return result == .later && hasEnded ? .end : result
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> BodyPart {
        transfer(end: .cutOff) { gnutls_record_send(session, bytes.baseAddress, bytes.count) }
    }

    func finish() -> BodyPart {
        if transfer(end: .end, { Int(gnutls_bye(session, GNUTLS_SHUT_WR)) }) == .later { return .later }
        shutdown(descriptor, Int32(SHUT_WR))
        return .end
    }

    private func transfer(end: BodyPart, _ call: () -> Int) -> BodyPart {
        for _ in 0..<Self.maxMessages {
            let count = call()
            if count > 0 { return .bytes(count) }
            if count == Int(GNUTLS_E_AGAIN) { return .later }
            // Renegotiation, which only TLS 1.2 has, is not needed.
            if count == 0 || count == Int(GNUTLS_E_REHANDSHAKE) || gnutls_error_is_fatal(Int32(count)) != 0 {
                return end
            }
        }
        return end
    }
}

/// The connections over TLS, and the epoll that reports when they can go on.
final class TLSConnections {
    private var bySession: [OpaquePointer: TLSConnection] = [:]
    /// Those that libmicrohttpd has, by its descriptors.
    private var byDescriptor: [Int32: TLSConnection] = [:]
    private var busy: Set<OpaquePointer> = []
    /// The descriptor that becomes readable when there is something to do; -1 if the system has none.
    let epoll = sonic_epoll()

    /// The maximum number of events handled in a turn of the loop.
    private static let atOnce = 64

    deinit { close(epoll) }

    /// The number of connections.
    var count: Int { bySession.count }

    /// Whether a connection has something to do at once.
    var isBusy: Bool { !busy.isEmpty }

    /// Adds a connection.
    func add(_ connection: TLSConnection) {
        bySession[connection.session] = connection
        watch(connection.descriptor, for: connection.session)
    }

    /// Reports a key whenever a descriptor can be read or written again.
    func watch(_ descriptor: Int32, for key: OpaquePointer) {
        sonic_epoll_add(epoll, descriptor, UInt64(UInt(bitPattern: key)))
    }

    /// Creates the pair of sockets of a connection. Returns libmicrohttpd's end; nil if the system has none.
    func open(_ connection: TLSConnection) -> Int32? {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { return nil }
        connection.open(to: PlainChannel(ends[0]))
        byDescriptor[ends[1]] = connection
        watch(ends[0], for: connection.session)
        return ends[1]
    }

    /// The connection that libmicrohttpd has at a descriptor; nil for one without TLS.
    subscript(descriptor: Int32) -> TLSConnection? { byDescriptor[descriptor] }

    /// The connection with a session; nil for one without TLS.
    subscript(session: OpaquePointer) -> TLSConnection? { bySession[session] }

    /// Records that libmicrohttpd closes a descriptor. Returns its connection, which may still have bytes for the
    /// client.
    func release(_ descriptor: Int32) -> TLSConnection? {
        guard let connection = byDescriptor.removeValue(forKey: descriptor) else { return nil }
        connection.isReleased = true
        return connection
    }

    /// Returns the keys of connections that may have something to do.
    func next() -> Set<OpaquePointer> {
        var next = busy
        busy = []
        for _ in 0..<Self.atOnce {
            guard let key = OpaquePointer(bitPattern: UInt(sonic_epoll_next(epoll))) else { break }
            next.insert(key)
        }
        return next
    }

    /// Records that the connection with a key has something to do at once.
    func repeats(_ key: OpaquePointer) { busy.insert(key) }

    /// Removes a connection, and closes it.
    func remove(_ connection: TLSConnection) {
        bySession[connection.session] = nil
        busy.remove(connection.session)
        if !connection.isReleased { byDescriptor = byDescriptor.filter { $0.value !== connection } }
    }

    /// Closes all connections that do not send the rest of a response.
    func removeUnreleased() {
        for connection in bySession.values where !connection.isReleased { remove(connection) }
    }

    /// Closes all connections.
    func removeAll() { (bySession, byDescriptor, busy) = ([:], [:], []) }
}
