import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession

/// One exchange on the curl thread: its handle, its state and its reports.
///
/// libcurl's callbacks call it (`Transfer+Callbacks.swift`), always on the curl thread.
final class Transfer {
    /// The progress of the response.
    private enum Answer {
        case none
        /// Headers that require authentication, held back because libcurl may send the request again.
        case heldBack(ResponseHead)
        case begun
    }

    let exchange: TransferExchange
    let easy: EasyHandle
    let limits: TimeLimits
    /// The proxy of the transfer.
    let proxy: Proxy
    let sockets: OpenSockets
    /// The number of times that the request was held back from a connection.
    private var refusals = 0
    /// The request's header lines, which libcurl reads while the transfer exists.
    var headerLines: UnsafeMutablePointer<curl_slist>?
    /// The address to connect to instead of the host, which libcurl reads while the transfer exists.
    var connectLines: UnsafeMutablePointer<curl_slist>?

    /// The request's body if it contains files; nil for one that libcurl has completely.
    var body: SentBody?

    /// The current phase; nil before the first.
    private(set) var phase: TransferPhase?
    /// Every phase that took place, in order.
    private(set) var phases: [TransferPhase] = []
    /// The deadline of the phase; nil before the first phase and while the reader pauses the transfer.
    private(set) var deadline: ContinuousClock.Instant?
    /// The deadline of the transfer in any phase; nil for none.
    private(set) var end: RunEnd?
    /// The deadline if the response is a file.
    private let endOfFiles: RunEnd?
    /// The SHA-256 of the only certificate that is accepted, unverified; nil if certificates are verified.
    var acceptedCertificate: String?
    /// The log of the TLS handshake.
    private(set) var handshake = Handshake()
    /// The use of the current connection.
    private(set) var connection = ConnectionUse()
    /// The body, if content codings are to be removed.
    private(set) var packedBody: EncodedBody?
    /// How the end of the body is determined, after the headers.
    private(set) var bodyEnd = BodyEnd.framed
    /// The system's reason why the last tried address was unreachable.
    private(set) var unreachable: String?
    /// The exhausted resource if no socket could be opened; nil for none.
    var shortage: String?
    /// The number of bytes of request headers sent.
    private(set) var headBytesSent = 0
    /// When the connection was ready to send, and when the last of the request had been sent to the system.
    private var sending: (began: ContinuousClock.Instant, ended: ContinuousClock.Instant)?
    /// When the first bytes of the response were received.
    private var answered: ContinuousClock.Instant?
    /// The reason why this side ended the transfer; nil if libcurl has the reason.
    var verdict: ConnectionFailure?

    /// The events to report to the reader once nothing else happens for a moment (`Transfers.advance`): reported one by
    /// one, each could wake the reader's thread.
    private var pending: [ResponseEvent] = []
    private var requestHead: [UInt8] = []
    private var reader: HeadReader
    private var answer = Answer.none

    init(
        _ exchange: TransferExchange, easy: EasyHandle, _ configuration: TransportConfiguration,
        _ sockets: OpenSockets
    ) {
        self.sockets = sockets
        self.exchange = exchange
        self.easy = easy
        limits = configuration.limits
        proxy = configuration.proxy
        end = RunEnd.earlier(exchange.end(usually: configuration.limits.whole), configuration.end)
        endOfFiles = configuration.end
        acceptedCertificate = exchange.request.url.origin.flatMap { configuration.accepted[$0] }
        reader = HeadReader(limit: configuration.headLimit)
    }

    deinit {
        late_list_free(headerLines)
        late_list_free(connectLines)
    }

    /// The number of bytes of response headers and trailers received.
    var headBytesReceived: Int { reader.total }

    /// Whether final headers have been reported.
    var hasHead: Bool {
        if case .begun = answer { true } else { false }
    }

    /// Enters a phase; those of connecting share a deadline. Each is reported once and in order, even if libcurl starts
    /// again because a reused connection was closed.
    func enter(_ next: TransferPhase) {
        if !TimeLimits.isConnecting(next) || phase.map(TimeLimits.isConnecting) != true {
            deadline = .now + limits[next]
        }
        phase = next
        let later = TransferPhase.allCases.drop { $0 != next }
        guard !phases.contains(where: later.contains) else { return }
        phases.append(next)
        pending.append(.entered(next))
    }

