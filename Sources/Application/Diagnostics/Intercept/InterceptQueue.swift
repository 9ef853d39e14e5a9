import SonicProtocol
import SonicSession
import Synchronization

/// Where exchanges wait for a person: it knows what is to be held, keeps what is held, and lets it go. Whoever
/// waits here waits as long as it takes: an answer is here whole before it is held, and a request has not gone out
/// yet, so no time limit of a connection runs meanwhile.
public actor InterceptQueue {
    /// Told of all that is held whenever that changes, in order.
    public typealias Watcher = @Sendable ([InterceptedExchange]) -> Void

    /// What is to be held from now on; nil for nothing.
    private(set) var filter: InterceptFilter? { didSet { noteUse() } }
    /// What is held, the oldest first.
    public private(set) var exchanges: [InterceptedExchange] = []
    private var waiting: [Int: CheckedContinuation<Release, Never>] = [:]
    /// Answers written beforehand, each for the next request of a page.
    private var prepared: [(url: WebURL, answer: WrittenAnswer)] = [] { didSet { noteUse() } }
    /// Whether there is a filter or an answer: most exchanges concern nobody here and need not ask.
    private nonisolated let isUsed = Atomic(false)
    private var count = 0
    private let watcher: Watcher

    /// A queue that holds nothing yet.
    public init(watcher: @escaping Watcher = { _ in }) {
        self.watcher = watcher
    }

    /// Holds what fits this filter from now on. What is held stays held.
    public func intercept(_ filter: InterceptFilter?) {
        self.filter = filter
    }

    /// Answers the next request of a page with this answer; several are used in the order in which they came.
    public func prepare(_ answer: WrittenAnswer, for url: WebURL) {
        prepared.append((url.withoutFragment, answer))
    }

    /// Lets an exchange go. Nothing happens where it is not held any more.
    public func release(_ id: Int, _ release: Release) {
        guard let continuation = waiting.removeValue(forKey: id) else { return }
        exchanges.removeAll { $0.id == id }
        watcher(exchanges)
        continuation.resume(returning: release)
    }

    private func noteUse() {
        isUsed.store(filter != nil || !prepared.isEmpty, ordering: .sequentiallyConsistent)
    }

    /// Whether exchanges may be held, or answered from here. Asked without waiting.
    nonisolated var mayIntercept: Bool { isUsed.load(ordering: .sequentiallyConsistent) }

    /// What becomes of a request that is about to go out.
    func decide(_ request: Request, for use: InterceptedExchange.Use) async -> Release {
        if use == .page, let index = prepared.firstIndex(where: { $0.url == request.url.withoutFragment }) {
            return .answer(prepared.remove(at: index).answer)
        }
        guard filter?.matches(request, for: use) ?? false else { return .unchanged }
        return await wait(InterceptedExchange(id: next(), use: use, request: request, answer: nil))
    }

    /// Whether the answer with this head is to be held.
    func matches(_ head: ResponseHead, to request: Request, for use: InterceptedExchange.Use) -> Bool {
        filter?.matches(head, to: request, for: use) ?? false
    }

    /// What becomes of an answer that is here whole.
    func decide(
        _ answer: AnswerEdit.Original, to request: Request, for use: InterceptedExchange.Use
    ) async -> Release {
        await wait(InterceptedExchange(id: next(), use: use, request: request, answer: answer))
    }

    private func next() -> Int {
        count += 1
        return count
    }

    private func wait(_ exchange: InterceptedExchange) async -> Release {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                // Who was stopped before it came here waits for nothing.
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
