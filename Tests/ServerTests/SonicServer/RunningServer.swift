import CGnutls
import Glibc
import SonicProtocol
import TestSupport

@testable import SonicServer

/// A real server on a free loopback port, on a thread of its own, that ends when its last owner is released.
final class RunningServer: Sendable {
    let port: UInt16
    private let stop: Int32
    private let ended: Int32

    /// Starts serving the site that `makeSite` creates on the server's thread.
    ///
    /// - Parameter sign: The stop signal, created from the pipe that `shutDown` closes.
    convenience init(
        limits: SonicServer.Limits = .init(),
        until sign: @escaping @Sendable (Int32) -> SonicServer.StopSign = { .readable($0) },
        journal: @escaping @Sendable () -> Journal? = { nil },
        _ makeSite: @escaping @Sendable () -> any Site
    ) throws {
        try self.init(limits: limits, until: sign, journal: journal, waitingWith: { (makeSite(), nil) })
    }

    /// Starts serving a site that shares the server's journal.
    convenience init(
        shared makeJournal: @escaping @Sendable () -> Journal,
        _ makeSite: @escaping @Sendable (Journal) -> any Site
    ) throws {
        try self.init(until: { .readable($0) }) { listener in
            let journal = makeJournal()
            return SonicServer(
                listener, site: makeSite(journal), limits: .init(), waiter: nil, journal: journal,
                descriptors: .now())
        }
    }

    /// Starts serving with a site and a waiter that are created on the server's thread.
    convenience init(
        limits: SonicServer.Limits = .init(), descriptors: DescriptorBudget? = nil,
        until sign: @escaping @Sendable (Int32) -> SonicServer.StopSign = { .readable($0) },
        journal: @escaping @Sendable () -> Journal? = { nil },
        waitingWith makeSite: @escaping @Sendable () -> (site: any Site, waiter: (any Waiter)?)
    ) throws {
        try self.init(until: sign) { listener in
            let (site, waiter) = makeSite()
            return SonicServer(
                listener, site: site, limits: limits, waiter: waiter, journal: journal(),
                descriptors: descriptors ?? .now())
        }
    }

    /// A server over TLS whose site responds by a stateless function.
    convenience init(
        limits: SonicServer.Limits = .init(), over files: TLSFiles,
        journal: @escaping @Sendable () -> Journal? = { nil },
        answering answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
    ) throws {
        try self.init(until: { .readable($0) }) { listener in
            // Tests of files that cannot be used run the program.
            let certificate = try? ServerCertificate(
                certificate: files.certificate, key: files.key, complain: { _ in })
            return SonicServer(
                listener, site: Answering(body: answer), limits: limits, certificate: certificate,
                journal: journal())
        }
    }

    /// Starts serving with a server that is created on its thread.
    private init(
        until sign: @escaping @Sendable (Int32) -> SonicServer.StopSign,
        _ makeServer: @escaping @Sendable (Listener) -> SonicServer
    ) throws {
        let listener = try Listener(address: "127.0.0.1", port: 0)
        port = UInt16(listener.authority.split(separator: ":")[1]) ?? 0
        let (stopReading, stopWriting) = Self.pipe()
        let (endedReading, endedWriting) = Self.pipe()
        stop = stopWriting
        ended = endedReading
        startThread {
            let server = makeServer(listener)
            do {
                try server.run(until: [sign(stopReading)])
            } catch {
                print("the server did not run: \(error)")
            }
            close(stopReading)
            close(endedWriting)
        }
    }

    /// A server whose site responds by a stateless function.
    convenience init(
        limits: SonicServer.Limits = .init(), descriptors: DescriptorBudget? = nil,
        until sign: @escaping @Sendable (Int32) -> SonicServer.StopSign = { .readable($0) },
        answering answer: @escaping @Sendable (ServerRequest) -> ServerAnswer
    ) throws {
        try self.init(
            limits: limits, descriptors: descriptors, until: sign,
            waitingWith: { (Answering(body: answer), nil) })
    }

    private struct Answering: Site {
        let body: @Sendable (ServerRequest) -> ServerAnswer
        func answer(_ request: ServerRequest) -> ServerAnswer { body(request) }
    }

    deinit {
        close(stop)
        close(ended)
    }

    /// Signals the stop: duplicating another descriptor over the pipe's write end closes it.
    func shutDown() { _ = dup2(ended, stop) }

    /// Waits until the server's thread has ended; false after twenty seconds.
    func hasEnded() -> Bool {
        var entry = pollfd(fd: ended, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 20_000) == 1
    }

    private static func pipe() -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(Glibc.pipe(&ends) == 0, "no pipe to be had")
        return (ends[0], ends[1])
    }
}

/// The files of a certificate and its key, made for a test.
struct TLSFiles: Sendable {
    let certificate: String
    let key: String

    /// Creates both files in a folder, for 127.0.0.1.
    init(in folder: TemporaryFolder, named name: String = "server") async throws {
        (certificate, key) = (folder.path("\(name).pem"), folder.path("\(name)-key.pem"))
        _ = try await run(
            "/usr/bin/openssl",
            [
                "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout",
                key,
                "-out", certificate, "-days", "2", "-subj", "/CN=\(name)", "-addext",
                "subjectAltName=IP:127.0.0.1",
            ])
    }
}