    /// Whether a name may have to be looked up first.
    var mayLookUp: Bool {
        switch phase {
        case nil, .resolving: !exchange.request.url.hasAddressHost
        case .connecting, .securing, .waiting, .receiving: false
        }
    }

    /// Restarts the time limit of the current phase, when a paused transfer is resumed.
    func restartClock() { deadline = phase.map { .now + limits[$0] } }

    /// Whether there are events to report.
    var hasNews: Bool { !pending.isEmpty }

    /// Reports the pending events.
    func reportPending() {
        guard hasNews else { return }
        exchange.events.send(pending)
        pending = []
    }

    /// Reports the pending events, and the outcome of the exchange.
    func end(with event: ResponseEvent) {
        exchange.events.end(with: pending + [event])
        pending = []
    }

    /// Records bytes of request headers that were sent; a proxy's CONNECT is not the request.
    func sentHead(_ bytes: UnsafeRawBufferPointer) {
        headBytesSent += bytes.count
        sending?.ended = .now
        if requestHead.isEmpty, bytes.starts(with: "CONNECT ".utf8) { return }
        requestHead += bytes
        if requestHead.suffix(4).elementsEqual("\r\n\r\n".utf8) { reportRequest() }
        enter(.waiting)
    }

    /// Records that a socket was opened.
    func opened(_ descriptor: Int32) {
        connection.opened(sockets.opened(descriptor))
        handshake = Handshake()
        // Several addresses of one host are tried in parallel within one connecting phase.
        if phase != .connecting { enter(.connecting) }
    }

    /// Records that the request is about to be sent; libcurl may start again on another connection. False holds it
    /// back: the next bytes on this connection need not be the response to it.
    func readyToSend(between ports: OpenSockets.Ports, to address: String) -> Bool {
        let now = ContinuousClock.now
        (sending, answered) = ((now, now), nil)
        guard hasAcceptedCertificate else { return false }
        let found = connection.ready(easy.raw, between: ports, to: address, sockets)
        if found == .unasked || found == .replaced {
            noteUnasked("received on an idle connection; it was closed, and the request sent on a new one")
        }
        return found.isUsable
    }

    /// Prepares to start again on a new connection, if the request was held back from a reused one.
    func beginsAgain() -> Bool {
        guard connection.isRefused, refusals < Self.maxRefusals else { return false }
        refusals += 1
        connection = ConnectionUse()
        answer = .none
        easy.set(CURLOPT_FRESH_CONNECT, 1)
        return body?.seek(to: 0) ?? true
    }

    /// Several refusals occur only if a server requires authentication and each time sends unrequested bytes.
    private static let maxRefusals = 3

    /// Whether bytes followed the response.
    private var hasSurplus = false

    /// Reports unrequested bytes from the server.
    private func noteUnasked(_ what: String) { note(Finding(.unaskedBytes, "unrequested bytes \(what)")) }

    /// Reports a finding.
    func note(_ finding: Finding) { pending.append(.noted(finding)) }

    /// Records that a part of the body was sent: a large one does not count as the server's delay.
    func sentBody(_ count: Int) {
        sending?.ended = .now
        restartClock()
        guard let body, let sent = body.handedOver(count) else { return }
        if case .bodySent = pending.last { pending.removeLast() }
        pending.append(.bodySent(sent, of: body.count))
    }

    /// The time taken to send the request to the system; nil if libcurl does not report its start.
    var sendingTime: Duration? { sending.map { $0.began.duration(to: $0.ended) } }

    /// The time from the start of sending to the response; nil before that.
    var answeringTime: Duration? {
        guard let sending, let answered else { return nil }
        return sending.began.duration(to: answered)
    }

