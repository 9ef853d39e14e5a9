import SonicProtocol

/// A rule for pages, responses and servers, with all texts about it. This table is the only one.
public struct Rule: Sendable, Hashable {
    /// The stable name.
    public let id: RuleID
    /// The severity of its findings; nil if it has none.
    public let severity: Finding.Severity?
    /// Why the rule matters, and how to fix a violation; nil if there is nothing to fix.
    public let advice: Advice?
    /// The requirement for a server; nil if `sonic check` does not check it.
    public let requirement: Requirement?
    /// The question about a response, as a condition: “status 304 to a request with a validator”; nil if there is
    /// none.
    public let question: String?
    /// The section of docs/reference/protocol.md that the rule comes from; nil if it does not come from the protocol.
    public let section: String?

    /// Why a rule matters and how to fix a violation.
    public struct Advice: Sendable, Hashable {
        /// Why the rule matters, in a sentence or two.
        public let why: String
        /// How to fix a violation.
        public let fix: String
    }

    /// Creates a rule with advice.
    init(
        _ id: RuleID, _ severity: Finding.Severity, section: String, question: String? = nil, why: String,
        fix: String
    ) {
        self.id = id
        self.severity = severity
        self.section = section
        self.question = question
        advice = Advice(why: why, fix: fix)
        requirement = nil
    }

    /// Creates a rule whose findings require no action.
    init(_ id: RuleID, _ severity: Finding.Severity, section: String? = nil) {
        self.id = id
        self.severity = severity
        self.section = section
        question = nil
        advice = nil
        requirement = nil
    }

    /// Creates a rule that servers are checked against.
    init(
        _ number: Int, _ id: RuleID, _ level: Requirement.Level, section: String, _ statement: String,
        question: String? = nil
    ) {
        self.id = id
        self.section = section
        self.question = question
        requirement = Requirement(
            id: id, number: number, level: level, section: section, statement: statement)
        severity = nil
        advice = nil
    }

    /// Creates a rule that classifies a response.
    init(_ id: RuleID, section: String, question: String) {
        self.id = id
        self.section = section
        self.question = question
        severity = nil
        advice = nil
        requirement = nil
    }

    /// All rules, each once.
    public static let table: [Rule] = lint + session + server + classification

    /// The rules with advice, in the order of docs/reference/lint.md.
    public static let lint: [Rule] = page + response + update + exchange

    private static let byID = Dictionary(table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the texts of a rule; nil if there are none, which a test rules out.
    public static func of(_ id: RuleID) -> Rule? { byID[id] }
}
