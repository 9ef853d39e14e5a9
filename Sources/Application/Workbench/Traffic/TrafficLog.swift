import Exchanges

/// The rows of a source of traffic, the oldest first, within limits: beyond `maxRows` the oldest are removed, beyond
/// `maxTraceBytes` the traces of the oldest, beyond `maxBytes` their bodies and pages.
public struct TrafficLog: Sendable {
    /// The rows.
    public private(set) var rows: [TrafficRow] = []
    /// The bytes of bodies and pages in memory.
    private var heldBytes = 0
    /// The number of the first row that may have any.
    private var firstHolding = 1
    /// The bytes of traces that can be read again, and the number of the first row that may have one.
    private var traceBytes = 0
    private var firstTrace = 1
    /// The row whose trace was read again; nil for none.
    private var readAgain: Int?
    private var shared = SharedValues()
    /// The number of rows removed for lack of room.
    public private(set) var droppedRows = 0
    /// The time spans of the remaining pages, by the number of their row.
    private var spans: [Int: ClosedRange<Int64>] = [:]
    /// The host of the first exchange.
    private var host: String?
    /// Whether there are exchanges with several hosts.
    public private(set) var hasHosts = false

    /// The maximum number of rows.
    public static let maxRows = 50_000
    /// The maximum size of bodies and pages: 256 MiB, which is also the limit of a recording.
    public static let maxBytes = 256 << 20

    /// The maximum size of traces that can be read again, with their pages.
    static let maxTraceBytes = 4 << 20

    /// Creates an empty log.
    public init() {}

    /// The number of the next row.
    public var nextID: Int { (rows.last?.id ?? droppedRows) + 1 }

    /// The row with a number; nil if it was removed.
    public subscript(id: Int) -> TrafficRow? { place(of: id).map { rows[$0] } }

    private func place(of id: Int) -> Int? {
        // Numbers are consecutive.
        guard let first = rows.first?.id, id >= first, id - first < rows.count else { return nil }
        return id - first
    }

    /// Appends a row. Constant time, unless the oldest must be removed.
    /// - Returns: Its number.
    @discardableResult public mutating func append(_ content: TrafficRow.Content) -> Int {
        let row = TrafficRow(id: nextID, sharing(content))
        rows.append(row)
        heldBytes += row.heldBytes
        stretch(row)
        if let exchange = row.exchange, !hasHosts {
            hasHosts = host.map { $0 != exchange.url.hostAndPort } ?? false
            host = exchange.url.hostAndPort
        }
        // A tenth at once, so that the array is not moved for each row.
        if rows.count > Self.maxRows {
            let gone = rows.prefix(Self.maxRows / 10)
            heldBytes -= gone.reduce(0) { $0 + $1.heldBytes }
            traceBytes -= gone.reduce(0) { $0 + $1.traceBytes }
            for row in gone { spans[row.id] = nil }
            droppedRows += gone.count
            rows.removeFirst(gone.count)
            firstHolding = max(firstHolding, rows.first?.id ?? 1)
            firstTrace = max(firstTrace, rows.first?.id ?? 1)
        }
        discardOldestBytes()
        return row.id
    }

    /// Sets the reading of an exchange; does nothing if the row was removed. Linear in its body, which is stored once.
    ///
    /// A session that was released and read again stays until another one is; if the version that its client had is no
    /// longer known, what was known of the session stays.
    public mutating func set(_ reading: TrafficRow.Reading, of id: Int) {
        guard let place = place(of: id), case .exchange(let exchange, let old) = rows[place].content else {
            return
        }
        if case .outline(let outline, _) = old {
            guard case .session(let trace, _) = reading, (trace.result == nil) == (outline.outcome == nil)
            else { return }
            if let last = readAgain.flatMap({ self.place(of: $0) }) { release(last) }
            readAgain = id
        }
        replace(place, .exchange(exchange.sharingBody(of: reading), reading))
        settle(place)
    }

    /// Sets the content of a row; does nothing if the row was removed.
    public mutating func set(_ content: TrafficRow.Content, of id: Int) {
        guard let place = place(of: id) else { return }
        replace(place, sharing(content))
        (firstHolding, firstTrace) = (min(firstHolding, id), min(firstTrace, id))
        settle(place)
    }

