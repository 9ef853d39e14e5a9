import SonicProtocol

/// A way to send requests: libcurl, a recording, URLSession elsewhere.
///
/// A connection follows no redirect, keeps no cookies and adds no tags: the engine decides each request. It hands
/// bodies over with their content coding removed.
public protocol Connection: Sendable {
    /// Sends `request` and reports what happens, in order, ending with exactly one of `.finished` and
    /// `.failed`. Ending the iteration or cancelling its task stops the transfer within 50 ms.
    func exchange(_ request: Request) -> ResponseEvents
}

/// What happens while a request is under way.
public enum ResponseEvent: Sendable, Equatable {
    /// The transfer entered this phase.
    case entered(TransferPhase)
    /// The request's head went out with these bytes: the exact ones where the connection sees them, else as it
    /// handed them on, an Authorization that it added included.
    case requestSent([UInt8])
    /// So many bytes of the request's body have gone out by now, of so many; only of bodies with files in them.
    case bodySent(Int, of: Int)
    /// A connection on the way did what whoever asked should know of; may come at any time before the end.
    case noted(Finding)
    /// A person changed the exchange; comes before what it led to.
    case edited(HandEdit)
    /// A final (not 1xx) response head arrived.
    indirect case headReceived(ResponseHead)
    /// A piece of the body arrived, content coding removed; never empty.
    case bodyReceived([UInt8])
    /// The response is complete.
    indirect case finished(TransferReport)
    /// The transfer failed; what arrived before stays true.
    case failed(ConnectionFailure)
}

/// The stages of one transfer, in order; a reused connection skips the first three.
public enum TransferPhase: String, Sendable, CaseIterable {
    /// Looking up the host name.
    case resolving
    /// Opening the TCP connection, a proxy's tunnel included.
    case connecting
    /// The TLS handshake.
    case securing
    /// Sent, waiting for the first byte of the answer.
    case waiting
    /// Reading headers and body.
    case receiving
}

/// The figures of one completed transfer.
public struct TransferReport: Sendable, Equatable {
    /// Time spent in each phase that took place.
    public var timings: [TransferPhase: Duration]
    /// How long the request took to go out, which is a part of waiting; nil where nobody measured it.
    public var sending: Duration?
    /// Bytes of header and of body on the wire, before any content coding was removed.
    public var bytesReceived: Int
    /// Bytes sent, request line and headers included.
    public var bytesSent: Int
    /// The peer's address and port, such as `127.0.0.1:8420`; nil when unknown.
    public var peer: String?
    /// Protocol version as the library reports it, such as `HTTP/1.1`.
    public var version: String
    /// TLS protocol and cipher, nil for plain connections.
    public var tls: String?
    /// The certificate that the server showed; nil for plain connections, and where nobody told of it.
    public var certificate: PeerCertificate?
    /// Bytes of the body on the wire, before any content coding was removed; nil where nobody counted them.
    public var bodyBytesReceived: Int?
    /// The body as it came, its content coding still in place and with the framing that the connection saw; nil where
    /// it had none, and where nobody kept it.
    public var codedBody: [UInt8]?
    /// The connection that answered; nil where there is but one.
    public var answeredBy: ConnectionName?

    /// A report of the given figures.
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

/// A server's certificate, in the words of the library that checked it; empty where it has none.
public struct PeerCertificate: Sendable, Equatable {
    /// Whom it is for.
    public var subject = ""
    /// Who vouches for it.
    public var issuer = ""
    /// From when on it is valid.
    public var validFrom = ""
    /// Until when it is valid.
    public var validUntil = ""
    /// What came of checking it.
    public var verdict = ""

    /// A certificate of which nothing is known yet.
    public init() {}
}

/// Why a transfer failed, by what a person can do about it. Texts are the library's own words.
public enum ConnectionFailure: Error, Equatable, Sendable {
    /// The scheme is not http or https.
    case unsupportedScheme(String)
    /// The host name has no address.
    case unknownHost(String)
    /// Nothing listens at this address, or it cannot be reached.
    case unreachable(host: String, port: Int, detail: String)
    /// The check of the certificate failed.
    case insecure(host: String, detail: String)
    /// The server asks for a certificate of this side, and ended the handshake or the connection without a good one.
    case certificateWanted(host: String, detail: String)
    /// No TLS was agreed on: there is none at this port, or other versions or ciphers of it.
    case withoutTLS(port: Int, detail: String)
    /// A time limit passed in this phase.
    case timedOut(TransferPhase, after: Duration)
    /// What the exchange is a part of took longer than it may in all.
    case overdue(limit: Duration)
    /// The connection closed before the response was complete.
    case truncated(received: Int, expected: Int?)
    /// The connection was reset or closed before any answer.
    case reset(detail: String)
    /// The proxy refused or failed.
    case proxy(detail: String)
    /// The answer is no HTTP.
    case malformed(detail: String)
    /// The content coding of the body is broken or unknown.
    case undecodable(detail: String)
    /// A connection of this program will not answer the request, as a whole clause that says why.
    case refused(by: ConnectionName, detail: String)
    /// The request was cancelled here.
    case cancelled
    /// The program this engine is part of did not let the request out (`SessionHooks.willRequest`).
    case withheld(reason: String)
    /// The request's body could not be sent whole, for this reason, a clause.
    case unsendable(detail: String)
    /// The HTTP library is not installed or cannot be used.
    case libraryMissing(detail: String)
    /// The system has no descriptor, thread or memory left for it, as a clause that says which.
    case exhausted(detail: String)
    /// Anything else, in the library's words with its code.
    case other(code: Int, detail: String)
}
