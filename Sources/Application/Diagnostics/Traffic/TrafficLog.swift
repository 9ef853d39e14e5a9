import SonicProtocol
import SonicSession

/// The rows of a source of traffic, the oldest first, within bounds: beyond `mostRows` the oldest go, beyond `mostBytes`
/// the bodies and pages of the oldest.
public struct TrafficLog: Sendable {
    /// The rows.
    public private(set) var rows: [TrafficRow] = []
    /// The bytes of bodies and pages that they hold.
    private var heldBytes = 0
    /// The number of the first row that may hold any.
    private var firstHolding = 1
    /// How many rows went, as there was no room.
    public private(set) var droppedRows = 0
    /// Where rows that are still there begin in time.
    private var spans: [Int: ClosedRange<Int64>] = [:]

    /// The most rows.
    public static let mostRows = 50_000
    /// The most bytes of bodies and pages: 256 MiB, which is also what a recording may have.
    public static let mostBytes = 256 << 20

    /// No rows.
    public init() {}

    /// The number that the next row gets.
    public var nextID: Int { (rows.last?.id ?? droppedRows) + 1 }

    /// The row with a number; nil where it is gone.
    public subscript(id: Int) -> TrafficRow? { place(of: id).map { rows[$0] } }

    private func place(of id: Int) -> Int? {
        // Numbers have no gaps.
        guard let first = rows.first?.id, id >= first, id - first < rows.count else { return nil }
        return id - first
    }

    /// Adds a row. Constant, but where the oldest have to go.
    /// - Returns: Its number.
    @discardableResult public mutating func append(_ content: TrafficRow.Content) -> Int {
        let row = TrafficRow(id: nextID, content)
        rows.append(row)
        heldBytes += row.heldBytes
        stretch(row)
        // A tenth at once, so that the array is not moved for each of them.
        if rows.count > Self.mostRows {
            let gone = rows.prefix(Self.mostRows / 10)
            heldBytes -= gone.reduce(0) { $0 + $1.heldBytes }
            for row in gone { spans[row.id] = nil }
            droppedRows += gone.count
            rows.removeFirst(gone.count)
            firstHolding = max(firstHolding, rows.first?.id ?? 1)
        }
        letGo()
        return row.id
    }

    /// Notes what became known of an exchange; nothing where the row is gone. Linear in its body, which is held once.
    public mutating func set(_ reading: TrafficRow.Reading, of id: Int) {
        guard let place = place(of: id), case .exchange(let exchange, _) = rows[place].content else { return }
        heldBytes -= rows[place].heldBytes
        rows[place].content = .exchange(exchange.sharingBody(of: reading), reading)
        heldBytes += rows[place].heldBytes
        stretch(rows[place])
        letGo()
    }

    /// Lets go of the bytes of the oldest rows until the rest have room; the latest keeps its own.
    private mutating func letGo() {
        while heldBytes > Self.mostBytes, let place = place(of: firstHolding), place + 1 < rows.count {
            heldBytes -= rows[place].heldBytes
            rows[place].letGoOfBytes()
            heldBytes += rows[place].heldBytes
            firstHolding += 1
        }
    }

    // MARK: Time

    /// When the page of a row, or the row where it has none, began and ended, its parts included; nil where nobody
    /// measured that.
    public func span(of row: TrafficRow) -> ClosedRange<Int64>? { spans[row.owner ?? row.id] }

    private mutating func stretch(_ row: TrafficRow) {
        guard let time = row.time else { return }
        let owner = row.owner ?? row.id
        let known = spans[owner]
        spans[owner] =
            min(known?.lowerBound ?? .max, time.lowerBound)...max(known?.upperBound ?? .min, time.upperBound)
    }
}

extension TrafficRow {
    /// When it began and ended, in milliseconds of the wall clock; nil where nobody measured that.
    public var time: ClosedRange<Int64>? {
        guard let exchange, let began = exchange.began?.milliseconds else { return nil }
        let took = exchange.took?.wholeMilliseconds ?? 0
        return began...(began + max(0, took))
    }

    /// The bytes of body and pages that it holds.
    fileprivate var heldBytes: Int {
        guard case .exchange(let exchange, let reading) = content else { return 0 }
        let body = exchange.content.bytes
        guard case .session(let trace, _) = reading else { return body?.count ?? 0 }
        let isShared = body.map { body in trace.turns.contains { $0.body?.isStored(with: body) ?? false } }
        return trace.heldBytes + (isShared == false ? body?.count ?? 0 : 0)
    }

    fileprivate mutating func letGoOfBytes() {
        guard case .exchange(var exchange, var reading) = content else { return }
        exchange.letGoOfBody()
        if case .session(let trace, let report) = reading {
            reading = .session(trace.withoutPages, report)
        }
        content = .exchange(exchange, reading)
    }
}

extension Exchange {
    /// The same with its body in the memory in which its session has it: the session gathered what it received anew.
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
    /// Whether it is the same memory as another one.
    fileprivate func isStored(with other: [UInt8]) -> Bool {
        withUnsafeBytes { own in other.withUnsafeBytes { own.baseAddress == $0.baseAddress } }
    }
}
