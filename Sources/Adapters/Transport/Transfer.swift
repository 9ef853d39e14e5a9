import CCurl
import CurlSockets
import Glibc
import SonicProtocol
import SonicSession

/// One exchange on the curl thread: its handle, what it has reached, and what is reported of it.
///
/// libcurl's callbacks arrive here (`Transfer+Callbacks.swift`), always on the curl thread.
final class Transfer {
    /// How far the answer has come.
    private enum Answer {
        case none
        /// A head that asks for a password, kept back because libcurl may answer it by itself.
        case heldBack(ResponseHead)
        case begun
    }

    let exchange: Exchange
    let easy: EasyHandle
    let limits: TimeLimits
    /// Through which proxy it goes.
    let proxy: Proxy
    let sockets: OpenSockets
    /// How often the request was kept back from a connection.
    private var refusals = 0
    /// The request's header lines, which libcurl reads while the transfer lives.
    var headerLines: UnsafeMutablePointer<curl_slist>?
    /// What is connected to in place of the host, which libcurl reads while the transfer lives.
    var connectLines: UnsafeMutablePointer<curl_slist>?

    /// The request's body, where there are files in it; nil for one that libcurl has as a whole.
    var body: SentBody?

    /// The phase the transfer is in; nil before the first.
    private(set) var phase: TransferPhase?
    /// Every phase that took place, in order.
    private(set) var phases: [TransferPhase] = []
    /// When the phase's time is up; nil before the first phase and while the reader holds the transfer up.
    private(set) var deadline: ContinuousClock.Instant?
    /// When the transfer's time is up, whatever phase it is in; nil for never.
    private(set) var end: RunEnd?
    /// The same for a file.
    private let endOfFiles: RunEnd?
    /// What libcurl told of the TLS handshake.
    private(set) var handshake = Handshake()
    /// The connection that it has.
    private(set) var connection = ConnectionUse()
    /// The body, where content codings are to be removed from it.
    private(set) var packedBody: PackedBody?
    /// Where the body ends, once there is a head.
    private(set) var bodyEnd = BodyEnd.framed
    /// The system's reason why the last address tried could not be reached.
    private(set) var unreachable: String?
    /// What the system lacked for a socket; nil for nothing.
    private(set) var shortage: String?
    /// Bytes of request heads sent.
    private(set) var headBytesSent = 0
    /// When the connection was there to send on, and when the last of the request had been handed over to it.
    private var sending: (began: ContinuousClock.Instant, ended: ContinuousClock.Instant)?
    /// When the first of the answer came.
    private var answered: ContinuousClock.Instant?
    /// Why this side ended the transfer; nil where libcurl knows the reason.
    var verdict: ConnectionFailure?

    /// What the reader of the exchange is to be told once nothing more happens for a moment (`Transfers.advance`):
    /// told one by one, each event could wake the reader's thread.
    private var pending: [ResponseEvent] = []
    private var requestHead: [UInt8] = []
    private var reader: HeadReader
    private var answer = Answer.none

    init(
        _ exchange: Exchange, easy: EasyHandle, _ configuration: TransportConfiguration,
        _ sockets: OpenSockets
    ) {
        self.sockets = sockets
        self.exchange = exchange
        self.easy = easy
        limits = configuration.limits
        proxy = configuration.proxy
        end = RunEnd.earlier(exchange.end(usually: configuration.limits.whole), configuration.end)
        endOfFiles = configuration.end
        reader = HeadReader(limit: configuration.headLimit)
    }

    deinit {
        late_list_free(headerLines)
        late_list_free(connectLines)
    }

    /// Bytes of response heads and trailers received.
    var headBytesReceived: Int { reader.total }

    /// Whether a final head has been reported.
    var hasHead: Bool {
        if case .begun = answer { true } else { false }
    }

    /// Notes that a phase began. Reported once and in order, even when libcurl begins again because a
    /// connection it kept turned out to be dead.
    func enter(_ next: TransferPhase) {
        phase = next
        deadline = .now + limits[next]
        let later = TransferPhase.allCases.drop { $0 != next }
        guard !phases.contains(where: later.contains) else { return }
        phases.append(next)
        pending.append(.entered(next))
    }

    /// Whether a name may have to be looked up before anything else.
    var mayLookUp: Bool {
        switch phase {
        case nil, .resolving: !exchange.request.url.hasAddressHost
        case .connecting, .securing, .waiting, .receiving: false
        }
    }

    /// Starts the present phase's time again: a paused transfer goes on.
    func restartClock() {
        deadline = phase.map { .now + limits[$0] }
    }

    /// Whether anything has happened that the reader was not told.
    var hasNews: Bool { !pending.isEmpty }

    /// Tells the reader what has happened.
    func reportPending() {
        guard hasNews else { return }
        exchange.events.send(pending)
        pending = []
    }

    /// Tells the reader what has happened, and how the exchange ended.
    func end(with event: ResponseEvent) {
        exchange.events.end(with: pending + [event])
        pending = []
    }

    /// Notes bytes of a request head that went out; a proxy's CONNECT is not the request.
    func sentHead(_ bytes: UnsafeRawBufferPointer) {
        headBytesSent += bytes.count
        sending?.ended = .now
        if requestHead.isEmpty, bytes.starts(with: "CONNECT ".utf8) { return }
        requestHead += bytes
        if requestHead.suffix(4).elementsEqual("\r\n\r\n".utf8) { reportRequest() }
        enter(.waiting)
    }

