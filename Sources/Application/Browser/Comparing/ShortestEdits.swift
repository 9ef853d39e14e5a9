/// The differences between two lists, by E. Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
/// Variations", 1986), with a limit of cost.
struct ShortestEdits: Equatable, Sendable {
    /// A range of the old list and its replacement in the new one; one of the two may be empty.
    struct Hunk: Equatable, Sendable {
        var old: Range<Int>
        var new: Range<Int>
    }

    /// How closely the lists were compared.
    enum Extent: Equatable, Sendable {
        /// The hunks are the fewest removals and additions.
        case exact
        /// The limit was reached: everything between the common prefix and suffix is one hunk.
        case whole
    }

    /// The differences in order; the elements between them are equal.
    let hunks: [Hunk]
    /// How closely the lists were compared.
    let extent: Extent

    /// The maximum number of removals and additions found individually. Memory grows with its square: 2 MB here.
    static let limit = 1000
    /// The maximum number of steps over equal elements per element.
    private static let workPerElement = 64

    /// Compares two lists of ids: equal ids are equal elements. Linear where they are equal; at most `limit` steps per
    /// element where they differ.
    init(from old: [Int], to new: [Int]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let middle = Hunk(old: head..<(old.count - tail), new: head..<(new.count - tail))
        guard !middle.old.isEmpty || !middle.new.isEmpty else {
            hunks = []
            extent = .exact
            return
        }
        guard !middle.old.isEmpty, !middle.new.isEmpty else {
            hunks = [middle]
            extent = .exact
            return
        }
        if let found = Self.search(Array(old[middle.old]), Array(new[middle.new])) {
            hunks = found.map { hunk in
                Hunk(
                    old: (hunk.old.lowerBound + head)..<(hunk.old.upperBound + head),
                    new: (hunk.new.lowerBound + head)..<(hunk.new.upperBound + head))
            }
            extent = .exact
        } else {
            hunks = [middle]
            extent = .whole
        }
    }

    /// The furthest positions reached with each number of edits: for `cost` edits those on the diagonals from -cost to
    /// cost in steps of two. A diagonal is an old index minus a new one.
    private struct Trace {
        var reached: [Int32] = []

        /// The position reached in the old list on a diagonal after `cost` edits.
        subscript(cost: Int, diagonal: Int) -> Int {
            Int(reached[cost * (cost + 1) / 2 + (diagonal + cost) / 2])
        }

        /// Whether the path to a diagonal with `cost` edits ends in an addition, not in a removal.
        func endsInAddition(_ cost: Int, _ diagonal: Int) -> Bool {
            diagonal == -cost
                || diagonal != cost && self[cost - 1, diagonal - 1] < self[cost - 1, diagonal + 1]
        }
    }

    /// Returns the shortest edits; nil beyond the limit.
    private static func search(_ old: [Int], _ new: [Int]) -> [Hunk]? {
        var trace = Trace()
        var work = (old.count + new.count) * workPerElement
        for cost in 0...min(limit, old.count + new.count) {
            for diagonal in stride(from: -cost, through: cost, by: 2) {
                var x = 0
                if cost > 0 {
                    x =
                        trace.endsInAddition(cost, diagonal)
                        ? trace[cost - 1, diagonal + 1] : trace[cost - 1, diagonal - 1] + 1
                }
                // A position past either end belongs to a diagonal that leaves the grid.
                var y = x - diagonal
                let start = x
                while x < old.count, y < new.count, old[x] == new[y] {
                    x += 1
                    y += 1
                }
                trace.reached.append(Int32(truncatingIfNeeded: x))
                work -= x - start
                if x == old.count, y == new.count { return walkBack(trace, cost, old.count, new.count) }
            }
            if work < 0 { return nil }
        }
        return nil
    }

    private static func walkBack(_ trace: Trace, _ last: Int, _ oldEnd: Int, _ newEnd: Int) -> [Hunk] {
        var hunks: [Hunk] = []
        var (x, y) = (oldEnd, newEnd)
        for cost in stride(from: last, to: 0, by: -1) {
            let isAddition = trace.endsInAddition(cost, x - y)
            let diagonal = x - y + (isAddition ? 1 : -1)
            // Equal elements follow the edit.
            let before = trace[cost - 1, diagonal]
            let (oldStart, newStart) = (before, before - diagonal)
            let (oldPlace, newPlace) = isAddition ? (oldStart, newStart + 1) : (oldStart + 1, newStart)
            if let next = hunks.last, next.old.lowerBound == oldPlace, next.new.lowerBound == newPlace {
                hunks[hunks.count - 1] = Hunk(
                    old: oldStart..<next.old.upperBound, new: newStart..<next.new.upperBound)
            } else {
                hunks.append(Hunk(old: oldStart..<oldPlace, new: newStart..<newPlace))
            }
            (x, y) = (oldStart, newStart)
        }
        return hunks.reversed()
    }
}

/// Assigns equal numbers to equal values.
struct Numbering<Thing: Hashable> {
    private var numbers: [Thing: Int] = [:]

    /// Returns the number of a value.
    mutating func number(_ thing: Thing) -> Int {
        let next = numbers.count
        let known = numbers[thing, default: next]
        if known == next { numbers[thing] = next }
        return known
    }
}

extension Numbering: Sendable where Thing: Sendable {}

/// Bytes that are compared as a unit: a line, a tag, a word.
struct BytePiece: Hashable, Sendable {
    let bytes: ArraySlice<UInt8>

    static func == (one: BytePiece, other: BytePiece) -> Bool { one.bytes.elementsEqual(other.bytes) }

    func hash(into hasher: inout Hasher) {
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
}
