import SessionWords
import SonicProtocol
import SonicSession

/// The engine for other programs: JSON lines as input and output, with any number of concurrent requests
/// (docs/reference/engine.md).
public actor EngineService {
    private let http: HTTPEngine
    private let sessions: SessionEngine
    private let headers: RequestHeaders
    private let account: String
    private let responseHeaders: [HeaderField]
    private let terms: @Sendable (WebURL) -> SiteTerms
    private let domainToASCII: WebURL.DomainToASCII?
    private let findings: @Sendable (SessionTrace) async -> [Finding]
    private let emit: @Sendable (JSONValue) -> Void
    private var running: [EngineID: Task<Void, Never>] = [:]

    /// Creates a service with these engines.
    ///
    /// - Parameters:
    ///   - headers: The program's name, and headers that are added to each request without them.
    ///   - account: The account whose pages sessions open; empty for none.
    ///   - responseHeaders: Headers for the responses of sessions, as in `SessionOrder`.
    ///   - terms: The preferences for single sites: sessions use all of them, other requests only those of the cache.
    ///   - findings: Returns the findings about an ended session.
    ///   - emit: Receives each line, in order, as a value.
    public init(
        http: HTTPEngine, sessions: SessionEngine, headers: RequestHeaders, account: String = "",
        responseHeaders: [HeaderField] = [],
        terms: @escaping @Sendable (WebURL) -> SiteTerms = { _ in SiteTerms() },
        domainToASCII: WebURL.DomainToASCII? = nil,
        findings: @escaping @Sendable (SessionTrace) async -> [Finding],
        emit: @escaping @Sendable (JSONValue) -> Void
    ) {
        self.http = http
        self.sessions = sessions
        self.headers = headers
        self.account = account
        self.responseHeaders = responseHeaders
        self.terms = terms
        self.domainToASCII = domainToASCII
        self.findings = findings
        self.emit = emit
    }

    /// Handles a line without its end, and returns at once. An empty line is ignored.
    public func handle(_ line: [UInt8]) {
        guard line.contains(where: { $0 > 0x20 }) else { return }
        do throws(EngineMistake) {
            switch try EngineLine(line, domainToASCII: domainToASCII) {
            case .request(let request): begin(request)
            case .cancel(let id): running[id]?.cancel()
            }
        } catch {
            emit(EngineAnswer.failure(error.id, error.message))
        }
    }

    /// Reports a line that was longer than `InputSplitter.limit`: its id is unknown.
    public func refuseLongLine() {
        emit(
            EngineAnswer.failure(
                nil, "a line is longer than \(InputSplitter.limit >> 20) MiB and was not read"))
    }

    /// Returns when every request has been answered and the cache's background revalidations are stored.
    public func finish() async {
        while let task = running.values.first { await task.value }
        await http.finish()
    }

    private func begin(_ request: EngineRequest) {
        guard running[request.id] == nil else {
            return emit(EngineAnswer.failure(request.id, "a request with this id is running"))
        }
        running[request.id] = Task {
            let answer: [JSONValue]
            switch request.kind {
            case .fetch: answer = [EngineAnswer.fetched(request.id, await http.fetch(fetch(request)))]
            case .session, .reportedSession: answer = await open(request)
            }
            running[request.id] = nil
            for line in answer { emit(line) }
        }
    }

    // MARK: A fetch

    private func fetch(_ request: EngineRequest) -> FetchRequest {
        let terms = terms(request.url)
        return FetchRequest(
            method: request.method, url: request.url, headers: completed(request.headers), body: request.body,
            mode: terms.mode(request.cache), redirect: request.redirect, choices: terms.cacheChoices,
            domainToASCII: domainToASCII)
    }

    /// Returns a request's headers, followed by the defaults that it lacks.
    private func completed(_ headers: Headers) -> Headers {
        var completed = headers
        let own = [HeaderField("Accept", "*/*"), HeaderField("User-Agent", self.headers.product)]
        for field in own + self.headers.custom where !headers.contains(field.name) { completed.append(field) }
        return completed
    }

    // MARK: A session

    private func open(_ request: EngineRequest) async -> [JSONValue] {
        let isReported = request.kind == .reportedSession
        let order: SessionOrder
        do throws(EngineMistake) {
            order = try self.order(request)
        } catch {
            return [EngineAnswer.failure(error.id, error.message)]
        }
        // With no-store, the session has a separate store that is discarded at its end.
        let engine = request.cache == .noStore ? sessions.with(store: MemoryStore()) : sessions
        let session = engine.open(order)
        let id = request.id
        var trace = SessionTrace(order.url, mode: order.mode)
        for await event in session.events {
            if isReported, let line = id.line(event, on: trace.screen) { emit(line) }
            trace.handle(event, at: .zero)
        }
        guard let ending = trace.result else {
            return [EngineAnswer.failure(id, FetchFailure.stopped.words(for: request.url))]
        }
        let answer = EngineAnswer.opened(id, ending, trace, await findings(trace))
        return isReported ? [answer, id.outcome(ending)] : [answer]
    }

    private func order(_ request: EngineRequest) throws(EngineMistake) -> SessionOrder {
        func mistake(_ message: String) -> EngineMistake { EngineMistake(id: request.id, message: message) }
        guard request.redirect == .follow else { throw mistake("a Sonic session follows redirects") }
        var headers = headers
        headers.custom = request.headers.fields + headers.custom.filter { !request.headers.contains($0.name) }
        let method: RequestMethod
        switch request.method {
        case "GET": method = .get
        case "POST":
            let type = request.headers.first("content-type") ?? "application/octet-stream"
            headers.custom.removeAll { $0.isNamed("content-type") }
            method = .post(PostBody(request.body, contentType: type))
        case let other: throw mistake("a Sonic session is a GET or a POST, not \(other)")
        }
        var order = SessionOrder(
            url: request.url, account: account, method: method, mode: SessionMode(request.cache),
            headers: headers, domainToASCII: domainToASCII)
        order.responseHeaders = responseHeaders
        order.terms = terms
        return order
    }
}
