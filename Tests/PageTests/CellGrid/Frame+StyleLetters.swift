import CellGrid

extension Frame {
    /// The rows with one letter per cell for its style: the legend's, `.` for plain, `?` for any other. Trailing plain
    /// cells are omitted.
    func styleLetters(_ legend: [Style: Character]) -> [String] {
        (Row(0)..<size.rows).map { row in
            var line = self.row(row).map { legend[$0.style] ?? ($0.style == .plain ? "." : "?") }
            while line.last == "." { line.removeLast() }
            return String(line)
        }
    }
}
