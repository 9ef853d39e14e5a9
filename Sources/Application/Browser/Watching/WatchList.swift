/// Several pages that are watched beside each other, of which only a few are asked for at once.
public struct WatchList: Sendable {
    /// What is to be done for the page at an index.
    public enum Effect: Sendable, Equatable {
        /// Ask for it.
        case run(Int)
        /// Tell this of it.
        case report(Int, WatchNews)
    }

    /// The pages' watches, in the order in which they were given.
    public private(set) var watches: [Watch]
    private let mostAtOnce: Int

    /// A list of these watches.
    /// - Parameter mostAtOnce: How many runs may be under way at once, at least one.
    public init(_ watches: [Watch], atOnce mostAtOnce: Int) {
        self.watches = watches
        self.mostAtOnce = max(1, mostAtOnce)
    }

    /// When `timeCame` is to be called; nil while nothing is due, or nothing more may begin.
    public var due: Duration? { hasRoom ? watches.lazy.compactMap(\.due).min() : nil }

    /// Whether all runs that were wanted have ended.
    public var isDone: Bool { watches.allSatisfy { $0.state == .done } }

    /// The figures of all of them.
    public var tally: WatchTally { watches.reduce(WatchTally()) { $0 + $1.tally } }

    /// Begins the runs that are due, the one that has waited longest first, as far as there is room.
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

    /// Takes in what happened to the page at an index.
    public mutating func handle(_ event: Watch.Event, of index: Int, at now: Duration) -> [Effect] {
        watches[index].handle(event, at: now).map { effect in
            switch effect {
            case .run: .run(index)
            case .report(let news): .report(index, news)
            }
        }
    }

    private var hasRoom: Bool { watches.count(where: \.isRunning) < mostAtOnce }
}
