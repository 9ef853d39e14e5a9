/// What somebody may have meant by a name that does not exist.
public enum NearestName {
    /// The name that takes the fewest changes of letters to become, at most a third of its letters; the first of
    /// several. nil when none is near.
    public static func among(_ names: [String], to name: String) -> String? {
        let typed = Array(name.lowercased().unicodeScalars)
        // What is longer than any name with its changes is none of them; this bounds the work too.
        guard typed.count <= 64 else { return nil }
        let near = names.map { (name: $0, distance: distance(typed, Array($0.unicodeScalars))) }
        guard let best = near.min(by: { $0.distance < $1.distance }) else { return nil }
        return best.distance <= max(1, best.name.count / 3) ? best.name : nil
    }

    /// How many letters must be put in, taken out or replaced (Levenshtein).
    private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
        var row = Array(0...right.count)
        for (index, letter) in left.enumerated() {
            var diagonal = row[0]
            row[0] = index + 1
            for (column, other) in right.enumerated() {
                let replaced = diagonal + (letter == other ? 0 : 1)
                diagonal = row[column + 1]
                row[column + 1] = min(replaced, diagonal + 1, row[column] + 1)
            }
        }
        return row[right.count]
    }
}

extension Settings {
    /// What some settings are called elsewhere, and here.
    static let otherNames = [
        "layout": "arrangement", "color": "theme", "colors": "theme", "colour": "theme",
        "colorscheme": "theme",
        "charset": "encoding", "timeout": "max-time",
    ]
}
