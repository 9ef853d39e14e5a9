import Diagnostics
import SonicProtocol
import SonicSession

/// The traffic of a source, and how the reader looks at it.
struct Traffic: Sendable {
    /// Where it comes from.
    let source: TrafficSource
    /// Which reading of a source it is, counted from 1: what comes of an earlier one is not looked at.
    let number: Int
    /// How far it is read.
    var state = State.reading
    /// The rows.
    private(set) var log = TrafficLog()
    /// Which rows are shown.
    private(set) var filter: TrafficFilter?
    /// Those that are, put in order.
    private(set) var shown = TrafficGroups(.time)
    /// The next row to be held against the filter.
    private var next = 1
    /// Whether the cursor stays on the last row as more come.
    var follows = false
    /// The row under the cursor; nil before anything is chosen.
    var chosen: Int?
    /// The row that is to be compared with another one; nil for none.
    var marked: Int?
    /// How many exchanges the source could not tell.
    private(set) var dropped = 0
    /// Where the list stands.
    var standing = Standing.shown
    /// How the server that it comes from can be told what to do.
    private(set) var control = ServerControl()
    /// How many sessions of this program have become rows.
    var sessionsTaken = 0

    /// How far a source is read.
    enum State: Equatable, Sendable {
        /// It is being read.
        case reading
        /// All of it is known that there is now; more may come.
        case following
        /// All of it is known.
        case complete
        /// It ended early, for this reason, a sentence.
        case ended(String)
    }

    /// Where the list stands.
    enum Standing: Sendable {
        /// It lies over the panes.
        case shown
        /// Something that was opened from it lies over it.
        case covered
        /// It is closed.
        case closed
    }

    /// The traffic of a source of which nothing is known yet.
    init(_ source: TrafficSource, number: Int) {
        (self.source, self.number) = (source, number)
        follows = source != .own
        if case .file = source { follows = false }
    }

    /// How many lines the list has.
    var count: Int { shown.count }

    /// The row under the cursor; nil for a heading, and where there is none.
    var chosenRow: TrafficRow? { chosen.flatMap { log[$0] } }

    /// Takes in what became known. Where no rows wait for the filter, the first of those that were added are held against
    /// it at once, so that few rows need no idle work.
    mutating func handle(_ news: [TrafficNews]) {
        let isFilteredBefore = !isFiltering
        for news in news { handle(news) }
        if isFilteredBefore { advance() }
    }

    /// Constant, but where rows are grouped: then logarithmic in them.
    private mutating func handle(_ news: TrafficNews) {
        switch news {
        case .added(let contents): for content in contents { log.append(content) }
        case .read(let row, let reading):
            log.set(reading, of: row)
            guard row < next, let row = log[row], filter != nil else { return }
            change(row)
        case .dropped(let count): dropped += count
        case .interception(let news): control.handle(news)
        }
    }

    /// Notes that no more comes, and why, where that is not that all is known.
    mutating func end(_ why: String?) {
        state = why.map { .ended($0) } ?? .complete
        control = ServerControl()
    }

    /// Adds a session of this program that ended; one without a request is no exchange.
    /// - Returns: Its row; nil for none.
    mutating func add(_ trace: SessionTrace) -> Int? {
        guard let exchange = Exchange(trace) else { return nil }
        return log.append(.exchange(exchange, .session(trace, nil)))
    }

    // MARK: What is shown

    /// The exchanges of the rows that are shown, in the order of the list.
    var shownExchanges: [Exchange] {
        shown.groups.flatMap(\.rows).compactMap { log[$0]?.exchange }
    }

    /// Whether rows are still to be held against the filter.
    var isFiltering: Bool { next < log.nextID }

    /// Holds some more rows against the filter. One call takes about half a millisecond.
    mutating func advance() {
        var (rows, bytes) = (0, 0)
        next = max(next, log.droppedRows + 1)
        while next < log.nextID, rows < Self.stepRows, bytes < Self.stepBytes {
            guard let row = log[next] else { break }
            next += 1
            rows += 1
            if filter?.readsBodies ?? false { bytes += row.exchange?.content.bytes?.count ?? 0 }
            if filter?.matches(row) ?? true { shown.append(row, in: log) }
        }
    }

    private static let stepRows = 500
    private static let stepBytes = 512 << 10

    private mutating func change(_ row: TrafficRow) {
        if filter?.matches(row) ?? true {
            shown.insert(row, in: log)
        } else {
            shown.remove(row, in: log)
        }
    }

    /// Shows the rows that fit; nil for all. They are looked for in steps.
    mutating func show(_ filter: TrafficFilter?) {
        self.filter = filter?.isEmpty ?? true ? nil : filter
        lookAgain(shown.order)
    }

    /// Puts the rows in another order.
    mutating func order(by order: TrafficGroups.Order) { lookAgain(order) }

    private mutating func lookAgain(_ order: TrafficGroups.Order) {
        shown = TrafficGroups(order)
        next = log.droppedRows + 1
        advance()
    }
}
