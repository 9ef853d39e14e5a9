/// The running and waiting transfers, by host. Pure. Hosts take turns, so that none waits for earlier requests to
/// another one.
struct TransferQueue<Item> {
    private var limits: ConnectionLimits
    /// The waiting items of each host, in order.
    private var waiting: [String: Line] = [:]
    /// The hosts with waiting items, the next to be served first.
    private var turns: [String] = []
    /// The number of running transfers of each host.
    private var running: [String: Int] = [:]
    /// The number of running transfers.
    private(set) var runningCount = 0

    /// The waiting items of one host. Items removed from the front are kept until they make up half of the array, so
    /// that each removal takes amortized constant time.
    private struct Line {
        var items: [Item] = []
        var first = 0

        var isEmpty: Bool { first == items.count }

        mutating func popFirst() -> Item {
            let item = items[first]
            first += 1
            if first > 32, first * 2 > items.count {
                items.removeFirst(first)
                first = 0
            }
            return item
        }
    }

    init(_ limits: ConnectionLimits) { self.limits = limits }

    /// Appends an item to those of its host.
    mutating func add(_ item: Item, for host: String) {
        if waiting[host] == nil { turns.append(host) }
        waiting[host, default: Line()].items.append(item)
    }

    /// Removes and returns the next item, which then counts as running; nil if none may start.
    /// - Parameter isReady: Whether a transfer of this host may start.
    mutating func next(where isReady: (String) -> Bool = { _ in true }) -> Item? {
        guard runningCount < limits.total else { return nil }
        let allowance = runningCount < limits.sharedBelow ? limits.total : limits.perHost
        guard
            let turn = turns.firstIndex(where: { running[$0, default: 0] < allowance && isReady($0) })
        else { return nil }
        let host = turns.remove(at: turn)
        guard let item = waiting[host]?.popFirst() else { return nil }
        if waiting[host]?.isEmpty == true { waiting[host] = nil } else { turns.append(host) }
        running[host, default: 0] += 1
        runningCount += 1
        return item
    }

    /// Records that a transfer of this host has ended.
    mutating func ended(for host: String) {
        guard let count = running[host] else { return }
        running[host] = count == 1 ? nil : count - 1
        runningCount -= 1
    }

    /// Removes the waiting item for which `isMeant` returns true.
    /// - Returns: Whether there was one.
    /// - Complexity: Linear in the number of items of the host.
    mutating func remove(for host: String, where isMeant: (Item) -> Bool) -> Bool {
        guard var line = waiting[host], let index = line.items[line.first...].firstIndex(where: isMeant)
        else {
            return false
        }
        line.items.remove(at: index)
        waiting[host] = line.isEmpty ? nil : line
        if line.isEmpty { turns.removeAll { $0 == host } }
        return true
    }

    /// Removes and returns all waiting items for which `isMeant` returns true.
    /// - Complexity: Linear in the number of items.
    mutating func removeAll(where isMeant: (Item) -> Bool) -> [Item] {
        var removed: [Item] = []
        for (host, line) in waiting {
            var rest: [Item] = []
            for item in line.items[line.first...] {
                if isMeant(item) { removed.append(item) } else { rest.append(item) }
            }
            guard rest.count < line.items.count - line.first else { continue }
            waiting[host] = rest.isEmpty ? nil : Line(items: rest)
            if rest.isEmpty { turns.removeAll { $0 == host } }
        }
        return removed
    }

    /// Removes and returns all waiting items.
    mutating func removeAll() -> [Item] {
        defer { (waiting, turns) = ([:], []) }
        return waiting.values.flatMap { $0.items[$0.first...] }
    }
}

/// The limits of concurrent transfers; each uses at most one connection. Further transfers wait.
public struct ConnectionLimits: Sendable, Equatable {
    /// The maximum number of transfers of one host (`WebURL.origin`).
    public var perHost = 6
    /// The number of running transfers below which one host may have more: 0 as in a browser.
    var sharedBelow = 0
    /// The maximum number of transfers.
    public var total: Int
    /// The maximum number of concurrent host name lookups, each on a separate thread.
    public var lookups: Int

    /// Creates the limits of a process with this many file descriptors, some of which are reserved for its files and
    /// pipes: each lookup uses four of them.
    public init(openFiles: Int) {
        total = openFiles < 512 ? max(1, openFiles / 8) : min(1024, openFiles - 256)
        lookups = min(32, max(1, total / 2))
    }

    /// Lets one host have all transfers but the last quarter, for a program that sends many requests at once.
    public mutating func shareGenerously() { sharedBelow = total - total / 4 }
}
