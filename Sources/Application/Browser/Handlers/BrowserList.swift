/// What `BROWSER` names: the browsers that are tried one after the other, as other programs read it.
public struct BrowserList: Equatable, Sendable {
    /// Command lines, each with a place for the address, the first to be tried first.
    public let lines: [String]

    /// Reads a value: lines with colons between them; `%s` stands for the address, which comes last where a line has
    /// none, and `%c` for a colon.
    public init(_ value: String) {
        lines = value.split(separator: ":").compactMap { part in
            guard part.contains(where: { !$0.isWhitespace }) else { return nil }
            let line = part.replacing("%c", with: ":")
            return line.contains("%s") ? String(line) : line + " %s"
        }
    }
}
