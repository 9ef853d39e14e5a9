import BrowserValues
import SonicProtocol

/// The watch of the page on the screen: its schedule, and what the screen shows of it.
struct PageWatch: Sendable {
    /// The freshness of the marks of the last change.
    enum Freshness: Equatable, Sendable {
        /// The change has just arrived: its lines are highlighted.
        case flash
        /// Few runs have ended since.
        case recent
        /// Many runs have ended since.
        case faded
    }

    /// The schedule and the history of runs.
    var watch: Watch
    /// The page, without a fragment.
    let url: WebURL
    /// The visit that is the current or the last run.
    var visit: Int
    /// The page's bytes before the current run.
    var before: [UInt8] = []
    /// When the highlighting of the last change ends; nil if there is none.
    var flashEnd: Duration?
    /// The number of runs since the last change; nil before any.
    var runsSinceChange: Int?
    /// The timeline of the runs.
    var timeline = Timeline()

    /// How long changed lines are highlighted.
    static let flash = Duration.milliseconds(1500)
    /// The number of runs for which marks are recent.
    static let recentRuns = 5

    /// The freshness of the marks of the last change; nil if the watch has found none.
    var freshness: Freshness? {
        guard let runs = runsSinceChange else { return nil }
        return flashEnd != nil ? .flash : runs < Self.recentRuns ? .recent : .faded
    }

    /// The description in the title line.
    var words: String {
        switch watch.state {
        case .waiting, .running, .outdated, .done: "watching every \(watch.pace.words)"
        case .paused, .pausing: "watch paused"
        }
    }

    /// Passes an event to the watch.
    /// - Returns: The news.
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

    /// The next time at which something is due.
    var nextMoment: Duration? { [watch.due, flashEnd].compactMap(\.self).min() }
}
