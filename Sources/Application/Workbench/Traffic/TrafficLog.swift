import Exchanges

/// The rows of a source of traffic, the oldest first, within limits: beyond `maxRows` the oldest are removed, beyond
/// `maxBytes` the bodies and pages of the oldest.
public struct TrafficLog: Sendable {
    /// The rows.
    public private(set) var rows: [TrafficRow] = []
    /// The bytes of bodies and pages in memory.
    private var heldBytes = 0
    /// The number of the first row that may have any.
    private var firstHolding = 1
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
        let row = TrafficRow(id: nextID, content)
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
            for row in gone { spans[row.id] = nil }
            droppedRows += gone.count
            rows.removeFirst(gone.count)
            firstHolding = max(firstHolding, rows.first?.id ?? 1)
        }
        discardOldestBytes()
        return row.id
    }

    /// Sets the reading of an exchange; does nothing if the row was removed. Linear in its body, which is stored once.
    public mutating func set(_ reading: TrafficRow.Reading, of id: Int) {
        guard let exchange = self[id]?.exchange else { return }
        set(.exchange(exchange.sharingBody(of: reading), reading), of: id)
    }

    /// Sets the content of a row; does nothing if the row was removed.
    public mutating func set(_ content: TrafficRow.Content, of id: Int) {
        guard let place = place(of: id) else { return }
        heldBytes -= rows[place].heldBytes
        rows[place].content = content
        heldBytes += rows[place].heldBytes
        firstHolding = min(firstHolding, id)
        stretch(rows[place])
        discardOldestBytes()
    }

    /// Discards the bytes of the oldest rows until the rest fit; the latest keeps its own.
    private mutating func discardOldestBytes() {
        while heldBytes > Self.maxBytes, let place = place(of: firstHolding), place + 1 < rows.count {
            heldBytes -= rows[place].heldBytes
            rows[place].discardBytes()
            heldBytes += rows[place].heldBytes
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
    /// Discards the bytes of the body.
    fileprivate mutating func discardBody() {
        guard content.bytes?.isEmpty == false else { return }
        content = .missing(
            "its body is no longer in memory: the latest rows keep \(TrafficLog.maxBytes >> 20) MiB together"
        )
    }

    /// Returns the exchange with its body in the memory that its session uses: the session collected the received bytes
    /// again.
    fileprivate func sharingBody(of reading: TrafficRow.Reading) -> Exchange {
        guard case .session(let trace, _) = reading, let bytes = content.bytes,
            let same = trace.turns.lazy.compactMap(\.body).first(where: { $0 == bytes })
        else { return self }
        var exchange = self
        switch content {
        case .bytes: exchange.content = .bytes(same)
        case .text: exchange.content = .text(same)
        case .missing: break
        }
        return exchange
    }
}

extension [UInt8] {
    /// Whether it is in the same memory as another array.
    fileprivate func isStored(with other: [UInt8]) -> Bool {
        withUnsafeBytes { own in other.withUnsafeBytes { own.baseAddress == $0.baseAddress } }
    }
}

extension TrafficRow {
    /// The bytes of its body and pages in memory.
    fileprivate var heldBytes: Int {
        guard case .exchange(let exchange, let reading) = content else { return 0 }
        let body = exchange.content.bytes
        guard case .session(let trace, _) = reading else { return body?.count ?? 0 }
        let isShared = body.map { body in trace.turns.contains { $0.body?.isStored(with: body) ?? false } }
        return trace.heldBytes + (isShared == false ? body?.count ?? 0 : 0)
    }

    fileprivate mutating func discardBytes() {
        guard case .exchange(var exchange, var reading) = content else { return }
        exchange.discardBody()
        if case .session(let trace, let report) = reading { reading = .session(trace.withoutPages, report) }
        content = .exchange(exchange, reading)
    }
}
