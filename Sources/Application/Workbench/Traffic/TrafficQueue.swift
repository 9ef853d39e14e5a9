/// The rows of a source that are used once each, in order, as soon as they are complete; used rows are not kept.
public struct TrafficQueue: Sendable {
    /// The rows that have not been used, by number.
    private(set) var rows: [Int: TrafficRow] = [:]
    private var added = 0
    private var used = 0

    /// Creates a queue before the first row.
    public init() {}

    /// Adds the rows of a report, or the reading of one.
    public mutating func note(_ news: TrafficNews) {
        switch news {
        case .added(let contents):
            for content in contents {
                added += 1
                rows[added] = TrafficRow(id: added, content)
            }
        case .read(let row, let reading):
            if let exchange = rows[row]?.exchange { rows[row]?.content = .exchange(exchange, reading) }
        case .dropped, .interception: break
        }
    }

    /// Removes and returns the next row; nil if there is none, or if its session has not been read.
    /// - Parameter all: Whether rows whose session has not been read are returned too.
    public mutating func next(all: Bool = false) -> TrafficRow? {
        guard let row = rows[used + 1] else { return nil }
        if case .waiting = row.reading, !all { return nil }
        used += 1
        rows[used] = nil
        return row
    }
}
