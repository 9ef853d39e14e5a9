import HTML

/// The differences between two lists, by E. Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
/// Variations", 1986), with a limit of cost.
package struct ShortestEdits: Equatable, Sendable {
    /// A range of the old list and its replacement in the new one; one of the two may be empty.
    struct Hunk: Equatable, Sendable {
        var old: Range<Int>
        var new: Range<Int>

        /// Returns the hunk of the lists that contain these from the given positions on.
        func shifted(old oldStart: Int, new newStart: Int) -> Hunk {
            Hunk(
                old: (old.lowerBound + oldStart)..<(old.upperBound + oldStart),
                new: (new.lowerBound + newStart)..<(new.upperBound + newStart))
        }
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
}

extension ShortestEdits {
    /// Compares two lists of lines of bytes.
    init(from old: [ArraySlice<UInt8>], to new: [ArraySlice<UInt8>]) {
        var numbers = LineNumbering()
        self.init(from: old.map { numbers.number($0) }, to: new.map { numbers.number($0) })
    }

    /// Compares two lists of texts.
    init<Text: Hashable>(from old: [Text], to new: [Text]) {
        var numbers: [Text: Int] = [:]
        func number(_ text: Text) -> Int {
            let next = numbers.count
            let known = numbers[text, default: next]
            if known == next { numbers[text] = next }
            return known
        }
        self.init(from: old.map(number), to: new.map(number))
    }

    /// Compares two texts of bytes that are cut into pieces. The hunks are ranges of bytes; an empty one is where its
    /// pieces would be.
    init(
        from old: ArraySlice<UInt8>, _ oldPieces: [Range<Int>], to new: ArraySlice<UInt8>,
        _ newPieces: [Range<Int>]
    ) {
        func bytes(_ hunk: Range<Int>, of pieces: [Range<Int>], end: Int) -> Range<Int> {
            func start(_ index: Int) -> Int { index < pieces.count ? pieces[index].lowerBound : end }
            return start(hunk.lowerBound)..<start(hunk.upperBound)
        }
        let edits = ShortestEdits(from: oldPieces.map { old[$0] }, to: newPieces.map { new[$0] })
        extent = edits.extent
        hunks = edits.hunks.map { hunk in
            Hunk(
                old: bytes(hunk.old, of: oldPieces, end: old.endIndex),
                new: bytes(hunk.new, of: newPieces, end: new.endIndex))
        }
    }

    /// Compares two lists of ids: equal ids are equal elements. Linear where they are equal; at most `limit` steps per
    /// element where they differ.
    init(from old: [Int], to new: [Int]) {
        let shorter = min(old.count, new.count)
        var head = 0
        while head < shorter, old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < shorter - head, old[old.count - 1 - tail] == new[new.count - 1 - tail] { tail += 1 }
        let middle = Hunk(old: head..<(old.count - tail), new: head..<(new.count - tail))
        guard !middle.old.isEmpty, !middle.new.isEmpty else {
            hunks = middle.old.isEmpty && middle.new.isEmpty ? [] : [middle]
            extent = .exact
            return
        }
        if let found = Self.search(Array(old[middle.old]), Array(new[middle.new])) {
            hunks = found.map { $0.shifted(old: head, new: head) }
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

    // MARK: Portions

    /// Fewer lines than this are compared as one portion, so that the result does not depend on the split.
    private static let least = 2000

    /// Splits two lists into portions that can be compared one by one: at elements that are unique in each list and in
    /// the same order in both. O(n log n).
    /// - Returns: The non-empty portions, in order; the elements between them are equal.
    static func portions(_ old: [Int], _ new: [Int]) -> [Hunk] {
        guard old.count + new.count > least else { return [Hunk(old: 0..<old.count, new: 0..<new.count)] }
        var portions: [Hunk] = []
        var (oldStart, newStart) = (0, 0)
        for (oldPlace, newPlace) in landmarks(old, new) + [(old.count, new.count)] {
            if oldPlace > oldStart || newPlace > newStart {
                portions.append(.init(old: oldStart..<oldPlace, new: newStart..<newPlace))
            }
            (oldStart, newStart) = (oldPlace + 1, newPlace + 1)
        }
        return portions
    }

    /// Returns the longest sequence of lines that are unique in both lists and in the same order.
    private static func landmarks(_ old: [Int], _ new: [Int]) -> [(old: Int, new: Int)] {
        let count = max(old.max() ?? 0, new.max() ?? 0) + 1
        let (oldPlaces, newPlaces) = (places(old, count), places(new, count))
        var pairs: [(old: Int, new: Int)] = []
        for (index, number) in old.enumerated() where oldPlaces[number] == index && newPlaces[number] >= 0 {
            pairs.append((index, newPlaces[number]))
        }
        return rising(pairs)
    }

    /// Returns for each number its position; -1 if it is absent, -2 if it occurs more than once.
    private static func places(_ lines: [Int], _ count: Int) -> [Int] {
        var places = [Int](repeating: -1, count: count)
        for (index, number) in lines.enumerated() {
            places[number] = places[number] == -1 ? index : -2
        }
        return places
    }

    /// Returns the longest subsequence of pairs that ascends in both lists, by patience sorting.
    private static func rising(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
        // The last pair of the best subsequence of each length, and for each pair its predecessor.
        var ends: [Int] = []
        var before = [Int](repeating: -1, count: pairs.count)
        for index in pairs.indices {
            let isBefore = { pairs[$0].new < pairs[index].new }
            // Most pairs are already in order.
            let place = ends.last.map(isBefore) ?? true ? ends.count : ends.partitionPoint(while: isBefore)
            if place > 0 { before[index] = ends[place - 1] }
            if place < ends.count { ends[place] = index } else { ends.append(index) }
        }
        var chosen: [(old: Int, new: Int)] = []
        var next = ends.last ?? -1
        while next >= 0 {
            chosen.append(pairs[next])
            next = before[next]
        }
        return chosen.reversed()
    }
}

/// Assigns equal numbers to equal lines of bytes, counted in the order of their first occurrence. It stores the hash of each line, so that growing does not
/// rehash a hundred thousand lines at once.
struct LineNumbering: Sendable {
    private var lines: [(hash: Int, bytes: ArraySlice<UInt8>)] = []
    /// A hash table of numbers with linear probing; -1 marks an empty slot. Its size is a power of two.
    private var table = [Int32](repeating: -1, count: 1024)

    /// Returns the number of a line.
    mutating func number(_ line: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        line.withUnsafeBytes { hasher.combine(bytes: $0) }
        let hash = hasher.finalize()
        var place = hash & (table.count - 1)
        while table[place] >= 0 {
            let known = lines[Int(table[place])]
            if known.hash == hash, known.bytes.elementsEqual(line) { return Int(table[place]) }
            place = (place + 1) & (table.count - 1)
        }
        table[place] = Int32(lines.count)
        lines.append((hash, line))
        if lines.count * 2 > table.count { grow() }
        return lines.count - 1
    }

    private mutating func grow() {
        var larger = [Int32](repeating: -1, count: table.count * 2)
        for (number, line) in lines.enumerated() {
            var place = line.hash & (larger.count - 1)
            while larger[place] >= 0 { place = (place + 1) & (larger.count - 1) }
            larger[place] = Int32(number)
        }
        table = larger
    }
}
