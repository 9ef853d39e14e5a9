import SonicProtocol

/// The watch of the page on the screen: when it is asked for again, and what the screen shows of that.
struct PageWatch: Sendable {
    /// How fresh the marks of the last change are.
    enum Freshness: Equatable, Sendable {
        /// The change came a moment ago: its lines stand out.
        case flash
        /// Few runs have passed since.
        case recent
        /// Many have.
        case faded
    }

    /// When runs are due, and what is remembered of them.
    var watch: Watch
    /// The page, without a fragment.
    let url: WebURL
    /// The visit that is the run under way, or was the last one.
    var visit: Int
    /// The page's bytes before the run under way.
    var before: [UInt8] = []
    /// How long the last change stands out; nil when none does.
    var flashEnd: Duration?
    /// How many runs have ended since the last change; nil before any.
    var runsSinceChange: Int?
    /// The runs one by one.
    var timeline = Timeline()

    /// How long changed lines stand out.
    static let flash = Duration.milliseconds(1500)
    /// For how many runs marks are recent.
    static let recentRuns = 5

    /// How fresh the marks of the last change are; nil while the watch has seen none.
    var freshness: Freshness? {
        guard let runs = runsSinceChange else { return nil }
        return flashEnd != nil ? .flash : runs < Self.recentRuns ? .recent : .faded
    }

    /// What the title line says.
    var words: String {
        switch watch.state {
        case .waiting, .running, .outdated, .done: "watching every \(watch.pace.words)"
        case .paused, .pausing: "watch paused"
        }
    }

    /// Takes in what the watch makes of an event.
    /// - Returns: What is new.
    mutating func handle(_ event: Watch.Event, at now: Duration) -> [WatchNews] {
        let effects = watch.handle(event, at: now)
        let news = effects.compactMap { effect in
            if case .report(let news) = effect { news } else { nil }
        }
        if case .ended = event {
            if news.contains(where: { $0.kind == .changed }) {
                (runsSinceChange, flashEnd) = (0, now + Self.flash)
            } else if let runs = runsSinceChange {
                runsSinceChange = runs + 1
            }
        }
        return news
    }

    /// The next moment at which something is to be done.
    var nextMoment: Duration? { [watch.due, flashEnd].compactMap(\.self).min() }
}
