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

        var next: Order {
            let all = Self.allCases
            return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
        }
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
    /// The number of lines of each group, its heading included.
    private var lengths = PrefixSums()
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
        }
    }

    private mutating func place(of row: TrafficRow, _ log: TrafficLog) -> Int {
        let name = name(row, log)
        if let place = places[name] { return place }
        places[name] = groups.count
        groups.append(Group(name: name))
        lengths.append(0)
        return groups.count - 1
    }

    /// Appends a row to its group. Logarithmic in the groups.
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
        lengths.add(length(of: place) - before, at: place)
        count += length(of: place) - before
    }

    /// Inserts a row at its position unless it is already there. Logarithmic, apart from moving the numbers after it.
    mutating func insert(_ row: TrafficRow, in log: TrafficLog) {
        let place = place(of: row, log)
        let index = groups[place].rows.partitionPoint { $0 < row.id }
        guard index == groups[place].rows.count || groups[place].rows[index] != row.id else { return }
        change(place) { $0.insert(row.id, at: index) }
    }

    /// Removes a row, if it is there.
    mutating func remove(_ row: TrafficRow, in log: TrafficLog) {
        guard let place = places[name(row, log)] else { return }
        let index = groups[place].rows.partitionPoint { $0 < row.id }
        guard index < groups[place].rows.count, groups[place].rows[index] == row.id else { return }
        change(place) { $0.remove(at: index) }
    }

    /// Removes the rows up to a number, and the groups that have no other. Linear in the groups and in the removed rows.
    mutating func removeRows(through id: Int) {
        var rest: [Group] = []
        for var group in groups {
            group.rows.removeFirst(group.rows.partitionPoint { $0 <= id })
            if !group.rows.isEmpty { rest.append(group) }
        }
        (groups, places) = ([], [:])
        (lengths, count) = (PrefixSums(), 0)
        for group in rest {
            places[group.name] = groups.count
            groups.append(group)
            lengths.append(headings + group.rows.count)
            count += headings + group.rows.count
        }
    }

    /// Returns the lines of a range. Logarithmic in the groups and linear in the range.
    func lines(_ range: Range<Int>) -> [Line] {
        var lines: [Line] = []
        var (index, start) = lengths.range(containing: range.lowerBound)
        while index < groups.count, start < range.upperBound {
            let rows = groups[index].rows
            let headings = rows.isEmpty ? 0 : headings
            if headings > 0, range.contains(start) { lines.append(.heading(index)) }
            let first = max(range.lowerBound - start - headings, 0)
            let last = min(range.upperBound - start - headings, rows.count)
            if first < last { lines += rows[first..<last].map { .row($0) } }
            start += headings + rows.count
            index += 1
        }
        return lines
    }

    /// Returns the line of a row, or nil if it is not shown. Linear in the groups.
    func index(of id: Int) -> Int? {
        var start = 0
        for (index, group) in groups.enumerated() {
            let place = group.rows.partitionPoint { $0 < id }
            if place < group.rows.count, group.rows[place] == id { return start + headings + place }
            start += length(of: index)
        }
        return nil
    }
}

/// A list of numbers of 0 or more with fast sums of its first elements: a Fenwick tree.
struct PrefixSums: Sendable {
    /// At index i - 1, the sum of the b numbers that end with the i-th, where b is the lowest set bit of i.
    private var tree: [Int] = []

    /// Creates an empty list.
    init() {}

    /// The count of the numbers.
    var count: Int { tree.count }

    /// Appends a number. Logarithmic in the count.
    mutating func append(_ number: Int) {
        let end = tree.count + 1
        let start = end - Self.lowestBit(of: end)
        tree.append(sum(of: end - 1) - sum(of: start) + number)
    }

    /// Adds `change` to the number at an index. Logarithmic in the count.
    mutating func add(_ change: Int, at index: Int) {
        var end = index + 1
        while end <= tree.count {
            tree[end - 1] += change
            end += Self.lowestBit(of: end)
        }
    }

    /// Returns the sum of the first `count` numbers. Logarithmic in the count.
    func sum(of count: Int) -> Int {
        var (sum, end) = (0, count)
        while end > 0 {
            sum += tree[end - 1]
            end -= Self.lowestBit(of: end)
        }
        return sum
    }

    /// Finds the range that contains a position, with the numbers as the lengths of consecutive ranges.
    /// - Returns: The index of the range and its start; for a position after all of them, their count and their sum.
    /// - Complexity: Logarithmic in the count.
    func range(containing position: Int) -> (index: Int, start: Int) {
        var (index, start) = (0, 0)
        var step = 1
        while step * 2 <= tree.count { step *= 2 }
        while step > 0 {
            let end = index + step
            if end <= tree.count, start + tree[end - 1] <= position {
                index = end
                start += tree[end - 1]
            }
            step /= 2
        }
        return (index, start)
    }

    private static func lowestBit(of number: Int) -> Int { number & -number }
}
