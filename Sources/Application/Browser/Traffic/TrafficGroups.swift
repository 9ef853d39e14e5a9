import Diagnostics
import SonicProtocol

/// The rows that are shown, in groups one below the other, each with a heading; by time they are one group without.
struct TrafficGroups: Sendable {
    /// How they are put in order.
    enum Order: CaseIterable, Sendable {
        /// By time.
        case time
        /// By page, parts of it included.
        case page
        /// By client.
        case client

        /// The order after it.
        var next: Order {
            switch self {
            case .time: .page
            case .page: .client
            case .client: .time
            }
        }

        /// What it is by, in a word.
        var word: String {
            switch self {
            case .time: "time"
            case .page: "page"
            case .client: "client"
            }
        }
    }

    /// Rows of one page or one client.
    struct Group: Sendable {
        /// What they have in common.
        let name: String
        /// Their numbers, in order.
        fileprivate(set) var rows: [Int] = []
    }

    /// A line of the list.
    enum Line: Equatable, Sendable {
        /// The heading of the group in this place.
        case heading(Int)
        /// The row with this number.
        case row(Int)
    }

    /// How the rows are put in order.
    let order: Order
    /// The groups, in the order in which their first rows came.
    private(set) var groups: [Group] = []
    private var places: [String: Int] = [:]
    /// How many lines each group has, its heading included.
    private var lengths = PrefixSums()
    /// How many lines there are, headings included.
    private(set) var count = 0

    /// No rows.
    init(_ order: Order) { self.order = order }

    private var headings: Int { order == .time ? 0 : 1 }

    private func name(_ row: TrafficRow, _ log: TrafficLog) -> String {
        switch order {
        case .time: ""
        case .page:
            (row.owner.flatMap { log[$0]?.exchange } ?? row.exchange)?.url.href
                ?? "entries that cannot be read"
        case .client: row.exchange?.client?.name ?? "clients without a name"
        }
    }

    private mutating func place(of row: TrafficRow, _ log: TrafficLog) -> Int {
        let name = name(row, log)
        if let place = places[name] { return place }
        places[name] = groups.count
        groups.append(Group(name: name))
        lengths.append(headings)
        count += headings
        return groups.count - 1
    }

    /// Adds a row behind all others of its group. Logarithmic in the groups.
    mutating func append(_ row: TrafficRow, in log: TrafficLog) {
        let place = place(of: row, log)
        groups[place].rows.append(row.id)
        change(place, by: 1)
    }

    /// Adds `lines` to the length of a group.
    private mutating func change(_ place: Int, by lines: Int) {
        lengths.add(lines, at: place)
        count += lines
    }

    /// Adds a row at its place, if it is not there. Logarithmic, but for moving the numbers behind it.
    mutating func insert(_ row: TrafficRow, in log: TrafficLog) {
        let place = place(of: row, log)
        let index = groups[place].rows.firstIndex(atLeast: row.id)
        guard index == groups[place].rows.count || groups[place].rows[index] != row.id else { return }
        groups[place].rows.insert(row.id, at: index)
        change(place, by: 1)
    }

    /// Takes a row away, if it is there. Its group stays.
    mutating func remove(_ row: TrafficRow, in log: TrafficLog) {
        guard let place = places[name(row, log)] else { return }
        let index = groups[place].rows.firstIndex(atLeast: row.id)
        guard index < groups[place].rows.count, groups[place].rows[index] == row.id else { return }
        groups[place].rows.remove(at: index)
        change(place, by: -1)
    }

    /// The lines of a range. Logarithmic in the groups and linear in the range.
    func lines(_ range: Range<Int>) -> [Line] {
        var lines: [Line] = []
        var (index, start) = lengths.number(at: range.lowerBound)
        while index < groups.count, start < range.upperBound {
            let rows = groups[index].rows
            if headings > 0, range.contains(start) { lines.append(.heading(index)) }
            let first = max(range.lowerBound - start - headings, 0)
            let last = min(range.upperBound - start - headings, rows.count)
            if first < last { lines += rows[first..<last].map { .row($0) } }
            start += headings + rows.count
            index += 1
        }
        return lines
    }

    /// The line of a row; nil where it is not shown. Linear in the groups.
    func index(of id: Int) -> Int? {
        var start = 0
        for group in groups {
            let place = group.rows.firstIndex(atLeast: id)
            if place < group.rows.count, group.rows[place] == id { return start + headings + place }
            start += headings + group.rows.count
        }
        return nil
    }
}

extension [Int] {
    /// The first place with a number of at least this, of numbers in order.
    fileprivate func firstIndex(atLeast number: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
