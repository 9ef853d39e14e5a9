import SonicProtocol

/// A way to send requests: libcurl, a recording, URLSession elsewhere.
///
/// A connection follows no redirects, stores no cookies and adds no tags: the engine decides each request. Bodies are
/// reported with their content coding removed.
public protocol Connection: Sendable {
    /// Sends `request` and reports its events, in order, ending with exactly one of `.finished` and `.failed`. Ending
    /// the iteration or cancelling its task stops the transfer within 50 ms.
    func exchange(_ request: Request) -> ResponseEvents
}

/// An event of an exchange.
public enum ResponseEvent: Sendable, Equatable {
    /// The transfer entered this phase.
    case entered(TransferPhase)
    /// The request's headers were sent with these bytes: the exact ones if the connection sees them, otherwise as it
    /// passed them on, including an Authorization that it added.
    case requestSent([UInt8])
    /// The number of bytes of the request's body sent so far, and their total; only for bodies that contain files.
    case bodySent(Int, of: Int)
    /// A connection has a finding for the sender of the request; may come at any time before the end.
    case noted(Finding)
    /// A person edited the exchange; comes before the results of the edit.
    case edited(HandEdit)
    /// The headers of a final (not 1xx) response were received.
    indirect case headReceived(ResponseHead)
    /// A chunk of the body was received, content coding removed; never empty.
    case bodyReceived([UInt8])
    /// The response is complete.
    indirect case finished(TransferReport)
    /// The transfer failed; what was received before stays valid.
    case failed(ConnectionFailure)

    /// Whether another event of the exchange follows without waiting for the server.
    var isFollowedAtOnce: Bool {
        switch self {
        case .requestSent, .noted, .edited, .entered(.receiving): true
        case .headReceived(let head): head.status == 304
        case .entered, .bodySent, .bodyReceived, .finished, .failed: false
        }
    }
}

/// The phases of one transfer, in order; a reused connection skips the first three.
public enum TransferPhase: String, Sendable, CaseIterable {
    /// Looking up the host name.
    case resolving
    /// Opening the TCP connection, including a proxy's tunnel.
    case connecting
    /// The TLS handshake.
    case securing
    /// Request sent, waiting for the first byte of the response.
    case waiting
    /// Reading headers and body.
    case receiving
}

/// The statistics of one completed transfer.
public struct TransferReport: Sendable, Equatable {
    /// Time spent in each phase that took place.
    public var timings: [TransferPhase: Duration]
    /// The duration of sending the request, which is part of waiting; nil if it was not measured.
    public var sending: Duration?
    /// The number of header and body bytes received, before any content coding was removed.
    public var bytesReceived: Int
    /// The number of bytes sent, including request line and headers.
    public var bytesSent: Int
    /// The peer's address and port, such as `127.0.0.1:8420`; nil if unknown.
    public var peer: String?
    /// The protocol version as the library reports it, such as `HTTP/1.1`.
    public var version: String
    /// The TLS protocol and cipher; nil for plain connections.
    public var tls: String?
    /// The server's certificate; nil for plain connections, and if it was not reported.
    public var certificate: PeerCertificate? {
        get { certificates.first }
        set { certificates = newValue.map { [$0] } ?? [] }
    }
    /// At most one: in an array, since few reports have one and it is larger than the rest.
    private var certificates: [PeerCertificate] = []
    /// The number of body bytes received, before any content coding was removed; nil if they were not counted.
    public var bodyBytesReceived: Int?
    /// The body as received, with its content coding and with the framing that the connection saw; nil if it had no
    /// content coding, or if it was not kept.
    public var codedBody: [UInt8]?
    /// The connection that responded; nil if there is only one.
    public var answeredBy: ConnectionName?

