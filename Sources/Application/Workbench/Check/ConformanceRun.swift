import SonicProtocol

/// A conformance run for one page: returns the next requests, accepts their replies, and judges them. It performs no
/// I/O, and uses no clock.
public struct ConformanceRun: Sendable {
    private let url: WebURL
    private let usual: RequestHeaders
    private var judge: AnswerJudge
    private var waiting = Probe.allCases.flatMap { Array(repeating: $0, count: $0.turns) }[...]
    /// The cookies that the first load set, for one request with them.
    private var cookies: HeaderValue?
    /// The number of requests without a complete response.
    private var lost = 0
    /// The response to the page's own template tag with another page's ETag, for predicting the behaviour of a client,
    /// and the merged page; nil before, and without a response.
    public private(set) var update: (ClientExchange, ours: [UInt8]?)?

    /// Creates a run before its first request.
    ///
    /// - Parameters:
    ///   - url: The page.
    ///   - headers: The headers to send in addition to the tags.
    ///   - hashes: The implementation of SHA-1.
    public init(_ url: WebURL, headers: RequestHeaders, hashes: Hashes) {
        self.url = url
        usual = headers
        judge = AnswerJudge(hashes)
    }

    /// Returns the next requests, to be sent concurrently; empty at the end of the run.
    public mutating func next() -> [Trial] {
        while let probe = waiting.popFirst() {
            guard canAsk(probe) else { continue }
            let headers = probe.headers(judge.knownPage, cookies: cookies, usual)
            var request = Request(method: probe == .head ? "HEAD" : "GET", url: url, headers: headers)
            request.needsNewConnection = probe.isLoad
            return Array(repeating: Trial(probe: probe, request: request), count: probe.count)
        }
        return []
    }

    /// The number of requests without a response after which no more are sent: each costs its time limit.
    private static let patience = 2

    /// Whether enough is known to send this probe.
    private mutating func canAsk(_ probe: Probe) -> Bool {
        guard lost < Self.patience else {
            judge.ledger.reason = "not requested: \(lost) requests got no complete response"
            return false
        }
        switch probe {
        case .firstLoad, .plain: return true
        case .secondLoad, .staleTemplate, .head, .identity: return judge.knownPage != nil
        case .furtherLoad: return judge.knownPage != nil && judge.loads.isUndecided
        case .cookieLoad: return judge.knownPage != nil && cookies != nil && judge.cookieLoads.isUndecided
        case .ownTags: return judge.knownPage?.etag != nil
        case .staleETag, .plainWithTag, .declined, .otherCase, .atOnce:
            return judge.knownPage?.templateTag != nil
        }
    }

    /// Accepts the replies to the requests of `next`, in their order.
    public mutating func accept(_ replies: [(trial: Trial, reply: Reply)]) {
        for (trial, reply) in replies {
            if reply.ending != .whole { lost += 1 }
            judge.judge(reply, to: trial)
            if trial.probe == .firstLoad, let head = reply.head { note(head) }
            if trial.probe == .staleETag, reply.ending == .whole, let head = reply.head,
                let held = judge.knownPage
            {
                var headers = held.headers
                headers.replace(headers.first("sonic-etag-key") ?? "ETag", Probe.foreignTag)
                let exchange = ClientExchange(
                    storedPage: (held.html, headers),
                    asked: RequestConditions(
                        etag: trial.request.headers.first("If-None-Match"),
                        templateTag: trial.request.headers.first("template-tag")),
                    status: head.status, headers: head.headers, body: reply.body)
                update = (exchange, ours: judge.merged)
            }
        }
        if replies.count > 1 { judge.compare(replies.map(\.reply), of: replies[0].trial.probe) }
    }

    /// Notes the cookies of the first load, unless the user gives others.
    private mutating func note(_ head: ResponseHead) {
        guard !usual.custom.contains(where: { $0.name.lowercased() == "cookie" }) else { return }
        var jar = CookieJar()
        let now = Instant(milliseconds: 0)
        for line in head.headers.values("set-cookie") { jar.receive(line, from: url, now: now) }
        cookies = jar.cookieLine(for: url, now: now).line
    }

    /// The verdicts, ordered by the rules' numbers.
    public var verdicts: [Verdict] { judge.verdicts }
}
