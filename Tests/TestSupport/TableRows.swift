extension TableRow {
    /// The rows of a file whose first cell is this one.
    /// - Precondition: There are such rows: a table that cannot be read must not pass.
    public static func rows(_ verb: String, in path: String) -> [TableRow] {
        let rows = all(in: path).filter { $0[0] == verb }
        precondition(!rows.isEmpty, "\(path) has no rows “\(verb)”")
        return rows
    }

    /// The text of a cell, or nil where it is `nil`.
    public func optional(_ index: Int) -> String? { self[index] == "nil" ? nil : self[index] }

    /// The lines in a cell; none in an empty one.
    public func lines(_ index: Int) -> [String] {
        self[index].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            .filter { _ in !self[index].isEmpty }
    }
}
