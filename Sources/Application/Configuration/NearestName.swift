/// Suggestions for a name that does not exist.
public enum NearestName {
    /// Returns the name with the smallest edit distance, at most a third of its letters; the first of several.
    /// Nil if there is none.
    public static func among(_ names: [String], to name: String) -> String? {
        let typed = Array(name.lowercased().unicodeScalars)
        // A longer text is not similar to any name; this also bounds the work.
        guard typed.count <= 64 else { return nil }
        let near = names.map { (name: $0, distance: distance(typed, Array($0.unicodeScalars))) }
        guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// Returns the number of insertions, deletions, replacements and transpositions (optimal string alignment).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var (before, row) = ([Int](), Array(0...right.count))
        for (index, letter) in left.enumerated() {
            var next = [index + 1]
            for (column, other) in right.enumerated() {
                var least = min(
                    row[column] + (letter == other ? 0 : 1), row[column + 1] + 1, next[column] + 1)
                if index > 0, column > 0, letter == right[column - 1], left[index - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
