import SessionWords
import SonicProtocol
import SonicSession

/// The engine for other programs: JSON lines as input and output, with any number of concurrent requests
/// (docs/reference/engine.md).
public actor EngineService {
    private let http: HTTPEngine
    private let sessions: SessionEngine
    private let domainToASCII: WebURL.DomainToASCII?
    private let order: @Sendable (WebURL) -> SessionOrder
    private let findings: @Sendable (SessionTrace) async -> [Finding]
    private let emit: @Sendable (JSONValue) -> Void
    private var running: [EngineID: Task<Void, Never>] = [:]

    /// Creates a service with these engines.
    ///
    /// - Parameters:
    ///   - order: Returns the order to open an address. Its headers are added to each request without them; of the
    ///     preferences for single sites, requests other than sessions use only those of the cache.
    ///   - findings: Returns the findings about an ended session.
    ///   - emit: Receives each line, in order, as a value.
    public init(
        http: HTTPEngine, sessions: SessionEngine, domainToASCII: WebURL.DomainToASCII? = nil,
        order: @escaping @Sendable (WebURL) -> SessionOrder,
        findings: @escaping @Sendable (SessionTrace) async -> [Finding],
        emit: @escaping @Sendable (JSONValue) -> Void
    ) {
        self.http = http
        self.sessions = sessions
        self.domainToASCII = domainToASCII
        self.order = order
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
        let order = order(request.url)
        let terms = order.terms(request.url)
        return FetchRequest(
            method: request.method, url: request.url, headers: completed(request.headers, order.headers),
            body: request.body,
            mode: terms.mode(request.cache), redirect: request.redirect, choices: terms.cacheChoices,
            domainToASCII: domainToASCII)
    }

    /// Returns a request's headers, followed by the defaults that it lacks.
    private func completed(_ headers: Headers, _ defaults: RequestHeaders) -> Headers {
        var completed = headers
        let own = [HeaderField("Accept", "*/*"), HeaderField("User-Agent", defaults.product)]
        for field in own + defaults.custom where !headers.contains(field.name) { completed.append(field) }
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
        var order = order(request.url)
        order.mode = SessionMode(request.cache)
        order.headers.custom =
            request.headers.fields + order.headers.custom.filter { !request.headers.contains($0.name) }
        switch request.method {
        case "GET": break
        case "POST":
            let type = request.headers.first("content-type") ?? "application/octet-stream"
            order.headers.custom.removeAll { $0.isNamed("content-type") }
            order.method = .post(PostBody(request.body, contentType: type))
        case let other: throw mistake("a Sonic session is a GET or a POST, not \(other)")
        }
        return order
    }
}
