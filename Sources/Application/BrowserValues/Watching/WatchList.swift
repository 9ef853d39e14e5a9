/// Several watched pages, of which only a limited number is requested concurrently.
public struct WatchList: Sendable {
    /// An effect for the page at an index.
    public enum Effect: Sendable, Equatable {
        /// Request it.
        case run(Int)
        /// Report this of it.
        case report(Int, WatchNews)
    }

    /// The pages' watches, in the given order.
    public private(set) var watches: [Watch]
    private let maxConcurrent: Int

    /// Creates a list of watches.
    /// - Parameter maxConcurrent: The maximum number of concurrent runs, at least one.
    public init(_ watches: [Watch], atOnce maxConcurrent: Int) {
        self.watches = watches
        self.maxConcurrent = max(1, maxConcurrent)
    }

    /// When `timeCame` is to be called; nil if no run is due, or none may begin.
    public var due: Duration? { hasRoom ? watches.lazy.compactMap(\.due).min() : nil }

    /// Whether all requested runs have ended.
    public var isDone: Bool { watches.allSatisfy { $0.state == .done } }

    /// The statistics of all watches.
    public var tally: WatchTally { watches.reduce(WatchTally()) { $0 + $1.tally } }

    /// Begins the due runs, the longest waiting one first, up to the limit.
    public mutating func timeCame(at now: Duration) -> [Effect] {
        var effects: [Effect] = []
        while hasRoom {
            let waiting = watches.indices.filter { watches[$0].due.map { $0 <= now } ?? false }
            guard let next = waiting.min(by: { watches[$0].due ?? now < watches[$1].due ?? now }) else {
                break
            }
            effects += handle(.timeCame, of: next, at: now)
        }
        return effects
    }

    /// Handles an event of the page at an index.
    public mutating func handle(_ event: Watch.Event, of index: Int, at now: Duration) -> [Effect] {
        watches[index].handle(event, at: now).map { effect in
            switch effect {
            case .run: .run(index)
            case .report(let news): .report(index, news)
            }
        }
    }

    private var hasRoom: Bool { watches.count(where: \.isRunning) < maxConcurrent }
}
