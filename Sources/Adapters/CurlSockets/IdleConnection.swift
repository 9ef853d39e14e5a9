import CCurl
import Glibc

/// What is found on a kept connection before a request is sent on it.
public enum IdleConnection: Equatable, Sendable {
    /// Nothing: the next response on it is the request's.
    case quiet
    /// It came to its end.
    case ended
    /// Bytes that no request asked for (RFC 9112 §9.2): what is read next need not be the request's response.
    case unasked

    /// Looks at the connection that a transfer is about to send its request on; it costs a system call.
    ///
    /// - Parameters:
    ///   - tls: What TLS says of it.
    ///   - sockets: Those that it may be.
    init(_ tls: late_tls_state, _ sockets: [OpenSocket]) {
        // Frames of HTTP/2 name the request that they belong to, and some may come at any time.
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
        // A record of TLS 1.3 that holds an alert, such as that of an orderly end, and no response that is shorter.
        let longestAlert = 24
        return count == 0 || (!isPlain && count <= longestAlert) ? .ended : .unasked
    }
}