    /// Releases and discards what a change of a row made too much.
    private mutating func settle(_ place: Int) {
        let id = rows[place].id
        stretch(rows[place])
        while traceBytes > Self.maxTraceBytes, firstTrace < id {
            if let oldest = self.place(of: firstTrace), firstTrace != readAgain { release(oldest) }
            firstTrace += 1
        }
        discardOldestBytes()
    }

    private mutating func sharing(_ content: TrafficRow.Content) -> TrafficRow.Content {
        guard case .exchange(let exchange, let reading) = content else { return content }
        return .exchange(shared.sharing(exchange), reading)
    }

    private mutating func replace(_ place: Int, _ content: TrafficRow.Content) {
        (heldBytes, traceBytes) = (heldBytes - rows[place].heldBytes, traceBytes - rows[place].traceBytes)
        rows[place].content = content
        (heldBytes, traceBytes) = (heldBytes + rows[place].heldBytes, traceBytes + rows[place].traceBytes)
    }

    /// Releases the trace of a row, if it can be read again.
    private mutating func release(_ place: Int) {
        guard rows[place].traceBytes > 0,
            case .exchange(let exchange, .session(let trace, let report)) = rows[place].content
        else { return }
        replace(place, .exchange(exchange, .outline(SessionOutline(trace), report)))
    }

    /// Discards the bytes of the oldest rows until the rest fit; the latest keeps its own.
    private mutating func discardOldestBytes() {
        while heldBytes > Self.maxBytes, let place = place(of: firstHolding), place + 1 < rows.count {
            replace(place, rows[place].withoutBytes)
            firstHolding += 1
        }
    }

    // MARK: Time

    /// Returns the begin and end of a row's page, or of the row if it has none, including its parts; nil if not
    /// measured.
    public func span(of row: TrafficRow) -> ClosedRange<Int64>? { spans[row.owner ?? row.id] }

    private mutating func stretch(_ row: TrafficRow) {
        guard let time = row.time else { return }
        let owner = row.owner ?? row.id
        let known = spans[owner]
        spans[owner] =
            min(known?.lowerBound ?? .max, time.lowerBound)...max(known?.upperBound ?? .min, time.upperBound)
    }
}

extension Exchange {
    /// Returns the exchange with its body in the memory that its session uses: the session collected the received bytes
    /// again.
    fileprivate func sharingBody(of reading: TrafficRow.Reading) -> Exchange {
        guard case .session(let trace, _) = reading, let bytes = content.bytes,
            let same = trace.turns.lazy.compactMap(\.body).first(where: { $0 == bytes })
        else { return self }
        var exchange = self
        if case .text = content { exchange.content = .text(same) } else { exchange.content = .bytes(same) }
        return exchange
    }
}

extension TrafficRow {
    /// The bytes of its body and pages in memory.
    fileprivate var heldBytes: Int {
        guard case .exchange(let exchange, let reading) = content else { return 0 }
        let body = exchange.content.bytes?.count ?? 0
        guard case .session(let trace, _) = reading else { return body }
        return max(body, trace.heldBytes)
    }

    /// The approximate size of its trace if that can be read again; else 0.
    fileprivate var traceBytes: Int {
        guard case .exchange(let exchange, .session(let trace, _)) = content, exchange.isForeign else {
            return 0
        }
        return trace.heldBytes + Self.bytesOfTrace
    }

    /// The usual size of a trace without its pages.
    private static let bytesOfTrace = 8 << 10

    /// The content without the bytes of the body and the pages.
    fileprivate var withoutBytes: Content {
        guard case .exchange(var exchange, var reading) = content else { return content }
        if exchange.content.bytes?.isEmpty == false {
            let kept = "\(TrafficLog.maxBytes >> 20) MiB"
            exchange.content = .missing(
                "its body is no longer in memory: the latest rows keep \(kept) together")
        }
        if case .session(let trace, let report) = reading { reading = .session(trace.withoutPages, report) }
        return .exchange(exchange, reading)
    }
}
