import SonicProtocol

/// A cache after one exchange, so that tests are header lines and an expected word.
struct CacheScene {
    /// When the first response was received.
    static let start = Instant(milliseconds: 1_700_000_000_000)
    static let url = WebURL("http://example.com/a")!

    /// What is stored, latest first.
    var stored: [StoredVariant] = []

    /// Headers from lines `Name: value`. `@-3600@` is the date that many seconds after the first response.
    static func headers(_ lines: String) -> Headers {
        var parts = lines.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
        for index in parts.indices where index % 2 == 1 {
            parts[index] =
                Int64(parts[index]).map { HTTPDate.text(start.adding(seconds: $0)) } ?? parts[index]
        }
        return Headers(behindFirstLineOf: Array(("\n" + parts.joined()).utf8))
    }

    static func head(_ lines: String, status: Int = 200) -> ResponseHead {
        ResponseHead(version: "HTTP/1.1", status: status, reason: "", headers: headers(lines), raw: [])
    }

    /// A request's policy in the current state.
    func policy(
        _ lines: String = "", method: CacheQuery.Method = .get, mode: CacheMode = .default,
        lifetime: ChosenLifetime = .server, kept: StoredResponseFilter = .all,
        purpose: CacheQuery.Purpose = .answer
    ) -> CachePolicy {
        let headers = Self.headers(lines)
        return CachePolicy(
            CacheQuery(
                method: method, headers: headers, mode: mode.effective(for: headers), lifetime: lifetime,
                kept: kept, purpose: purpose),
            stored: stored)
    }

    /// Receives headers that are not text.
    mutating func receive(_ headers: Headers) {
        let head = ResponseHead(version: "HTTP/1.1", status: 200, reason: "", headers: headers, raw: [])
        guard
            var response = policy().storable(
                head, of: Self.url, requested: Self.start, received: Self.start)
        else { return }
        response.extent = .whole(10)
        stored = [StoredVariant(number: 1, response: response)]
    }

    /// Whether a response is stored, with a body of ten bytes.
    @discardableResult mutating func receive(
        _ lines: String, status: Int = 200, to request: String = "", after seconds: Int64 = 0,
        delay: Int64 = 0, lifetime: ChosenLifetime = .server, kept: StoredResponseFilter = .all
    ) -> Bool {
        let policy = policy(request, lifetime: lifetime, kept: kept)
        let received = Self.start.adding(seconds: seconds)
        let head = Self.head(lines, status: status)
        guard
            var response = policy.storable(
                head, of: Self.url, requested: received.adding(seconds: -delay), received: received)
        else { return false }
        if response.extent == .whole(0) { response.extent = .whole(10) }
        let gone = policy.superseded(by: response)
        let number = (stored.map(\.number).max() ?? 0) + 1
        stored.removeAll { gone.contains($0.number) }
        stored.insert(StoredVariant(number: number, response: response), at: 0)
        return true
    }

    /// What the cache does with a request, in a word: `use`, `refresh` (use, and revalidate in the background),
    /// `validate`, `complete`, `fetch`, `504` or `none`.
    func word(
        _ request: String = "", after seconds: Int64 = 1, method: CacheQuery.Method = .get,
        mode: CacheMode = .default, lifetime: ChosenLifetime = .server
    ) -> String {
        let policy = policy(request, method: method, mode: mode, lifetime: lifetime)
        switch policy.decide(at: Self.start.adding(seconds: seconds)) {
        case .use: return "use"
        case .useAndRefresh: return "refresh"
        case .gatewayTimeout: return "504"
        case .notCached: return "none"
        case .ask(let question):
            switch question {
            case .fetch: return "fetch"
            case .validate: return "validate"
            case .complete: return "complete"
            }
        }
    }

    /// The word for a single response received at the start.
    static func word(
        _ response: String, status: Int = 200, then request: String = "", after seconds: Int64 = 1,
        mode: CacheMode = .default
    ) -> String {
        var scene = CacheScene()
        guard scene.receive(response, status: status) else { return "dropped" }
        return scene.word(request, after: seconds, mode: mode)
    }

    /// The headers of the request that is sent; nil if none is.
    func question(
        _ request: String = "", after seconds: Int64 = 1000, method: CacheQuery.Method = .get,
        mode: CacheMode = .default
    ) -> (question: CacheQuestion, headers: Headers)? {
        let policy = policy(request, method: method, mode: mode)
        guard case .ask(let question) = policy.decide(at: Self.start.adding(seconds: seconds)) else {
            return nil
        }
        return (question, question.headers(policy.query.mode.announced(in: policy.query.headers)))
    }
}
