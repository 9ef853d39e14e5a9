import Exchanges
import SonicProtocol
import SonicSession

/// A connection that responds from a recording: to each request with the first unused exchange of its method and
/// address. Requests that are not recorded are refused, so nothing is ever sent.
public actor RecordedConnection: RegisteredConnection {
    /// Its name in a registry.
    public nonisolated var name: ConnectionName { "recording" }
    /// The unused exchanges by request, in reverse order.
    private var waiting: [RequestKey: [Int]] = [:]
    private let recording: Recording
    private var used: Set<Int> = []
    /// The exchanges used since the last query.
    private var usedLately: [Int] = []

    /// The account whose exchanges are served.
    private var account = ""

    private struct RequestKey: Hashable {
        let account: String
        let method: String
        let url: String
    }

    /// Creates a connection to this recording.
    init(_ recording: Recording) {
        self.recording = recording
        for index in recording.exchanges.indices.reversed() {
            let exchange = recording.exchanges[index]
            // A request that was blocked, or whose response was not recorded, is not what a page got.
            guard exchange.head != nil || exchange.beginsPage else { continue }
            let key = RequestKey(account: exchange.account, method: exchange.method, url: exchange.url.href)
            waiting[key, default: []].append(index)
        }
    }

    /// Accepts every request.
    public func accepts(_ request: Request) -> Bool { true }

    /// Sets the account whose exchanges are served.
    func serve(_ account: String) { self.account = account }

    /// Returns the exchanges that responded to a request since the last call, in that order.
    func usedSinceLast() -> [Int] {
        defer { usedLately = [] }
        return usedLately
    }

    /// Whether an exchange has responded to a request.
    func isUsed(_ index: Int) -> Bool { used.contains(index) }

    /// Responds from the recording.
    public nonisolated func exchange(
        _ request: Request, onward: any Connection
    ) -> ResponseEvents {
        ResponseRelay.stream { ResponseRelay(await self.answer(to: request)) }
    }

    private func answer(to request: Request) -> [ResponseEvent] {
        let key = RequestKey(
            account: account, method: request.method, url: request.url.withoutFragment.withoutCredentials.href
        )
        guard let index = waiting[key]?.popLast() else {
            let why = "no further response to \(key.method) \(key.url) was recorded"
            return [.failed(.refused(by: name, detail: why))]
        }
        used.insert(index)
        usedLately.append(index)
        let exchange = recording.exchanges[index]
        guard let head = exchange.head else {
            let none = ConnectionFailure.refused(
                by: name, detail: "no response to this request was recorded")
            return [.failed(exchange.failure ?? none)]
        }
        if head.status == 304, !Self.isConditional(request.headers),
            Self.isConditional(exchange.requestHeaders)
        {
            // The client's stored page was not recorded, so the request of this replay could not have its tags.
            let words = "the page that this 304 confirms was not recorded"
            return [.failed(.refused(by: name, detail: words))]
        }
        let content: [UInt8]
        switch exchange.content {
        case .bytes(let bytes), .text(let bytes):
            // The body of a 304 is the client's stored page.
            content = request.method == "HEAD" || head.status == 304 ? [] : bytes
        case .missing where (300...399).contains(head.status): content = []
        case .missing(let why):
            let words = "the body of this response was not recorded" + (why.isEmpty ? "" : ": " + why)
            return [sent(exchange), .headReceived(head), .failed(.refused(by: name, detail: words))]
        }
        let report = exchange.report ?? TransferReport(bytesReceived: content.count, version: head.version)
        return [sent(exchange), .headReceived(head)] + (content.isEmpty ? [] : [.bodyReceived(content)])
            + [exchange.failure.map { .failed($0) } ?? .finished(report)]
    }
    /// Returns the request as recorded: the one of this replay is not what was responded to.
    private func sent(_ exchange: Exchange) -> ResponseEvent { .requestSent(exchange.sentHead) }

    private static func isConditional(_ headers: Headers) -> Bool {
        headers.contains("If-None-Match") || headers.contains("If-Modified-Since")
    }
}
