import CellGrid
import Exchanges
import SonicProtocol
import SonicSession
import Workbench

/// The traffic of a source, and its display.
struct Traffic: Sendable {
    let source: TrafficSource
    /// The number of the reading of a source, counted from 1: reports of an earlier one are ignored.
    let number: Int
    var state = State.reading
    private(set) var log = TrafficLog()
    /// The filter; nil to show all rows.
    private(set) var filter: ExchangeFilter?
    /// The rows that match the filter, ordered.
    private(set) var shown = TrafficGroups(.time)
    /// The next row to be filtered.
    private var next = 1
    /// Whether the cursor stays on the last row as rows are added.
    var follows = false
    /// The row under the cursor; nil before one is chosen.
    var chosen: Int?
    /// The number of exchanges that the source could not report.
    private(set) var dropped = 0
    /// What is known about controlling the source's server.
    var control = ServerControl()
    /// The row whose session is being read again; nil for none.
    var rereading: Int?
    /// The uptimes at which the exchanges began that have not ended, by row.
    private(set) var running: [Int: Duration] = [:]
    /// The number of sessions of this program that have become rows.
    var sessionsTaken = 0

    /// The progress of reading a source.
    enum State: Equatable, Sendable {
        /// It is being read.
        case reading
        /// All existing exchanges have been read; more may follow.
        case following
        /// Its server is away, for this reason, a sentence, and is requested again and again; this number of own rules
        /// ended with the connection.
        case reconnecting(String, rules: Int)
        /// It has been read completely.
        case complete
        /// It ended early, for this reason, a sentence.
        case ended(String)
    }

    /// Creates the traffic of a source from which nothing has been read yet.
    init(_ source: TrafficSource, number: Int) {
        (self.source, self.number) = (source, number)
        follows = source != .own
        if case .file = source { follows = false }
    }

    /// The number of lines of the list.
    var count: Int { shown.count }

    /// The row under the cursor; nil for a heading, and if there is none.
    var chosenRow: TrafficRow? { chosen.flatMap { log[$0] } }

    /// Handles reports of the source. If no rows were waiting for the filter, the first added rows are filtered at
    /// once, so that few rows need no idle work.
    mutating func handle(_ news: [TrafficNews], at uptime: Duration) {
        let wasFiltered = !isFiltering
        for news in news { handle(news, uptime) }
        if wasFiltered { advance() }
    }

    /// Constant, except for grouped rows: then logarithmic in them.
    private mutating func handle(_ news: TrafficNews, _ uptime: Duration) {
        switch news {
        case .added(let contents): for content in contents { note(append(content), uptime) }
        case .replaced(let id, let content):
            // Only the end of an exchange tells the page that it belongs to.
            if id < next, shown.order != .time, let row = log[id] { shown.set(row, isShown: false, in: log) }
            log.set(content, of: id)
            note(id, uptime)
            guard id < next, let row = log[id] else { return }
            shown.set(row, isShown: filter.map(row.matches) ?? true, in: log)
        case .read(let row, let reading):
            log.set(reading, of: row)
            note(row, uptime)
            guard row < next, let row = log[row], filter != nil else { return }
            shown.set(row, isShown: filter.map(row.matches) ?? true, in: log)
        case .dropped(let count): dropped += count
        case .interception(let news): control.handle(news)
        }
    }

    /// Records whether an exchange has ended.
    private mutating func note(_ id: Int, _ uptime: Duration) {
        guard let row = log[id], row.progress != nil else { return running[id] = nil }
        running[id] = running[id] ?? uptime - (row.exchange?.took ?? .zero)
    }

    /// Returns for how long an exchange has been running; nil if it has ended.
    func age(of row: TrafficRow, at uptime: Duration) -> Duration? { running[row.id].map { uptime - $0 } }

    /// Records the end of the source, or that its server is away: its rules ended with its stream.
    mutating func leave(_ state: State) {
        self.state = state
        control = ServerControl()
    }

