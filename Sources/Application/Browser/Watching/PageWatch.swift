import BrowserValues
import SonicProtocol
import SonicSession

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
        let news = watch.handle(event, at: now)
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

    /// Returns the time to the next poll as a unit and a count, or nil if none is due.
    private func countdown(at now: Duration) -> (unit: Duration, count: Int)? {
        guard case .waiting(let due) = watch.state, due > now else { return nil }
        let left = (due - now).wholeMilliseconds
        let unit: Int64 = left > 120_000 ? 60_000 : 1000
        return (.milliseconds(unit), Int((left + unit - 1) / unit))
    }

    /// Returns when the displayed countdown changes, or nil if it does not change before the poll.
    func nextSecond(at now: Duration) -> Duration? {
        guard let due = watch.due, let (unit, count) = countdown(at: now), count > 1 else { return nil }
        return due - unit * (count - 1)
    }

    /// Returns the time to the next poll, in words; empty while none is due.
    func countdownWords(at now: Duration) -> String {
        switch watch.state {
        case .waiting:
            guard let (unit, count) = countdown(at: now) else { return "next poll due" }
            return "next in \(count) \(unit == .seconds(1) ? "s" : "min")"
        case .running, .outdated, .pausing: return "polling…"
        case .paused, .done: return ""
        }
    }
}

/// The polls of a watch, the newest first, and the one under the cursor.
struct Timeline: Sendable {
    /// The differences of the poll under the cursor.
    enum Difference: Equatable, Sendable {
        /// Not requested.
        case none
        /// The comparison is pending.
        case requested(DifferenceOrder)
        /// The result; nil if one of the versions is no longer stored.
        case known(DifferenceOrder, [PageChange]?)
    }

    /// The median of the durations of successful polls, their 95th percentile, and the bytes of the pages that were not
    /// transferred, as far as known; negative if more was received.
    typealias Figures = (median: Duration, slow: Duration, saved: (bytes: Int, pages: Int)?)

    /// The polls, the latest last; at most `most` of them.
    private var polls: [SessionRow] = []
    /// The poll under the cursor, counted from the newest.
    private(set) var cursor = ListCursor(count: 0, at: 0)
    /// The lines of the pane with the visible polls.
    private(set) var window = 0..<0
    /// The statistics; nil before the first successful poll.
    private(set) var figures: Figures?
    /// The differences of the poll under the cursor.
    var difference = Difference.none

    /// The maximum number of polls; the oldest are dropped first.
    static let most = Watch.runLimit

    /// The number of polls.
    var count: Int { polls.count }

    /// The poll at an index counted from the newest.
    subscript(index: Int) -> SessionRow { polls[polls.count - 1 - index] }

    /// The earlier poll under the cursor; nil while the cursor is on the newest.
    var selected: SessionRow? { cursor.index > 0 && cursor.index < count ? self[cursor.index] : nil }

    /// The poll under the cursor; nil before the first.
    var current: SessionRow? { cursor.index < count ? self[cursor.index] : nil }

    /// Adds a poll that ended. A cursor on the newest moves to it, another one stays on its poll.
    mutating func add(_ poll: SessionRow) {
        let place = cursor.index
        polls.append(poll)
        if polls.count > Self.most { polls.removeFirst() }
        cursor.resize(to: polls.count)
        if place > 0 { cursor.move(to: place + 1) }
        count(polls)
    }

    /// Assigns the polls to lines of the pane, with the cursor visible.
    /// - Parameter lines: The lines available for them.
    mutating func settle(on lines: Range<Int>) {
        cursor.settle(height: max(1, lines.count))
        window = lines.prefix(count)
    }

    /// The line of the pane under the cursor.
    var cursorLine: Int { window.lowerBound + cursor.index - cursor.top }

    mutating func move(to index: Int) {
        cursor.move(to: index)
        cursor.settle(height: max(1, window.count))
    }

    // Called once for each poll that ends; sorts the durations of all stored polls.
    private mutating func count(_ polls: [SessionRow]) {
        let times = polls.filter { !$0.isTrouble }.compactMap(\.took).sorted()
        guard !times.isEmpty else { return figures = nil }
        func rank(_ part: Int) -> Duration { times[(times.count * part + 99) / 100 - 1] }
        let saved = SessionRow.sums(of: polls.filter { !$0.isTrouble }).map {
            (bytes: $0.pages - $0.received, pages: $0.pages)
        }
        figures = (rank(50), rank(95), saved)
    }
}
