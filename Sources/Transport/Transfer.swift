import CCurl
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
        case held(ResponseHead)
        case begun
    }

    let exchange: Exchange
    let easy: EasyHandle
    let limits: TimeLimits
    /// The request's header lines, which libcurl reads while the transfer lives.
    var headerLines: UnsafeMutablePointer<curl_slist>?
    /// What is connected to in place of the host, which libcurl reads while the transfer lives.
    var connectLines: UnsafeMutablePointer<curl_slist>?

    /// The phase the transfer is in; nil before the first.
    private(set) var phase: TransferPhase?
    /// Every phase that took place, in order.
    private(set) var phases: [TransferPhase] = []
    /// When the phase's time is up; nil before the first phase and while the reader holds the transfer up.
    private(set) var deadline: ContinuousClock.Instant?
    /// What libcurl told of the TLS handshake.
    private(set) var handshake = Handshake()
    /// The body as it comes, where a content coding is to be removed from it.
    private(set) var codedBody = CodedBody.none
    /// The frames of the body's chunks; nil where it comes in none.
    private var framing: ChunkFraming?
    /// Bytes of the body that were handed on, content coding removed.
    private(set) var bodyCount = 0
    /// The system's reason why the last address tried could not be reached.
    private(set) var unreachable: String?
    /// Bytes of request heads sent.
    private(set) var headBytesSent = 0
    /// When the connection was there to send on, and when the last of the request had been handed over to it.
    private var sending: (began: ContinuousClock.Instant, ended: ContinuousClock.Instant)?
    /// When the first of the answer came.
    private var answered: ContinuousClock.Instant?
    /// Why this side ended the transfer; nil where libcurl knows the reason.
    private(set) var verdict: ConnectionFailure?

    /// What the reader of the exchange is to be told once nothing more happens for a moment (`Transfers.advance`):
    /// told one by one, each event could wake the reader's thread.
    private var untold: [ResponseEvent] = []
    private var requestHead: [UInt8] = []
    private var reader: HeadReader
    private var answer = Answer.none

    init(_ exchange: Exchange, easy: EasyHandle, _ configuration: TransportConfiguration) {
        self.exchange = exchange
        self.easy = easy
        limits = configuration.limits
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
        untold.append(.entered(next))
    }

    /// Starts the present phase's time again: a paused transfer goes on.
    func restartClock() {
        deadline = phase.map { .now + limits[$0] }
    }

    /// Whether anything has happened that the reader was not told.
    var hasNews: Bool { !untold.isEmpty }

    /// Tells the reader what has happened.
    func tell() {
        guard hasNews else { return }
        exchange.events.tell(untold)
        untold = []
    }

    /// Tells the reader what has happened, and how the exchange ended.
    func end(with event: ResponseEvent) {
        exchange.events.end(with: untold + [event])
        untold = []
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

    /// Notes that the request is about to go out; libcurl may begin again on another connection.
    func readyToSend() {
        let now = ContinuousClock.now
        (sending, answered) = ((now, now), nil)
    }

    /// Notes that a part of the request's body went out: a large one is no server that keeps us waiting.
    func sentBody() {
        sending?.ended = .now
        restartClock()
    }

    /// How long it took to hand the request over to the system; nil where libcurl does not say when it began.
    var sendingTime: Duration? { sending.map { $0.began.duration(to: $0.ended) } }

    /// How long it took from there to the answer; nil before that.
    var answeringTime: Duration? {
        guard let sending, let answered else { return nil }
        return sending.began.duration(to: answered)
    }

    /// Notes a piece of the body before its content coding is removed.
    func receivedCoded(_ bytes: UnsafeRawBufferPointer) {
        guard codedBody.isCoded else { return }
        // libcurl shows the frames of chunks, too.
        if framing == nil { codedBody.append(bytes) } else { framing?.take(bytes) { codedBody.append($0) } }
    }

    /// Notes what libcurl says of itself: how the TLS handshake went, and why an address could not be reached, which its
    /// error text leaves out.
    func said(_ bytes: UnsafeRawBufferPointer) {
        if bytes.starts(with: "connect to ".utf8) {
            let line = Self.line(bytes)
            unreachable = line.firstRange(of: " failed: ").map { String(line[$0.upperBound...]) }
        } else if phase == .securing {
            handshake.take(Self.line(bytes))
        }
    }

    /// Takes a line of a response head; false ends the transfer.
    func receivedLine(_ line: UnsafeRawBufferPointer) -> Bool {
        if !requestHead.isEmpty { reportRequest() }
        if answered == nil { answered = .now }
        switch reader.take(line) {
        case .nothing: return true
        case .head(let head):
            if head.status == 401 || head.status == 407 {
                answer = .held(head)
            } else {
                codedBody = CodedBody(head)
                framing = head.isChunked ? ChunkFraming() : nil
                begin(head)
            }
            return true
        case .endless(let how):
            verdict = .malformed(detail: how)
        case .notHTTP:
            verdict = .malformed(detail: "The answer is no HTTP.")
        case .tooLarge:
            verdict = .malformed(detail: "The answer's headers are larger than is allowed.")
        }
        return false
    }

    /// Takes a piece of the body; false when the reader has too much unread, and the piece must come again.
    func receivedBody(_ bytes: UnsafeRawBufferPointer) -> Bool {
        beginHeld()
        guard !exchange.isFull else {
            deadline = nil
            return false
        }
        restartClock()
        if !bytes.isEmpty {
            exchange.count(bytes.count)
            bodyCount += bytes.count
            add(bytes)
        }
        return true
    }

    /// The most bytes up to which small pieces are told as one.
    private static let pieceSize = 32 << 10

    /// A body in chunks of a byte each would be a piece for each byte, which takes a hundred times as much memory.
    private func add(_ bytes: UnsafeRawBufferPointer) {
        guard case .bodyReceived(var piece) = untold.last, piece.count + bytes.count <= Self.pieceSize else {
            return untold.append(.bodyReceived(Array(bytes)))
        }
        // Lets go of the bytes, so that appending copies nothing.
        untold.removeLast()
        piece += bytes
        untold.append(.bodyReceived(piece))
    }

    /// Reports a head that was kept back: libcurl did not answer it.
    func beginHeld() {
        if case .held(let head) = answer { begin(head) }
    }

    private static func line(_ bytes: UnsafeRawBufferPointer) -> Substring {
        Bytes.text(bytes).prefix { !$0.isNewline }
    }

    private func begin(_ head: ResponseHead) {
        answer = .begun
        enter(.receiving)
        untold.append(.headReceived(head))
    }

    private func reportRequest() {
        untold.append(.requestSent(requestHead))
        requestHead = []
    }
}

extension ResponseHead {
    /// Whether the body comes in chunks (RFC 9112 §6.1).
    fileprivate var isChunked: Bool {
        headers.all("transfer-encoding").contains { $0.lowercased().hasSuffix("chunked") }
    }
}
