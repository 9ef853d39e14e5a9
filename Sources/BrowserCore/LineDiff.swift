/// How one list of lines becomes another, by E. Myers' greedy algorithm ("An O(ND) Difference Algorithm and Its
/// Variations", 1986), with a bound on the work.
struct LineDiff: Equatable, Sendable {
    /// One line's fate.
    enum Edit: Equatable, Sendable {
        /// The line at index `old` stands at index `new` now.
        case kept(old: Int, new: Int)
        /// The line at this index of the old list is gone.
        case removed(Int)
        /// The line at this index of the new list is new.
        case added(Int)
    }

    /// The edits from the first line to the last; in a changed stretch removals come first.
    let edits: [Edit]

    /// More differing lines than this are told as one stretch replaced: that bounds time and memory.
    static let limit = 400

    /// Compares two lists. Linear where they agree; at most `limit` squared steps where they differ.
    init(from old: [String], to new: [String]) {
        var head = 0
        while head < min(old.count, new.count), old[head] == new[head] { head += 1 }
        var tail = 0
        while tail < min(old.count, new.count) - head,
            old[old.count - 1 - tail] == new[new.count - 1 - tail]
        { tail += 1 }
        let middle = Self.middle(old[head..<(old.count - tail)], new[head..<(new.count - tail)])
        var edits = (0..<head).map { Edit.kept(old: $0, new: $0) }
        edits += Self.removalsFirst(middle)
        for index in 0..<tail {
            edits.append(.kept(old: old.count - tail + index, new: new.count - tail + index))
        }
        self.edits = edits
    }

    /// The indices of lines in the new list that the old one lacks, as ascending stretches.
    var addedStretches: [Range<Int>] {
        var stretches: [Range<Int>] = []
        for case .added(let index) in edits {
            if let last = stretches.last, last.upperBound == index {
                stretches[stretches.count - 1] = last.lowerBound..<(index + 1)
            } else {
                stretches.append(index..<(index + 1))
            }
        }
        return stretches
    }

    /// The places in the new list before which lines went away without any coming in their stead.
    var gaps: [Int] {
        var gaps: [Int] = []
        var next = 0
        var hasRemoval = false
        for edit in edits {
            switch edit {
            case .kept(_, let new):
                if hasRemoval { gaps.append(next) }
                hasRemoval = false
                next = new + 1
            case .removed: hasRemoval = true
            case .added(let new):
                hasRemoval = false
                next = new + 1
            }
        }
        return hasRemoval ? gaps + [next] : gaps
    }

    /// Where a line of the old list is to be found in the new one: itself if it was kept, else what stands in
    /// its place.
    func newIndex(ofOld index: Int) -> Int {
        var place = 0
        for edit in edits {
            switch edit {
            case .kept(let old, let new):
                if old >= index { return new }
                place = new + 1
            case .removed(let old):
                if old >= index { return place }
            case .added: continue
            }
        }
        return place
    }

    private static func middle(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Edit] {
        let replaced = old.indices.map { Edit.removed($0) } + new.indices.map { Edit.added($0) }
        guard !old.isEmpty, !new.isEmpty else { return replaced }
        return shortestEdits(old, new) ?? replaced
    }

    /// The shortest list of edits; nil when it needs more than `limit` removals and additions.
    private static func shortestEdits(_ old: ArraySlice<String>, _ new: ArraySlice<String>) -> [Edit]? {
        let bound = min(limit, old.count + new.count)
        // furthest[k + bound + 1]: the furthest old index reached on diagonal k (old index - new index).
        var furthest = [Int](repeating: 0, count: 2 * bound + 3)
        var trace: [[Int]] = []
        for cost in 0...bound {
            trace.append(furthest)
            for diagonal in stride(from: -cost, through: cost, by: 2) {
                let slot = diagonal + bound + 1
                let isAddition =
                    diagonal == -cost || diagonal != cost && furthest[slot - 1] < furthest[slot + 1]
                var x = isAddition ? furthest[slot + 1] : furthest[slot - 1] + 1
                var y = x - diagonal
                // A step beyond either end belongs to a diagonal that leaves the grid.
                if x > old.count || y > new.count || y < 0 {
                    furthest[slot] = x
                    continue
                }
                while x < old.count, y < new.count, old[old.startIndex + x] == new[new.startIndex + y] {
                    x += 1
                    y += 1
                }
                furthest[slot] = x
                if x == old.count, y == new.count { return walkBack(trace, bound, old, new) }
            }
        }
        return nil
    }

    private static func walkBack(
        _ trace: [[Int]], _ bound: Int, _ old: ArraySlice<String>, _ new: ArraySlice<String>
    ) -> [Edit] {
        var edits: [Edit] = []
        var (x, y) = (old.count, new.count)
        for cost in stride(from: trace.count - 1, through: 0, by: -1) {
            let furthest = trace[cost]
            let diagonal = x - y
            let slot = diagonal + bound + 1
            let isAddition = diagonal == -cost || diagonal != cost && furthest[slot - 1] < furthest[slot + 1]
            let previousX = cost == 0 ? 0 : isAddition ? furthest[slot + 1] : furthest[slot - 1]
            let previousY = cost == 0 ? 0 : previousX - (isAddition ? diagonal + 1 : diagonal - 1)
            while x > previousX, y > previousY {
                x -= 1
                y -= 1
                edits.append(.kept(old: old.startIndex + x, new: new.startIndex + y))
            }
            guard cost > 0 else { break }
            if isAddition {
                y -= 1
                edits.append(.added(new.startIndex + y))
            } else {
                x -= 1
                edits.append(.removed(old.startIndex + x))
            }
        }
        return edits.reversed()
    }

    private static func removalsFirst(_ edits: [Edit]) -> [Edit] {
        var result: [Edit] = []
        var additions: [Edit] = []
        for edit in edits {
            switch edit {
            case .added: additions.append(edit)
            case .removed: result.append(edit)
            case .kept:
                result += additions
                additions = []
                result.append(edit)
            }
        }
        return result + additions
    }
}
