import SonicProtocol

/// A run against one page: says which requests come next, takes what came of them, and judges it. It sends nothing
/// itself, and knows no clock.
public struct ConformanceRun: Sendable {
    private let url: WebURL
    private let usual: RequestHeaders
    private var judge: AnswerJudge
    private var waiting = Probe.allCases[...]
    /// Requests that got no whole answer.
    private var lost = 0
    /// What came to the page's own template tag beside another page's ETag; nil before, and where nothing came.
    public private(set) var update: Update?

    /// An answer that should be an update, with what it rests on: what a phone's behaviour can be told from.
    public struct Update: Sendable {
        /// The page that was held.
        public let page: [UInt8]
        /// The headers that it came with, but for the ETag, which is the one that was asked with.
        public let pageHeaders: Headers
        /// The request's headers.
        public let asked: Headers
        /// The answer's head.
        public let head: ResponseHead
        /// The answer's body, content coding removed.
        public let body: [UInt8]
        /// The page that both make; nil where they make none.
        public let merged: [UInt8]?
    }

    /// A run of which nothing was sent.
    ///
    /// - Parameters:
    ///   - url: The page.
    ///   - headers: What is sent beside the tags.
    ///   - hashes: What SHA-1 is computed with.
    public init(_ url: WebURL, headers: RequestHeaders, hashes: Hashes) {
        self.url = url
        usual = headers
        judge = AnswerJudge(hashes)
    }

    /// The requests that come next, to be sent at the same time; none at the end of the run.
    public mutating func next() -> [Trial] {
        while let probe = waiting.popFirst() {
            guard canAsk(probe) else { continue }
            let headers = probe.headers(judge.knownPage, usual)
            let request = Request(method: probe == .head ? "HEAD" : "GET", url: url, headers: headers)
            return Array(repeating: Trial(probe: probe, request: request), count: probe.count)
        }
        return []
    }

    /// A server that leaves this many requests without an answer is not asked further: each costs its time limit.
    private static let patience = 2

    /// Whether what is known by now is enough to ask this.
    private mutating func canAsk(_ probe: Probe) -> Bool {
        guard lost < Self.patience else {
            judge.ledger.reason = "not requested: \(lost) requests got no complete response"
            return false
        }
        switch probe {
        case .firstLoad, .plain: return true
        case .secondLoad, .staleTemplate, .head, .identity: return judge.knownPage != nil
        case .thirdLoad: return judge.isTemplateInDoubt
        case .ownTags: return judge.knownPage?.etag != nil
        case .staleETag, .plainWithTag, .declined, .otherCase, .atOnce:
            return judge.knownPage?.templateTag != nil
        }
    }

    /// Takes what came of the requests that `next` gave, in their order.
    public mutating func accept(_ replies: [(trial: Trial, reply: Reply)]) {
        for (trial, reply) in replies {
            if reply.ending != .whole { lost += 1 }
            judge.judge(reply, to: trial)
            if trial.probe == .staleETag, reply.ending == .whole, let head = reply.head,
                let held = judge.knownPage
            {
                var headers = held.headers
                headers.replace(headers.first("sonic-etag-key") ?? "ETag", Probe.foreignTag)
                update = Update(
                    page: held.html, pageHeaders: headers, asked: trial.request.headers, head: head,
                    body: reply.body, merged: judge.merged)
            }
        }
        if replies.count > 1 { judge.compare(replies.map(\.reply), of: replies[0].trial.probe) }
    }

    /// What was found, by the rules' numbers.
    public var verdicts: [Verdict] { judge.ledger.verdicts }
}
