/// The value of `BROWSER`: the browsers to try in order, as other programs parse it.
public struct BrowserList: Equatable, Sendable {
    /// Command lines in order of preference, each with a placeholder for the address.
    public let lines: [String]

    /// Parses a value: command lines separated by colons; `%s` is the address, which is appended to a line without it,
    /// and `%c` is a colon.
    public init(_ value: String) {
        lines = value.split(separator: ":").compactMap { part in
            guard part.contains(where: { !$0.isWhitespace }) else { return nil }
            let line = part.replacing("%c", with: ":")
            return line.contains("%s") ? String(line) : line + " %s"
        }
    }
}
