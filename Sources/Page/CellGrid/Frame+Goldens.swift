extension Frame {
    /// The rows as text without trailing blanks, for tests and for people to read.
    public var text: [String] {
        (Row(0)..<size.rows).map { row in
            var line = String.UnicodeScalarView()
            for cell in self.row(row) where cell.width > 0 { line.append(contentsOf: cell.glyph.scalars) }
            while line.last == " " { line.removeLast() }
            return String(line)
        }
    }

    /// The rows with one letter per cell for its style: the legend's, `.` for plain, `?` for any other. Trailing plain
    /// cells are omitted.
    public func styleLetters(_ legend: [Style: Character]) -> [String] {
        (Row(0)..<size.rows).map { row in
            var line = self.row(row).map { legend[$0.style] ?? ($0.style == .plain ? "." : "?") }
            while line.last == "." { line.removeLast() }
            return String(line)
        }
    }
}
