import SonicProtocol
import SonicSession

/// The polls of a watch one by one, the newest first, and the one under the cursor.
struct Timeline: Equatable, Sendable {
    /// What is known of how the page changed at the poll under the cursor.
    enum Difference: Equatable, Sendable {
        /// Nobody asked.
        case none
        /// Two versions are being compared.
        case asked(DifferenceOrder)
        /// They were compared; nil where one of them is not kept any more.
        case known(DifferenceOrder, VersionDifference?)
    }

    /// What the polls cost together.
    struct Figures: Equatable, Sendable {
        /// So many of a hundred polls that were answered took no longer than this.
        var median: Duration
        /// The same for 95 of a hundred.
        var slow: Duration
        /// The bytes of the pages that were not received, as far as that is known; below zero where more was received.
        var saved: Int?
    }

    /// The polls, the latest last; `most` of them at most.
    private var polls: [SessionRow] = []
    /// The poll under the cursor, counted from the newest.
    private(set) var cursor = ListCursor(count: 0, at: 0)
    /// The lines of the pane that the polls on the screen have.
    private(set) var window = 0..<0
    /// What they cost together; nil before the first that was answered.
    private(set) var figures: Figures?
    /// How the page changed at the poll under the cursor.
    var difference = Difference.none

    /// The most polls that are remembered: the oldest go first.
    static let most = Watch.runLimit

    /// How many polls there are.
    var count: Int { polls.count }

    /// A poll, counted from the newest.
    subscript(index: Int) -> SessionRow { polls[polls.count - 1 - index] }

    /// An earlier poll that the reader has gone to; nil while the cursor is on the newest.
    var selected: SessionRow? { cursor.index > 0 && cursor.index < count ? self[cursor.index] : nil }

    /// The poll under the cursor; nil before the first.
    var current: SessionRow? { cursor.index < count ? self[cursor.index] : nil }

    /// Adds a poll that ended. A cursor on the newest goes to it, another one stays on its poll.
    mutating func add(_ poll: SessionRow) {
        let place = cursor.index
        polls.append(poll)
        if polls.count > Self.most { polls.removeFirst() }
        cursor.resize(to: polls.count)
        if place > 0 { cursor.move(to: place + 1) }
        count(polls)
    }

    /// Puts the rows on lines of the pane, with the cursor in sight.
    /// - Parameter lines: The lines there are for them.
    mutating func settle(on lines: Range<Int>) {
        cursor.settle(height: max(1, lines.count))
        window = lines.prefix(count)
    }

    /// The line of the pane under the cursor.
    var cursorLine: Int { window.lowerBound + cursor.index - cursor.top }

    /// Moves the cursor.
    mutating func move(to index: Int) {
        cursor.move(to: index)
        cursor.settle(height: max(1, window.count))
    }

    // Once for each poll that ends, in proportion to those that are remembered.
    private mutating func count(_ polls: [SessionRow]) {
        let times = polls.filter { !$0.isTrouble }.compactMap(\.took).sorted()
        guard !times.isEmpty else { return figures = nil }
        func rank(_ part: Int) -> Duration { times[(times.count * part + 99) / 100 - 1] }
        var saved: Int?
        for poll in polls where !poll.isTrouble {
            guard let page = poll.pageBytes else { continue }
            // Sums of sizes that a server claims may be any.
            let (rest, isTooFar) = page.subtractingReportingOverflow(poll.bytes)
            let (sum, isTooLarge) = (saved ?? 0).addingReportingOverflow(isTooFar ? 0 : rest)
            saved = isTooLarge ? saved : sum
        }
        figures = Figures(median: rank(50), slow: rank(95), saved: saved)
    }
}

extension PageWatch {
    /// The time to the next poll in the unit in which it is told, and how many of them; nil where none is due.
    private func countdown(at now: Duration) -> (unit: Duration, count: Int)? {
        guard case .waiting(let due) = watch.state, due > now else { return nil }
        let left = (due - now).wholeMilliseconds
        let unit: Int64 = left > 120_000 ? 60_000 : 1000
        return (.milliseconds(unit), Int((left + unit - 1) / unit))
    }

    /// When the time to the next poll reads otherwise; nil where it does not before that.
    func nextSecond(at now: Duration) -> Duration? {
        guard let due = watch.due, let (unit, count) = countdown(at: now), count > 1 else { return nil }
        return due - unit * (count - 1)
    }

    /// The time to the next poll, in words; empty while none is due.
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