    /// Adds a session of this program that ended, or an exchange for a part of a page; a session without a request is
    /// not an exchange.
    /// - Returns: Its row; nil for none.
    mutating func add(_ trace: SessionTrace, partOf page: WebURL?) -> Int? {
        guard let exchange = Exchange(trace, as: page == nil ? .page : .part) else { return nil }
        guard let page else { return append(.exchange(exchange, .session(trace, nil))) }
        let owner = log.rows.last { $0.session?.isAbout(page) ?? false }
        return append(.exchange(exchange, .part(of: owner?.id)))
    }

    /// Appends a row; rows that the log removes for it are removed from the list, too.
    @discardableResult private mutating func append(_ content: TrafficRow.Content) -> Int {
        let removed = log.droppedRows
        let row = log.append(content)
        if log.droppedRows > removed { shown.removeRows(through: log.droppedRows) }
        return row
    }

    // MARK: Filtering

    /// The exchanges of the visible rows that have ended, in the order of the list.
    var shownExchanges: [Exchange] {
        shown.groups.flatMap(\.rows).compactMap { running[$0] == nil ? log[$0]?.exchange : nil }
    }

    /// Whether rows are still to be filtered.
    var isFiltering: Bool { next < log.nextID }

    /// Filters some more rows. One call takes about half a millisecond.
    mutating func advance() {
        var (rows, bytes) = (0, 0)
        next = max(next, log.droppedRows + 1)
        while next < log.nextID, rows < Self.stepRows, bytes < Self.stepBytes {
            guard let row = log[next] else { break }
            next += 1
            rows += 1
            if filter?.readsBodies ?? false { bytes += row.exchange?.content.bytes?.count ?? 0 }
            if filter.map(row.matches) ?? true { shown.append(row, in: log) }
        }
    }

    private static let stepRows = 500
    private static let stepBytes = 512 << 10

    /// Shows the rows that match a filter, or all rows for nil. Filtering is incremental.
    mutating func show(_ filter: ExchangeFilter?) {
        self.filter = filter?.isEmpty ?? true ? nil : filter
        order(by: shown.order)
    }

    /// Puts the rows in another order.
    mutating func order(by order: TrafficGroups.Order) {
        shown = TrafficGroups(order)
        next = log.droppedRows + 1
        advance()
    }

    // The descriptions in the list.

    /// The number of visible rows and of all rows, the filter, and the progress of reading.
    var figures: String {
        let all = log.rows.count
        let rows = all == count || shown.order != .time ? "\(all)" : "\(count)/\(all)"
        var parts = [rows]
        if let filter { parts.append(filter.text) }
        if shown.order != .time { parts.append("by \(shown.order.rawValue)") }
        if dropped > 0 { parts.append("\(dropped) missed") }
        if !control.rules.isEmpty { parts.append(.counted(control.rules.count, "rule")) }
        switch state {
        case .reading: parts.append("reading")
        case .following: parts.append(follows ? "following" : "live")
        case .reconnecting: parts.append("reconnecting")
        case .complete: break
        case .ended: parts.append("ended")
        }
        return TextWidth.shortened(VisibleText.line(parts.joined(separator: ", ")), to: 60)
    }

    /// The text shown when no row is visible, with the names of commands in braces.
    var emptiness: String {
        if !log.rows.isEmpty {
            return isFiltering ? "Filtering…" : "No exchange matches the filter: {find-entry} changes it."
        }
        switch (state, source) {
        case (.reading, _): return "Reading…"
        case (.following, .server(let url)):
            let origin = url.origin ?? source.name
            return "Waiting for requests to \(origin) · try: curl \(origin)/"
        case (.following, _):
            return "No sessions in this run yet: {leave-list} leaves, and {open} opens a page."
        case (.complete, _): return "It has no exchanges: {commands} traffic FILE opens another one."
        case (.reconnecting(let why, _), _), (.ended(let why), _): return why
        }
    }

    /// Returns a description of a group: the copies that its client stores, or that clients store of its page, after
    /// the latest sessions.
    func words(of group: TrafficGroups.Group) -> String {
        var parts = [String.counted(group.rows.count, "exchange")]
        guard shown.order != .folder else { return parts[0] }
        var seen: Set<String> = []
        // A heading is drawn at each key press, so only the last rows are read.
        for id in group.rows.suffix(Self.rowsRead).reversed() where seen.count < Self.holdersNamed {
            guard let row = log[id], row.outline != nil, let exchange = row.exchange else { continue }
            let holder =
                shown.order == .client ? exchange.url.requestTarget : exchange.client?.name ?? "a client"
            guard seen.insert(holder).inserted else { continue }
            parts.append("\(holder): " + (Self.heldTags(after: exchange, row.session) ?? "no copy"))
        }
        return parts.joined(separator: "; ")
    }

