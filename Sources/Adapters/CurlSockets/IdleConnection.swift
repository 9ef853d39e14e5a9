import CCurl
import Glibc

/// The state of a reused connection before a request is sent on it.
public enum IdleConnection: Equatable, Sendable {
    /// No bytes are pending: the next response is that of the request.
    case quiet
    /// It is closed.
    case ended
    /// Unrequested bytes are pending (RFC 9112 §9.2): the next bytes need not be the response to the request.
    case unasked

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
