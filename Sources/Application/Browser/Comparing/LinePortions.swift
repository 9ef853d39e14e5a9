/// Two lists of lines split into portions that can be compared one by one: at lines that are unique in each list and in
/// the same order in both.
struct LinePortions {
    /// The non-empty portions, in order; the lines between them are equal.
    let portions: [ShortestEdits.Hunk]

    /// Fewer lines than this are compared as one portion, so that the result does not depend on the split.
    private static let least = 2000

    /// Splits two lists of numbers, where equal numbers are equal lines. O(n log n).
    init(_ old: [Int], _ new: [Int]) {
        let all = ShortestEdits.Hunk(old: 0..<old.count, new: 0..<new.count)
        guard old.count + new.count > Self.least else {
            portions = [all]
            return
        }
        var portions: [ShortestEdits.Hunk] = []
        var (oldStart, newStart) = (0, 0)
        for (oldPlace, newPlace) in Self.landmarks(old, new) + [(old.count, new.count)] {
            if oldPlace > oldStart || newPlace > newStart {
                portions.append(.init(old: oldStart..<oldPlace, new: newStart..<newPlace))
            }
            (oldStart, newStart) = (oldPlace + 1, newPlace + 1)
        }
        self.portions = portions
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
            var (low, high) = (0, ends.count)
            // Most pairs are already in order.
            if let last = ends.last, pairs[last].new < pairs[index].new { low = ends.count }
            while low < high {
                let middle = (low + high) / 2
                if pairs[ends[middle]].new < pairs[index].new { low = middle + 1 } else { high = middle }
            }
            if low > 0 { before[index] = ends[low - 1] }
            if low < ends.count { ends[low] = index } else { ends.append(index) }
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
