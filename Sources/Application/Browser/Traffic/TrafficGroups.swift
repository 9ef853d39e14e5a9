import HTML
import Workbench

/// The visible rows in groups, each with a heading; by time there is one group without a heading.
struct TrafficGroups: Sendable {
    /// The order of the rows.
    enum Order: String, CaseIterable, Sendable {
        /// By time.
        case time
        /// By page, including its subresources.
        case page
        /// By client.
        case client
        /// By host and folder.
        case folder
    }

    /// The rows of a page or a client.
    struct Group: Sendable {
        let name: String
        /// The row numbers, in order.
        fileprivate(set) var rows: [Int] = []
    }

    /// A line of the list.
    enum Line: Equatable, Sendable {
        /// The heading of the group at this index.
        case heading(Int)
        /// The row with this number.
        case row(Int)
    }

    /// The order of the rows.
    let order: Order
    /// The groups, in the order of their first rows.
    private(set) var groups: [Group] = []
    private var places: [String: Int] = [:]
    /// The first line of each group.
    private var starts: [Int] = []
    /// The number of lines, headings included.
    private(set) var count = 0

    /// Creates an empty list.
    init(_ order: Order) { self.order = order }

    private var headings: Int { order == .time ? 0 : 1 }

    private func name(_ row: TrafficRow, _ log: TrafficLog) -> String {
        switch order {
        case .time: ""
        case .page:
            (row.owner.flatMap { log[$0]?.exchange } ?? row.exchange)?.url.href
                ?? row.states.last ?? ""
        case .client: row.exchange?.client?.name ?? "clients without a name"
        case .folder:
            row.exchange.map { $0.url.hostAndPort + $0.url.folder } ?? row.states.last ?? ""
        }
    }

    private mutating func place(of row: TrafficRow, _ log: TrafficLog) -> Int {
        let name = name(row, log)
        if let place = places[name] { return place }
        append(Group(name: name))
        return groups.count - 1
    }

    private mutating func append(_ group: Group) {
        places[group.name] = groups.count
        groups.append(group)
        starts.append(count)
        count += length(of: groups.count - 1)
    }

    /// Appends a row to its group. Linear in the groups after it.
    mutating func append(_ row: TrafficRow, in log: TrafficLog) {
        let place = place(of: row, log)
        change(place) { $0.append(row.id) }
    }

    /// A group without rows has no heading either.
    private func length(of place: Int) -> Int {
        groups[place].rows.isEmpty ? 0 : headings + groups[place].rows.count
    }

    private mutating func change(_ place: Int, _ change: (inout [Int]) -> Void) {
        let before = length(of: place)
        change(&groups[place].rows)
        let lines = length(of: place) - before
        for later in (place + 1)..<starts.count { starts[later] += lines }
        count += lines
    }

    /// Shows a row at its position, or hides it. Its group stays. Linear in the groups and the rows of its own.
    mutating func set(_ row: TrafficRow, isShown: Bool, in log: TrafficLog) {
        guard let place = isShown ? place(of: row, log) : places[name(row, log)] else { return }
        let index = groups[place].rows.partitionPoint { $0 < row.id }
        let isThere = index < groups[place].rows.count && groups[place].rows[index] == row.id
        guard isThere != isShown else { return }
        change(place) {
            $0.replaceSubrange(index..<(isShown ? index : index + 1), with: isShown ? [row.id] : [])
        }
    }

    /// Removes the rows up to a number, and the groups that have no other. Linear in the groups and in the removed rows.
    mutating func removeRows(through id: Int) {
        let all = groups
        self = TrafficGroups(order)
        for var group in all {
            group.rows.removeFirst(group.rows.partitionPoint { $0 <= id })
            if !group.rows.isEmpty { append(group) }
        }
    }

    /// Returns the lines of a range. Logarithmic in the groups and linear in the range.
    func lines(_ range: Range<Int>) -> [Line] {
        var lines: [Line] = []
        var index = max(0, starts.partitionPoint { $0 <= range.lowerBound } - 1)
        while index < groups.count, starts[index] < range.upperBound {
            let (rows, start) = (groups[index].rows, starts[index])
            let headings = rows.isEmpty ? 0 : headings
            if headings > 0, range.contains(start) { lines.append(.heading(index)) }
            let first = max(range.lowerBound - start - headings, 0)
            let last = min(range.upperBound - start - headings, rows.count)
            if first < last { lines += rows[first..<last].map { .row($0) } }
            index += 1
        }
        return lines
    }

    /// Returns the line of a row, or nil if it is not shown. Linear in the groups.
    func index(of id: Int) -> Int? {
        for (group, start) in zip(groups, starts) {
            let place = group.rows.partitionPoint { $0 < id }
            if place < group.rows.count, group.rows[place] == id { return start + headings + place }
        }
        return nil
    }
}
