import Exchanges
import SonicProtocol
import SonicSession
import Synchronization

/// The queue of exchanges that wait for a decision: it has the filter, stores the intercepted exchanges, and releases
/// them. The wait is unlimited: a response is complete before it is intercepted, and a request is not sent yet, so no
/// time limit of a connection runs meanwhile.
public actor InterceptQueue {
    /// Called with all intercepted exchanges whenever they change, in order.
    public typealias Watcher = @Sendable ([InterceptedExchange]) -> Void

    /// The filter; nil for none.
    private(set) var filter: ExchangeFilter? { didSet { noteUse() } }
    /// The intercepted exchanges, the oldest first.
    public private(set) var exchanges: [InterceptedExchange] = []
    private var waiting: [Int: CheckedContinuation<Release, Never>] = [:]
    /// Prepared responses, each for the next request of a page.
    private var prepared: [(url: WebURL, answer: WrittenAnswer)] = [] { didSet { noteUse() } }
    /// Whether there is a filter or a prepared response: most exchanges need not enter the actor.
    private nonisolated let isUsed = Atomic(false)
    private var count = 0
    private let watcher: Watcher

    /// Creates an empty queue.
    public init(watcher: @escaping Watcher = { _ in }) { self.watcher = watcher }

    /// Sets the filter. Exchanges already intercepted stay so.
    public func intercept(_ filter: ExchangeFilter?) { self.filter = filter }

    /// Prepares a response for the next request of a page; several are used in order.
    public func prepare(_ answer: WrittenAnswer, for url: WebURL) {
        prepared.append((url.withoutFragment, answer))
    }

    /// Releases an exchange. Does nothing if it is no longer intercepted.
    public func release(_ id: Int, _ release: Release) {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        exchanges.removeAll { $0.id == id }
        watcher(exchanges)
        continuation.resume(returning: release)
    }

    private func noteUse() {
        isUsed.store(filter != nil || !prepared.isEmpty, ordering: .sequentiallyConsistent)
    }

    /// Whether exchanges may be intercepted or given a prepared response. Does not wait.
    nonisolated var mayIntercept: Bool { isUsed.load(ordering: .sequentiallyConsistent) }

    /// Returns the decision on a request that is about to be sent.
    func decide(_ request: Request, for use: RequestCause.Use) async -> Release {
        if use == .page, let index = prepared.firstIndex(where: { $0.url == request.url.withoutFragment }) {
            return .answer(prepared.remove(at: index).answer)
        }
        guard
            filter?.intercepts(MessageFacts(RequestFacts(request), body: request.body.bytes), for: use)
                == true
        else { return .unchanged }
        return await wait(InterceptedExchange(id: next(), use: use, request: request, answer: nil))
    }

    /// Whether the response with these headers may have to be intercepted once its body is known.
    func mayMatch(_ head: ResponseHead, to request: Request, for use: RequestCause.Use) -> Bool {
        guard let filter else { return false }
        return filter.intercepts(MessageFacts(head, body: nil, to: request), for: use) != false
    }

    /// Returns the decision on a complete response.
    func decide(
        _ answer: AnswerEdit.Original, to request: Request, for use: RequestCause.Use
    ) async -> Release {
        let message = MessageFacts(answer.head, body: answer.body, to: request)
        guard filter?.intercepts(message, for: use) == true else { return .unchanged }
        return await wait(InterceptedExchange(id: next(), use: use, request: request, answer: answer))
    }

    private func next() -> Int {
        count += 1
        return count
    }

    private func wait(_ exchange: InterceptedExchange) async -> Release {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // A task cancelled before this point must not wait.
                guard !Task.isCancelled else { return continuation.resume(returning: .abandoned) }
                exchanges.append(exchange)
                waiting[exchange.id] = continuation
                watcher(exchanges)
            }
        } onCancel: {
            Task { await release(exchange.id, .abandoned) }
        }
    }
}
