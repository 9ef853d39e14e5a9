/// Which transfers go on and which wait for their turn, by the host that each asks. Pure; hosts take turns, so that
/// none of them waits for what another one was asked for before.
struct TransferQueue<Item> {
    private var limits: ConnectionLimits
    /// What waits for each host, in order.
    private var waiting: [String: Line] = [:]
    /// The hosts that something waits for, the next to be served first.
    private var turns: [String] = []
    /// How many transfers of each host go on.
    private var running: [String: Int] = [:]
    /// How many transfers go on in all.
    private(set) var runningCount = 0

    /// What waits for one host. Items that left by the front stay until half of them are gone, so that each costs the
    /// same however many wait.
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

    /// Puts an item behind all that wait for its host.
    mutating func add(_ item: Item, for host: String) {
        if waiting[host] == nil { turns.append(host) }
        waiting[host, default: Line()].items.append(item)
    }

    /// Takes out the item whose turn it is, which counts as going on from now on; nil where none may.
    /// - Parameter isReady: Whether a transfer of this host may begin for all that is known of the host.
    mutating func next(where isReady: (String) -> Bool = { _ in true }) -> Item? {
        guard runningCount < limits.total else { return nil }
        let allowance = limits.allowance(running: runningCount)
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

    /// Notes that a transfer of this host is over.
    mutating func ended(for host: String) {
        guard let count = running[host] else { return }
        running[host] = count == 1 ? nil : count - 1
        runningCount -= 1
    }

    /// Takes out the waiting item that is meant. Linear in what waits for its host.
    /// - Returns: Whether there was one.
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

    /// Takes out all waiting items that are meant. Linear in what waits.
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

    /// Takes out everything that waits.
    mutating func removeAll() -> [Item] {
        defer { (waiting, turns) = ([:], []) }
        return waiting.values.flatMap { $0.items[$0.first...] }
    }
}