    /// Creates a report.
    public init(
        timings: [TransferPhase: Duration] = [:], sending: Duration? = nil, bytesReceived: Int = 0,
        bytesSent: Int = 0,
        peer: String? = nil, version: String = "HTTP/1.1", tls: String? = nil,
        certificate: PeerCertificate? = nil, bodyBytesReceived: Int? = nil, codedBody: [UInt8]? = nil,
        answeredBy: ConnectionName? = nil
    ) {
        self.timings = timings
        self.sending = sending
        self.bytesReceived = bytesReceived
        self.bytesSent = bytesSent
        self.peer = peer
        self.version = version
        self.tls = tls
        self.certificate = certificate
        self.bodyBytesReceived = bodyBytesReceived
        self.codedBody = codedBody
        self.answeredBy = answeredBy
    }
}

/// A server's certificate, in the words of the library that verified it; parts that it lacks are empty.
public struct PeerCertificate: Sendable, Equatable {
    /// The subject.
    public var subject = ""
    /// The issuer.
    public var issuer = ""
    /// The start of its validity.
    public var validFrom = ""
    /// The end of its validity.
    public var validUntil = ""
    /// The result of the verification.
    public var verdict = ""
    /// The SHA-256 of the certificate, such as `9F:86:…`; known only if it was not verified.
    public var sha256 = ""

    /// Creates an empty certificate.
    public init() {}
}

/// Why a transfer failed, by what a person can do about it. Texts are those of the library.
public enum ConnectionFailure: Error, Equatable, Sendable {
    /// The scheme is not http or https.
    case unsupportedScheme(String)
    /// The host name has no address.
    case unknownHost(String)
    /// No server listens at this address, or it cannot be reached.
    case unreachable(host: String, port: Int, detail: String)
    /// The verification of the certificate failed; nil if the library did not report it.
    indirect case insecure(host: String, detail: String, PeerCertificate? = nil)
    /// The server requires a client certificate, and ended the handshake or the connection without a valid one.
    case certificateWanted(host: String, detail: String)
    /// No TLS was agreed on: the port does not offer it, or only other versions or ciphers.
    case withoutTLS(port: Int, detail: String)
    /// A time limit was exceeded in this phase.
    case timedOut(TransferPhase, after: Duration)
    /// The operation that the exchange is part of exceeded its total time limit.
    case overdue(limit: Duration)
    /// The connection closed before the response was complete.
    case truncated(received: Int, expected: Int?)
    /// The connection was reset or closed before any response.
    case reset(detail: String)
    /// The proxy refused the request or failed.
    case proxy(detail: String)
    /// The response is not HTTP.
    case malformed(detail: String)
    /// The content coding of the body is broken or unknown.
    case undecodable(detail: String)
    /// A connection of this program refuses the request; the reason is a whole clause.
    case refused(by: ConnectionName, detail: String)
    /// The request was cancelled here.
    case cancelled
    /// The program did not allow the request (`SessionHooks.willRequest`).
    case withheld(reason: String)
    /// The request's body could not be sent in full; the reason is a clause.
    case unsendable(detail: String)
    /// The HTTP library is not installed or cannot be used.
    case libraryMissing(detail: String)
    /// The system has no descriptor, thread or memory left; the detail is a clause that says which.
    case exhausted(detail: String)
    /// Any other failure, in the library's words with its code.
    case other(code: Int, detail: String)

    /// Whether the failure happened before any part of the request was sent.
    public var isBeforeSending: Bool {
        switch self {
        case .unsupportedScheme, .unknownHost, .unreachable, .insecure, .certificateWanted, .withoutTLS,
            .proxy, .libraryMissing, .exhausted, .withheld, .refused, .timedOut(.resolving, _),
            .timedOut(.connecting, _), .timedOut(.securing, _):
            true
        case .timedOut, .overdue, .truncated, .reset, .malformed, .undecodable, .cancelled, .unsendable,
            .other:
            false
        }
    }

    /// Whether the same request may succeed a moment later, as happens on weak networks. libcurl does not distinguish
    /// a name that does not exist from one that could not be looked up, so both are retried.
    package var mayPass: Bool {
        switch self {
        case .unknownHost, .unreachable, .timedOut, .truncated, .reset: true
        case .unsupportedScheme, .insecure, .certificateWanted, .withoutTLS, .proxy, .malformed, .undecodable,
            .refused, .overdue, .cancelled, .withheld, .unsendable, .libraryMissing, .exhausted, .other:
            false
        }
    }
}
