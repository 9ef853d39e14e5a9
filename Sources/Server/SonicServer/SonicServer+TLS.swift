import CMicrohttpd
import Glibc

/// Connections over TLS.
extension SonicServer {
    /// The response to a request without TLS.
    private static let needsTLS = ServerResponse.trouble(
        400, "Bad request", "This server speaks HTTPS at this address: use https:// instead of http://."
    ).with("Connection", "close")

    /// Begins TLS on an accepted connection.
    func secure(
        _ descriptor: Int32, from address: (sockaddr_storage, socklen_t), by certificate: ServerCertificate
    ) {
        guard let channel = TLSChannel(descriptor, by: certificate.credentials) else { return }
        let connection = TLSConnection(channel, from: address)
        secured.add(connection)
        setDeadline(of: connection, seconds: limits.headSeconds)
    }

    /// Lets connections that the loop itself reads do what is possible.
    func advanceChannels(_ daemon: OpaquePointer?) {
        for key in secured.next() {
            if let connection = secured[key] { advance(connection, daemon) } else { advanceUpgrade(key) }
        }
        if secured.isBusy { hasWoken = true }
    }

    private func advance(_ connection: TLSConnection, _ daemon: OpaquePointer?) {
        switch connection.advance() {
        case .waiting: break
        case .busy: secured.repeats(connection.session)
        case .secured: open(connection, daemon)
        case .refused(let reason): refuse(connection, because: reason)
        case .plain:
            Entrance.dismiss(
                dup(connection.descriptor), with: Self.needsTLS.wireBytes(at: Self.now(), withBody: true))
            refuse(connection, because: "client sent a request without TLS")
        case .ended: end(connection)
        }
    }

    /// Passes a connection to libmicrohttpd after its handshake.
    private func open(_ connection: TLSConnection, _ daemon: OpaquePointer?) {
        connections.remove(connection.session)
        guard let descriptor = secured.open(connection) else { return end(connection) }
        let result = withAddress(of: connection) { address, length in
            MHD_add_connection(daemon, descriptor, address, length)
        }
        // libmicrohttpd closes a connection that it cannot add.
        guard result == .YES else { return end(connection) }
        // The request may have come with the end of the handshake.
        secured.repeats(connection.session)
    }

    /// libmicrohttpd closes this descriptor: what is left of the response is sent.
    func releaseTLS(_ descriptor: Int32) {
        guard let connection = secured.release(descriptor) else { return }
        setDeadline(of: connection, seconds: limits.idleSeconds)
    }

    /// Ends a connection whose time is up. Returns false if it is not one over TLS.
    func timeOutTLS(_ session: OpaquePointer) -> Bool {
        guard let connection = secured[session] else { return false }
        if connection.isInHandshake {
            let reason = "client did not complete the TLS handshake within \(limits.headSeconds) s"
            connections.noteRefusal(by: .head)
            refuse(connection, because: connection.hasBegun ? reason : nil)
        } else {
            end(connection)
        }
        return true
    }

    /// Resets a connection, after what was sent on it.
    func reset(_ connection: OpaquePointer) {
        let descriptor = sonic_mhd_descriptor(connection)
        if let connection = secured[descriptor] {
            _ = connection.advance()
            sonic_reset(connection.descriptor)
            end(connection)
        } else {
            sonic_reset(descriptor)
        }
    }

    /// Sends what is left of responses, at most until a time or a further signal, and closes all connections.
    func finishTLS(until time: ContinuousClock.Instant, _ signals: Signals?) {
        secured.removeUnreleased()
        var watched = [secured.epoll, signals?.pipe.descriptor ?? -1].map {
            pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
        }
        while secured.count > 0, watched[1].revents == 0, case let left = time - .now, left > .zero {
            poll(&watched, 2, secured.isBusy ? 0 : Int32(clamping: left.wholeMilliseconds + 1))
            advanceChannels(nil)
        }
        secured.removeAll()
    }

    private func end(_ connection: TLSConnection) {
        connections.remove(connection.session)
        secured.remove(connection)
    }

    /// Sets the deadline of a connection that libmicrohttpd does not have.
    private func setDeadline(of connection: TLSConnection, seconds: UInt32) {
        withAddress(of: connection) { address, _ in
            connections.add(
                connection.session, of: ClientNetwork(address), due: .now + .seconds(seconds))
        }
    }

    /// Ends a connection within its handshake, and records why.
    private func refuse(_ connection: TLSConnection, because reason: String?) {
        defer { end(connection) }
        guard let journal, let reason else { return }
        let client = withAddress(of: connection) { address, _ in Self.text(of: address) }
        let head = ServerRequest(
            method: "TLS", targetBytes: Array("https://\(connection.serverName ?? authority)/".utf8),
            headers: .init(),
            client: client)
        var record = Self.record(of: head)
        record.duration = connection.begun.duration(to: .now)
        record.notes = [reason]
        journal.noteHandshake(record, RecordedExchange(head, version: "HTTP/1.1"))
    }

    private func withAddress<Result>(
        of connection: TLSConnection, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        var (address, length) = connection.address
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, length) }
        }
    }
}
