import SonicProtocol

/// One thing that a server does which speaks Sonic as docs/reference/protocol.md has it.
public struct Requirement: Sendable, Hashable {
    /// How much it matters.
    public enum Level: String, Sendable {
        /// Clients lose updates, pages or trust where it is broken.
        case must = "MUST"
        /// It costs speed, or breaks some clients.
        case should = "SHOULD"
    }

    /// The rule that asks for it.
    public let id: RuleID
    /// Its place in the table, from 1; numbers are not given anew.
    public let number: Int
    /// How much it matters.
    public let level: Level
    /// The section of docs/reference/protocol.md that it is taken from.
    public let section: String
    /// What holds, in a sentence.
    public let statement: String

    /// The rule's stable name, such as `etag-sha1`.
    public var name: String { id.rawValue }

    /// Every requirement, by number.
    public static let table: [Requirement] = Rule.server.compactMap(\.requirement)

    /// The requirement of this name or number; nil for none.
    public static func named(_ text: String) -> Requirement? {
        table.first { $0.name == text || "\($0.number)" == text }
    }

    /// The table in Markdown, as docs/reference/protocol.md has it.
    public static var document: String {
        let rows = table.map { rule in
            let section = "[\(rule.section)](#\(rule.section))"
            return
                "| \(rule.number) | `\(rule.name)` | \(rule.level.rawValue) | \(rule.statement) | \(section) |"
        }
        let head = ["| | rule | | what holds | from |", "|---|---|---|---|---|"]
        return (head + rows).joined(separator: "\n")
    }
}
