import SonicProtocol

/// One requirement for a server that implements Sonic as specified in docs/reference/protocol.md.
public struct Requirement: Sendable, Hashable {
    /// How important the requirement is.
    public enum Level: String, Sendable {
        /// Clients lose updates, pages or trust if it is violated.
        case must = "MUST"
        /// A violation costs speed, or breaks some clients.
        case should = "SHOULD"
    }

    /// The rule of the requirement.
    public let id: RuleID
    /// The number in the table, from 1; numbers are never reused.
    public let number: Int
    /// How important the requirement is.
    public let level: Level
    /// The section of docs/reference/protocol.md that it comes from.
    public let section: String
    /// The requirement, in a sentence.
    public let statement: String
    /// The rules of the lint whose findings about a single response violate it; empty if it takes more than one
    /// response, or the requests, to judge it.
    public let brokenBy: [RuleID]

    /// The rule's stable name, such as `etag-sha1`.
    public var name: String { id.rawValue }

    /// All requirements, by number.
    public static let table: [Requirement] = Rule.server.compactMap(\.requirement)

    /// Returns the requirement with this name or number; nil if there is none.
    public static func named(_ text: String) -> Requirement? {
        table.first { $0.name == text || "\($0.number)" == text }
    }
}
