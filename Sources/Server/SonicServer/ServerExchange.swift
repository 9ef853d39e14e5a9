import CMicrohttpd
import Exchanges
import SonicProtocol

/// A request handled by libmicrohttpd, from its first line to the end of its response.
final class ServerExchange {
    /// The stage of the exchange.
    enum Stage {
        /// Only the request line is known.
        case begun
        /// The head is known, and the body is arriving.
        case reading(body: [UInt8])
        /// The body exceeds the limit and is dropped as it arrives.
        case overflowing
        /// A streaming exchange receives the body and gives the answer.
        case talking(any StreamingExchange)
        /// The response is known and delayed.
        case waiting(ServerResponse)
        /// The response is being sent, from memory or with a fault.
        case answered
        /// The response's body is being read from the streaming exchange.
        case streaming
        /// The site chose to send nothing, with this fault.
        case silent(Fault)
    }

    /// A streaming exchange and its connection.
    typealias Talk = (exchange: any StreamingExchange, line: ClientLine)

    let target: [UInt8]
    /// The client's HTTP version, such as `HTTP/1.1`.
    var version = "HTTP/1.1"
    var stage = Stage.begun
    /// The streaming exchange for body and answer; nil if the site answers at once.
    var talk: Talk?
    /// The request without its body; nil while only the request line is known.
    var head: ServerRequest?
    /// The record; nil while only the request line is known.
    var record: RequestRecord?
    /// Everything sent and received; nil if it is not recorded.
    var recorded: RecordedExchange?
    /// Its number in the traffic; nil if it is not shown there.
    var number: Int?
    /// The bytes of a streamed body, or of another protocol, sent so far.
    private(set) var bytesSent = 0
    /// The bytes that the client sent in another protocol so far.
    private(set) var bytesUpgraded = 0
    /// Whether the next piece of the response waits for its time.
    var isDelayed = false
    /// Whether only the end of the connection marks the end of the response's body.
    var endsWithConnection = false
    /// How long the client waited for the response before it closed its side of the connection; nil if it did not.
    private(set) var clientLeft: Duration?
    let begun = ContinuousClock.now

    init(target: [UInt8]) { self.target = target }

    /// Records a part of the response's body.
    func sent(_ part: UnsafeRawBufferPointer) {
        bytesSent += part.count
        recorded?.responseBody.add(part)
    }

    /// Reads a part of the response's body from the streaming exchange, for a `BodyReader`.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let talk else { return -2 }
        switch talk.exchange.read(into: buffer) {
        case .bytes(let count):
            sent(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            return count
        case .later where talk.line.sleep(): return 0
        case .end: return -1
        case .later, .cutOff:
            if endsWithConnection { talk.line.reset() }
            return -2
        }
    }

    /// Records the numbers of bytes that were passed in another protocol so far.
    func passed(_ upload: Int, _ download: Int) { (bytesUpgraded, bytesSent) = (upload, download) }

    /// Records that the client has closed its side of the connection, if it has.
    func noticeClient() {
        guard clientLeft == nil, talk?.line.hasClientEnded == true else { return }
        clientLeft = begun.duration(to: .now)
    }

    /// Receives a part of the request's body.
    func receive(_ bytes: UnsafeRawBufferPointer, limit: Int) {
        recorded?.requestBody.add(bytes)
        guard case .reading(var body) = stage else { return }
        stage = .overflowing
        guard body.count + bytes.count <= limit else { return }
        body += bytes
        stage = .reading(body: body)
    }

    // MARK: Its progress

    /// The progress; nil if it is not reported.
    var progress: RunningExchange? {
        var sent: Int? = bytesSent
        // libmicrohttpd alone knows how much of a response from memory was sent.
        if case .answered = stage, bytesSent == 0, !isDelayed { sent = nil }
        let received = (recorded?.requestBody.count ?? 0) + bytesUpgraded
        return number.map { RunningExchange(id: $0, wait: wait, received: received, sent: sent) }
    }

    private var wait: RunningExchange.Wait {
        switch stage {
        case .begun, .reading, .overflowing: return .request
        case .talking(let streaming) where streaming.isIntercepted: return .interception
        case .talking, .streaming:
            guard let line = talk?.line, !line.isUpgraded else { return .bothSides }
            guard line.isAsleep else { return recorded?.response == nil ? .request : .client }
            noticeClient()
            return clientLeft == nil ? .upstream : .abandoned
        case .waiting, .silent: return .delay
        case .answered: return isDelayed ? .delay : .client
        }
    }

    /// Returns the line of a running exchange: its bodies are not part of it.
    func report(
        _ progress: RunningExchange, at now: ContinuousClock.Instant, _ secrets: Secrets
    ) -> JSONValue? {
        guard var record, var recorded else { return nil }
        record.duration = begun.duration(to: now)
        record.bytes = bytesSent
        (recorded.requestBody, recorded.responseBody) = (.init(), .init())
        var entry = ServedExchange(id: progress.id, record: record, exchange: recorded).entry
        entry.outcome = "running"
        return ["running": .object(progress.members + [.init("entry", entry.value(secrets))])]
    }

    /// Returns the header fields of a connection's request, in order.
    static func headers(of connection: OpaquePointer?) -> Headers {
        var fields: [HeaderField] = []
        // The typical number of fields of a browser.
        fields.reserveCapacity(16)
        withUnsafeMutablePointer(to: &fields) { fields in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, fieldRead, fields)
        }
        return Headers(fields)
    }

    private static let fieldRead: MHD_KeyValueIteratorN = { list, _, name, nameSize, value, valueSize in
        let fields = list?.assumingMemoryBound(to: [HeaderField].self)
        fields?.pointee.append(
            HeaderField(
                name: UnsafeRawBufferPointer(start: name, count: nameSize),
                value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueSize)))
        return .YES
    }
}