    /// Notes that a socket was opened.
    func opened(_ descriptor: Int32) {
        connection.opened(sockets.opened(descriptor))
        handshake = Handshake()
        // Several addresses of one host are tried side by side: that is still one connecting.
        if phase != .connecting { enter(.connecting) }
    }

    /// Notes that the request is about to go out; libcurl may begin again on another connection. False keeps it back:
    /// what is read next on this connection need not be the response to it.
    func readyToSend(between ports: OpenSockets.Ports) -> Bool {
        let now = ContinuousClock.now
        (sending, answered) = ((now, now), nil)
        switch connection.ready(easy.raw, between: ports, sockets) {
        case .quiet: return true
        case .ended: return false
        case .unasked:
            noteUnasked("received on an idle connection; it was closed, and the request sent on a new one")
            return false
        }
    }

    /// Makes the transfer ready to begin again on a new connection, when the request was kept back from a kept one.
    func beginsAgain() -> Bool {
        guard connection.isRefused, refusals < Self.mostRefusals else { return false }
        refusals += 1
        connection = ConnectionUse()
        answer = .none
        easy.set(CURLOPT_FRESH_CONNECT, 1)
        return body?.seek(to: 0) ?? true
    }

    /// Only a server that asks for a password, and sends more than it was asked for each time, comes to several.
    private static let mostRefusals = 3

    /// Notes what a server did that no request asked for.
    private func noteUnasked(_ what: String) {
        note(Finding(.unaskedBytes, "unrequested bytes \(what)"))
    }

    /// Tells of something that is odd.
    func note(_ finding: Finding) { pending.append(.noted(finding)) }

    /// Notes that a part of the request's body went out: a large one is no server that keeps us waiting.
    func sentBody(_ count: Int) {
        sending?.ended = .now
        restartClock()
        guard let body, let sent = body.handedOver(count) else { return }
        if case .bodySent = pending.last { pending.removeLast() }
        pending.append(.bodySent(sent, of: body.count))
    }

    /// How long it took to hand the request over to the system; nil where libcurl does not say when it began.
    var sendingTime: Duration? { sending.map { $0.began.duration(to: $0.ended) } }

    /// How long it took from there to the answer; nil before that.
    var answeringTime: Duration? {
        guard let sending, let answered else { return nil }
        return sending.began.duration(to: answered)
    }

    /// Notes what libcurl says of itself: how the TLS handshake went, and why an address could not be reached, which its
    /// error text leaves out.
    func said(_ bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: "connect to ".utf8) {
            let line = Self.line(bytes)
            unreachable = line.firstRange(of: " failed: ").map { String(line[$0.upperBound...]) }
        } else if phase == .securing {
            handshake.append(Self.line(bytes))
        }
        switch connection.said(bytes) {
        case .none: break
        case .nested: easy.set(CURLOPT_FORBID_REUSE, 1)
        case .unasked:
            easy.set(CURLOPT_FORBID_REUSE, 1)
            noteUnasked("followed the response; the connection was closed")
        }
    }

    /// Opens a socket for libcurl; -1 where the system gives none.
    func openSocket(_ address: curl_sockaddr) -> curl_socket_t {
        // A program started meanwhile, such as an editor, must not hold the connection open.
        let descriptor = socket(
            address.family, address.socktype | Int32(SOCK_CLOEXEC.rawValue), address.protocol)
        if descriptor < 0 { shortage = Shortage.words(errno) }
        return descriptor
    }

    /// Takes a line of a response head; false ends the transfer.
    func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
        if !requestHead.isEmpty { reportRequest() }
        if answered == nil { answered = .now }
        switch reader.append(line) {
        case .nothing: return true
        case .head(let head):
            let codings = isUnpacked ? BodyCodings(head.headers) : nil
            packedBody = codings.flatMap { $0.known.isEmpty ? nil : PackedBody($0.known) }
            if head.status == 401 || head.status == 407 {
                answer = .heldBack(head)
            } else {
                bodyEnd = BodyEnd(of: head, to: exchange.request.method)
                // A length beside chunks is a lie of somebody on the way (RFC 9112 §6.3): what follows is nobody's.
                if head.isChunked, head.headers.contains("content-length") {
                    easy.set(CURLOPT_FORBID_REUSE, 1)
                }
                begin(head)
                if let name = codings?.unknown.first { noteUnknownCoding(name) }
            }
            return true
        case .endless(let how):
            verdict = .malformed(detail: how)
        case .notHTTP:
            verdict = .malformed(detail: "The response is not HTTP.")
        case .tooLarge:
            verdict = .malformed(detail: "The response's headers are too large.")
        }
        return false
    }

    /// What is said to a piece of the body.
    enum PieceAnswer {
        /// It was taken.
        case taken
        /// The reader has too much unread: the piece must come again.
        case later
        /// The transfer ends, for the reason that is its verdict.
        case refused
    }

    /// Takes a piece of the body.
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

    /// The most bytes up to which small pieces are told as one.
    private static let pieceSize = 32 << 10

    /// A body in chunks of a byte each would be a piece for each byte, which takes a hundred times as much memory.
    private func add(_ bytes: UnsafeRawBufferPointer) {
        guard !bytes.isEmpty else { return }
        exchange.count(bytes.count)
        guard case .bodyReceived(var piece) = pending.last, piece.count + bytes.count <= Self.pieceSize else {
            return pending.append(.bodyReceived(Array(bytes)))
        }
        // Lets go of the bytes, so that appending copies nothing.
        pending.removeLast()
        piece += bytes
        pending.append(.bodyReceived(piece))
    }

    /// Reports a head that was kept back: libcurl did not answer it.
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
