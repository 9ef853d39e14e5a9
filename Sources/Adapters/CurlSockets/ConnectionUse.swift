import CCurl
import Glibc
import SonicProtocol

/// The connection of a transfer, as far as libcurl reports it.
public struct ConnectionUse {
    /// Creates the state without a connection.
    public init() {}

    private enum Place {
        case none
        /// These sockets are being opened, for several addresses of the host or for its proxy.
        case opening([OpenSocket])
        /// The request is sent over one of these: there are several only if several machines have the same port.
        case sending([OpenSocket])
        /// The request was held back from the connection.
        case refused
    }

    private var place = Place.none
    /// The TLS of the connection.
    private var tls = late_tls_state()
    /// The other end of the connection.
    private var peer = ""
    /// The number of handshakes: two with a proxy that is itself reached over TLS.
    private var handshakes = 0
    /// Whether the peer sent a closure alert (RFC 8446 §6.1).
    private var hasOrderlyEnd = false

    /// Whether the request was held back, to be sent on another connection.
    public var isRefused: Bool {
        if case .refused = place { true } else { false }
    }

    /// Whether the watch closed it.
    public var wasEnded: Bool {
        switch place {
        case .none, .refused: false
        case .opening(let sockets), .sending(let sockets): sockets.contains { $0.wasEnded }
        }
    }

    /// Whether TLS is nested in TLS, so that the buffered bytes and the end of the outer one are not visible.
    private var isNested: Bool { handshakes > 1 }

    /// Whether a body that libcurl considers complete is complete.
    public func isWhole(
        _ end: BodyEnd, of easy: UnsafeMutableRawPointer, _ sockets: OpenSockets
    ) -> Bool {
        switch end {
        case .framed: true
        case .stream: !sockets.streams.isOpen(easy)
        // Without TLS only the end of the connection is known. OpenSSL, as libcurl uses it, accepts an end that anybody
        // on the path can forge (RFC 9112 §9.8).
        case .closing: tls.library != LATE_TLS_OPENSSL || (hasOrderlyEnd && !isNested)
        }
    }

    /// Records that a socket was opened.
    public mutating func opened(_ socket: OpenSocket) {
        (handshakes, hasOrderlyEnd) = (0, false)
        if case .opening(let sockets) = place {
            place = .opening(sockets + [socket])
        } else {
            place = .opening([socket])
        }
    }

    /// The meaning of a line of libcurl's log.
    public enum Remark: Sendable {
        /// No meaning here.
        case none
        /// Bytes followed the response. libcurl discards those already received, keeps the connection, and would parse
        /// the rest as the next response.
        case unasked
        /// TLS is nested in TLS, so that the buffered bytes of the outer one are not visible.
        case nested
    }

    /// Handles a line of libcurl's log. After every result except `none` the connection must not be reused.
    public mutating func said(_ line: UnsafeRawBufferPointer, _ sockets: OpenSockets) -> Remark {
        if line.starts(with: "Connection ".utf8) {
            noteIdle(Bytes.text(line).split { $0 == " " || $0.isNewline }, sockets)
        }
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

    /// Handles the words of “Connection #3 to host name left intact” (libcurl keeps this one) and of “Connection 3 seems
    /// to be dead” (it closes that one, after the line): libcurl 8.14 looks for unread bytes itself, without reporting
    /// them.
    private func noteIdle(_ words: [Substring], _ sockets: OpenSockets) {
        if words.last == "intact", case .sending(let used) = place, !tls.is_http2 {
            sockets.kept = sockets.kept.filter { $0.value.isOpen }
            sockets.kept[String(words[1].dropFirst())] = .init(sockets: used, tls: tls, peer: peer)
        } else if words.last == "dead", let kept = sockets.kept.removeValue(forKey: String(words[1])),
            IdleConnection(kept.tls, kept.sockets.filter(\.isOpen)) == .unasked
        {
            sockets.unasked.insert(kept.peer)
        }
    }

    /// The text in libcurl's log when the peer closes TLS.
    private static let orderlyEnd = Array("(IN), TLS alert, close notify".utf8)

    /// Records that the request is about to be sent between these ports, and checks the connection. One that was opened
    /// for the request has no earlier responses.
    public mutating func ready(
        _ easy: UnsafeMutableRawPointer, between ports: OpenSockets.Ports, to address: String,
        _ sockets: OpenSockets
    ) -> IdleConnection {
        tls = late_tls_state(easy)
        peer = "\(address) \(ports.peer)"
        if case .opening(let opened) = place {
            // Those of a new one, such as session tickets, are of TLS.
            tls.has_pending = false
            place = .sending(opened)
            return sockets.unasked.remove(peer) == nil ? .quiet : .replaced
        }
        let found = sockets.between(ports)
        let kept = IdleConnection(tls, found)
        place = kept == .quiet ? .sending(found) : .refused
        return kept
    }
}

/// The way in which the end of a body is determined (RFC 9112 §6.3).
public enum BodyEnd: Equatable, Sendable {
    /// By its length, by the last chunk, or because there is no body.
    case framed
    /// By the end of its HTTP/2 stream (RFC 9113 §8.1).
    case stream
    /// By the end of the connection.
    case closing

    /// Creates the value for the response with these headers to a request of this method.
    public init(of head: ResponseHead, to method: String) {
        let isBodiless = method == "HEAD" || head.status == 204 || head.status == 304
        let isFramed = isBodiless || head.isChunked || head.headers.contains("content-length")
        self = isFramed ? .framed : head.version.hasPrefix("HTTP/1") ? .closing : .stream
    }
}

/// The state of a reused connection before a request is sent on it.
public enum IdleConnection: Equatable, Sendable {
    /// No bytes are pending: the next response is that of the request.
    case quiet
    /// It is closed.
    case ended
    /// Unrequested bytes are pending (RFC 9112 §9.2): the next bytes need not be the response to the request.
    case unasked
    /// libcurl found such bytes itself, and this connection is a new one.
    case replaced

    /// Whether a request may be sent.
    public var isUsable: Bool { self == .quiet || self == .replaced }

    /// Examines the connection on which a transfer is about to send its request, with one system call.
    ///
    /// - Parameters:
    ///   - tls: The state of its TLS.
    ///   - sockets: The candidates for its socket.
    init(_ tls: late_tls_state, _ sockets: [OpenSocket]) {
        // HTTP/2 frames identify their stream, and some may be received at any time.
        guard !tls.is_http2 else {
            self = .quiet
            return
        }
        guard !tls.has_pending else {
            self = .unasked
            return
        }
        let found = sockets.map { Self.look(at: $0, isPlain: tls.library == LATE_TLS_NONE) }
        self = found.first { $0 != .quiet } ?? .quiet
    }

    private static func look(at socket: OpenSocket, isPlain: Bool) -> Self {
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let count = recv(
            socket.descriptor, &bytes, MemoryLayout.size(ofValue: bytes),
            Int32(MSG_PEEK) | Int32(MSG_DONTWAIT))
        if count < 0 { return errno == EAGAIN || errno == EINTR ? .quiet : .ended }
        // The length of a TLS 1.3 record with an alert, such as a closure alert; no response is shorter.
        let longestAlert = 24
        return count == 0 || (!isPlain && count <= longestAlert) ? .ended : .unasked
    }
}