    /// Handles a line of libcurl's log: the progress of the TLS handshake, and why an address was unreachable, which
    /// its error message omits.
    func said(_ bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: "connect to ".utf8) {
            let line = Self.line(bytes)
            unreachable = line.firstRange(of: " failed: ").map { String(line[$0.upperBound...]) }
        } else if phase == .securing {
            handshake.append(Self.line(bytes), easy)
        }
        switch connection.said(bytes, sockets) {
        case .none: break
        case .nested: easy.set(CURLOPT_FORBID_REUSE, 1)
        case .unasked: receivedSurplus()
        }
    }

    /// Records bytes of a body as received. libcurl 8.14 drops those of a response to HEAD without a line in its log.
    func receivedRaw() {
        if hasHead, exchange.request.method == "HEAD" { receivedSurplus() }
    }

    private func receivedSurplus() {
        easy.set(CURLOPT_FORBID_REUSE, 1)
        if !hasSurplus { noteUnasked("followed the response; the connection was closed") }
        hasSurplus = true
    }

    /// Handles a line of response headers; false ends the transfer.
    func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
        if !requestHead.isEmpty { reportRequest() }
        if answered == nil { answered = .now }
        switch reader.append(line) {
        case .nothing: return true
        case .head(let head):
            let codings = isUnpacked ? BodyCodings(head.headers) : nil
            packedBody = codings.flatMap { $0.known.isEmpty ? nil : EncodedBody($0.known) }
            if head.status == 401 || head.status == 407 {
                answer = .heldBack(head)
            } else {
                bodyEnd = BodyEnd(of: head, to: exchange.request.method)
                // A length in addition to chunks is the error of an intermediary (RFC 9112 §6.3): later bytes are not
                // trusted.
                if head.isChunked, head.headers.contains("content-length") {
                    easy.set(CURLOPT_FORBID_REUSE, 1)
                }
                begin(head)
                if let name = codings?.unknown.first { noteUnknownCoding(name) }
            }
            return true
        case .endless(let how): verdict = .malformed(detail: how)
        case .notHTTP: verdict = .malformed(detail: "The response is not HTTP.")
        case .tooLarge: verdict = .malformed(detail: "its headers are too large")
        }
        return false
    }

    /// The result of receiving a piece of the body.
    enum PieceAnswer {
        /// It was accepted.
        case taken
        /// The reader has too many unread bytes: the piece must be delivered again.
        case later
        /// The transfer ends, for the reason in `verdict`.
        case refused
    }

    /// Handles a piece of the body.
    func receivedBody(_ bytes: UnsafeRawBufferPointer) -> PieceAnswer {
        sockets.noteProgress()
        beginHeldBack()
        guard !exchange.isFull else {
            deadline = nil
            return .later
        }
        restartClock()
        guard let packedBody else {
            add(bytes)
            return .taken
        }
        do throws(UnpackingFailure) {
            let isDone = try packedBody.unpack(bytes) { part in
                add(part)
                return !exchange.isFull
            }
            if isDone { return .taken }
            deadline = nil
            return .later
        } catch {
            verdict = .undecodable(detail: error.words)
            return .refused
        }
    }

    /// The maximum size up to which small pieces are combined.
    private static let pieceSize = 32 << 10

    /// Appends a piece: uncombined, a body in one-byte chunks would take a hundred times as much memory.
    private func add(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        exchange.count(bytes.count)
        guard case .bodyReceived(var piece) = pending.last, piece.count + bytes.count <= Self.pieceSize else {
            return pending.append(.bodyReceived(Array(bytes)))
        }
        // Releases the array, so that appending does not copy it.
        pending.removeLast()
        piece += bytes
        pending.append(.bodyReceived(piece))
    }

    /// Reports headers that were held back: libcurl did not send the request again.
    func beginHeldBack() {
        if case .heldBack(let head) = answer { begin(head) }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> Substring {
        Bytes.text(bytes).prefix { !$0.isNewline }
    }

    private func begin(_ head: ResponseHead) {
        answer = .begun
        if case .left(_, _, countsForFiles: false) = exchange.request.time,
            FileAnswer.cause(head.headers) != nil
        {
            end = endOfFiles
        }
        enter(.receiving)
        pending.append(.headReceived(head))
    }

    private func reportRequest() {
        pending.append(.requestSent(requestHead))
        requestHead = []
    }
}
