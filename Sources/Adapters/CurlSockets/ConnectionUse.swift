import CCurl

/// The connection that a transfer has, as far as libcurl tells of it.
public struct ConnectionUse {
    /// None yet.
    public init() {}

    private enum Place {
        case none
        /// These are being opened, for several addresses of the host or for the proxy before it.
        case opening([OpenSocket])
        /// The request goes over one of these: one, but where a port is that of several machines.
        case sending([OpenSocket])
        /// The request was kept back from it.
        case refused
    }

    private var place = Place.none
    /// What encrypts it.
    private var tls = LATE_TLS_NONE
    /// How many handshakes it had: two with a proxy that is spoken to over TLS itself.
    private var handshakes = 0
    /// Whether the other side said that nothing more comes (RFC 8446 §6.1).
    private var hasOrderlyEnd = false

    /// Whether the request was kept back, to be sent on another connection.
    public var isRefused: Bool {
        if case .refused = place { true } else { false }
    }

    /// Whether the watch ended it.
    public var wasEnded: Bool {
        switch place {
        case .none, .refused: false
        case .opening(let sockets), .sending(let sockets): sockets.contains { $0.wasEnded }
        }
    }

    /// Whether TLS runs through TLS, so that nobody sees what the outer one holds back or how it ends.
    private var isNested: Bool { handshakes > 1 }

    /// Whether nothing is missing of a body that is complete for libcurl.
    public func isWhole(
        _ end: BodyEnd, of easy: UnsafeMutableRawPointer, _ sockets: OpenSockets
    ) -> Bool {
        switch end {
        case .framed: true
        case .stream: !sockets.streams.isOpen(easy)
        // Without TLS there is nothing better than the end of the connection. OpenSSL, as libcurl uses it, takes an end
        // that anybody on the way can make for an orderly one (RFC 9112 §9.8).
        case .closing: tls != LATE_TLS_OPENSSL || (hasOrderlyEnd && !isNested)
        }
    }

    /// Notes that a socket was opened.
    public mutating func opened(_ socket: OpenSocket) {
        (handshakes, hasOrderlyEnd) = (0, false)
        if case .opening(let sockets) = place {
            place = .opening(sockets + [socket])
        } else {
            place = .opening([socket])
        }
    }

    /// What a line of libcurl's own comes to.
    public enum Remark: Sendable {
        /// Nothing that matters here.
        case none
        /// More came than the response has. libcurl drops what has come of it, keeps the connection, and would take the
        /// rest for the next response.
        case unasked
        /// TLS runs through TLS, so that nobody sees what the outer one holds back.
        case nested
    }

    /// Takes what libcurl says of itself, line by line. Behind every remark the connection must not be kept.
    public mutating func said(_ line: UnsafeRawBufferPointer) -> Remark {
        if line.starts(with: "Excess found".utf8) || line.starts(with: "Leftovers after".utf8) {
            return .unasked
        }
        if line.starts(with: "SSL connection using".utf8) {
            handshakes += 1
            return isNested ? .nested : .none
        }
        if line.starts(with: "TLS".utf8), line.firstRange(of: Self.orderlyEnd) != nil { hasOrderlyEnd = true }
        return .none
    }

    /// What libcurl says where the other side ends TLS.
    private static let orderlyEnd = Array("(IN), TLS alert, close notify".utf8)

    /// Notes that the request is about to be sent between these ports, and looks whether it can be. One that was opened
    /// for the request had no response to anything before.
    public mutating func ready(
        _ easy: UnsafeMutableRawPointer, between ports: OpenSockets.Ports, _ sockets: OpenSockets
    ) -> IdleConnection {
        let state = late_tls_state(easy)
        tls = state.library
        if case .opening(let opened) = place {
            place = .sending(opened)
            return .quiet
        }
        let found = sockets.between(ports)
        let kept = IdleConnection(state, found)
        place = kept == .quiet ? .sending(found) : .refused
        return kept
    }
}