    private static let rowsRead = 50
    private static let holdersNamed = 3

    /// Returns the tags that the client of a session sends next time, or nil if it stores none.
    private static func heldTags(after exchange: Exchange, _ trace: SessionTrace?) -> String? {
        guard let head = trace?.turns.last?.head ?? exchange.head else { return nil }
        var tags = ResponseTags(head.headers)
        if head.status == 304, let stored = trace?.turns.last?.stored?.version {
            tags = ResponseTags(stored.headers)
        }
        switch tags.offline {
        case .no, .http: return nil
        case .yes, .store: break
        }
        let parts = [("ETag", tags.etag), ("template-tag", tags.templateTag)].compactMap { name, tag in
            tag.map { "\(name) \($0.count > 12 ? $0.prefix(12) + "…" : $0[...])" }
        }
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }
}

/// What is known about controlling a followed server, once its stream has begun.
struct ServerControl: Sendable {
    /// The number of this program's stream, by which the server identifies the owner of a rule; nil before it is
    /// reported.
    private(set) var controller: Int?
    /// The names of the faults that the server offers.
    private(set) var faults: [String] = []
    /// The rules of all programs that follow the server, this one included, in the order in which they were set.
    private(set) var rules: [ServerRule] = []
    /// The filter to intercept by once the stream begins; nil for none.
    var awaited: ExchangeFilter?

    var ownRules: [ServerRule] { rules.filter { $0.controller == controller } }
    /// The rules by which this program intercepts.
    var ownInterceptions: [ServerRule] { ownRules.filter { $0.source == nil } }

    /// Handles a report of the server. Constant, except for rules.
    mutating func handle(_ news: InterceptionNews) {
        switch news {
        case .connected(let controller, let faults): (self.controller, self.faults) = (controller, faults)
        case .ruleSet(let rule):
            let place = rules.firstIndex { $0.id == rule.id } ?? rules.endIndex
            rules.replaceSubrange(place..<min(place + 1, rules.endIndex), with: [rule])
        case .ruleRemoved(let id): rules.removeAll { $0.id == id }
        case .intercepted, .decided: break
        }
    }
}

/// A source of traffic.
public enum TrafficSource: Equatable, Sendable {
    /// The sessions of this program.
    case own
    /// A HAR file, by its path as typed.
    case file(String)
    /// A `sonic-server` with `--control`, by its address.
    case server(WebURL)

    /// Parses a source as typed: an HTTP address, otherwise a file path; empty for this program's sessions.
    public init(_ text: String) {
        if text.isEmpty {
            self = .own
        } else if let url = WebURL(text), url.isHTTP {
            self = .server(url.withoutFragment)
        } else {
            self = .file(text)
        }
    }

    var name: String {
        switch self {
        case .own: "this program's sessions"
        case .file(let name): name
        case .server(let url): url.withoutCredentials.href
        }
    }
}

/// An event of the traffic. The number identifies the reading of a source.
public enum TrafficEvent: Sendable {
    /// The traffic of a source was requested from outside, such as on the command line, with a filter.
    case wanted(TrafficSource, ExchangeFilter)
    /// New facts about the traffic.
    case news([TrafficNews], number: Int)
    /// All existing exchanges have been read, and more are reported as they happen.
    case caughtUp(number: Int)
    /// The connection to its server was lost, for a reason, a sentence; it is requested again until `caughtUp`.
    case lost(String, number: Int)
    /// The source has ended; the reason, a sentence, if it ended early.
    case ended(String?, number: Int)

    /// The urgency of the redraw: rows can wait, decisions about intercepted messages cannot.
    var change: FrameSchedule.Change {
        guard case .news(let news, _) = self else { return .other }
        return news.contains { if case .interception = $0 { true } else { false } } ? .other : .rows
    }
}