/// A connection to a server for raw bytes, over TCP or over TLS, where each `send` of up to 16 KB is a record.
final class RawClient {
    /// Whether the server accepted the connection.
    let isConnected: Bool
    /// The result of the TLS handshake: 0, or GnuTLS's error.
    private(set) var handshake: Int32 = 0
    /// Whether the server ended the connection with a reset.
    private(set) var wasReset = false
    /// Whether the server announced the end of a TLS connection.
    private(set) var sawCloseNotify = false
    private let descriptor: Int32
    private var session: gnutls_session_t?
    private var credentials: gnutls_certificate_credentials_t?
    private var buffer: [UInt8] = []

    /// The response to one request.
    struct Reply {
        let head: ResponseHead
        let body: [UInt8]
        var text: String { String(decoding: body, as: UTF8.self) }
    }

    init(_ port: UInt16, at host: UInt32 = 0x7F00_0001) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = host.bigEndian
        let result = withUnsafeBytes(of: address) { [descriptor] bytes in
            connect(
                descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
        }
        isConnected = result == 0
    }

    /// Connects over TLS, trusting any certificate.
    convenience init(
        _ port: UInt16, at host: UInt32 = 0x7F00_0001, overTLS protocols: [String],
        _ priorities: String = "NORMAL"
    ) {
        self.init(port, at: host)
        gnutls_certificate_allocate_credentials(&credentials)
        // GNUTLS_CLIENT, which is both a constant and a macro.
        gnutls_init(&session, 1 << 1)
        gnutls_priority_set_direct(session, priorities, nil)
        gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, UnsafeMutableRawPointer(credentials))
        for name in protocols {
            var bytes = Array(name.utf8)
            bytes.withUnsafeMutableBufferPointer { buffer in
                var datum = gnutls_datum_t(data: buffer.baseAddress, size: UInt32(buffer.count))
                gnutls_alpn_set_protocols(session, &datum, 1, 0)
            }
        }
        gnutls_transport_set_int2(session, descriptor, descriptor)
        handshake = gnutls_handshake(session)
    }

    deinit {
        if let session { gnutls_deinit(session) }
        if let credentials { gnutls_certificate_free_credentials(credentials) }
        close(descriptor)
    }

    /// The common name in the server's certificate.
    var serverName: String {
        var (count, name) = (UInt32(0), gnutls_datum_t())
        var certificate: gnutls_x509_crt_t?
        guard let list = gnutls_certificate_get_peers(session, &count), count > 0 else { return "" }
        gnutls_x509_crt_init(&certificate)
        defer { gnutls_x509_crt_deinit(certificate) }
        gnutls_x509_crt_import(certificate, list, GNUTLS_X509_FMT_DER)
        gnutls_x509_crt_get_dn2(certificate, &name)
        defer { free(name.data) }
        return String(decoding: UnsafeBufferPointer(start: name.data, count: Int(name.size)), as: UTF8.self)
    }

    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        guard let session else {
            _ = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
            return
        }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { gnutls_record_send(session, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Closes the sending side.
    func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Sends a request with this line and these header fields.
    func ask(_ target: String, method: String = "GET", _ fields: [String] = []) {
        let lines = ["\(method) \(target) HTTP/1.1", "Host: test"] + fields
        send(lines.joined(separator: "\r\n") + "\r\n\r\n")
    }

    /// A response with a Content-Length, or nil if the connection ends before the end of its body.
    func reply(toHead: Bool = false) -> Reply? {
        guard let head = readHead() else { return nil }
        let length = toHead ? 0 : head.headers.first("content-length").flatMap { Int($0) } ?? 0
        while buffer.count < length {
            guard receive() else { return nil }
        }
        defer { buffer.removeFirst(length) }
        return Reply(head: head, body: Array(buffer.prefix(length)))
    }

    /// Only a head; nil if the connection ends before it is complete.
    func readHead() -> ResponseHead? {
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let range = buffer.firstRange(of: end) {
                defer { buffer.removeFirst(range.upperBound) }
                return ResponseHead(raw: Array(buffer[..<range.upperBound]))
            }
            guard receive() else { return nil }
        }
    }

    /// All bytes up to the end of the connection.
    func rest() -> [UInt8] {
        while receive() {}
        return buffer
    }

    /// Waits until the text has arrived; false if the connection ended before.
    func waits(for text: String) -> Bool {
        while buffer.firstRange(of: Array(text.utf8)) == nil {
            guard receive() else { return false }
        }
        return true
    }

    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 65536)
        let count =
            session.map { gnutls_record_recv($0, &piece, piece.count) }
            ?? recv(descriptor, &piece, piece.count, 0)
        guard count > 0 else {
            sawCloseNotify = session != nil && count == 0
            wasReset = count < 0 && errno == ECONNRESET
            return false
        }
        buffer += piece[..<count]
        return true
    }
}

extension RunningServer {
    /// The response to one request on a connection of its own.
    func reply(_ target: String, method: String = "GET", _ fields: [String] = []) -> RawClient.Reply? {
        let client = RawClient(port)
        client.ask(target, method: method, fields)
        return client.reply(toHead: method == "HEAD")
    }
}

/// The wall-clock time, as the program reads it.
enum Clock {
    static var now: Instant {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Instant(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
}
