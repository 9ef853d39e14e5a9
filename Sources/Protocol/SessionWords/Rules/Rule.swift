import SonicProtocol

/// A rule by which pages, responses and servers are judged, with all that is said of it. This table is the only one.
public struct Rule: Sendable, Hashable {
    /// Its stable name.
    public let id: RuleID
    /// How much a finding of it matters; nil where none is made of it.
    public let severity: Finding.Severity?
    /// Why it matters, and how it is fixed; nil where nobody is to fix anything.
    public let advice: Advice?
    /// What it asks of a server; nil where `sonic check` does not hold servers against it.
    public let requirement: Requirement?
    /// What it asks of a response, as a condition: “status 304 to a request with a validator”; nil where it asks nothing.
    public let question: String?
    /// The section of docs/reference/protocol.md that it is taken from; nil where the protocol says nothing of it.
    public let section: String?

    /// Why a rule matters and how it is fixed.
    public struct Advice: Sendable, Hashable {
        /// Why it matters, in a sentence or two.
        public let why: String
        /// What to do about it.
        public let fix: String
    }

    /// A rule with advice.
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

    /// A rule for findings that ask nothing of anybody.
    init(_ id: RuleID, _ severity: Finding.Severity, section: String? = nil) {
        self.id = id
        self.severity = severity
        self.section = section
        question = nil
        advice = nil
        requirement = nil
    }

    /// A rule that servers are held against.
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

    /// A rule that a response is asked.
    init(_ id: RuleID, section: String, question: String) {
        self.id = id
        self.section = section
        self.question = question
        severity = nil
        advice = nil
        requirement = nil
    }

    /// Every rule, once.
    public static let table: [Rule] = lint + session + server + classification

    /// The rules with advice, in the order of docs/reference/lint.md.
    public static let lint: [Rule] = page + response + update + course

    private static let byID = Dictionary(table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// What is said of a rule; nil for none, which a test rules out.
    public static func of(_ id: RuleID) -> Rule? { byID[id] }
}

extension RuleID {
    /// Why it matters and how it is fixed; nil where nobody is to fix anything.
    public var advice: Rule.Advice? { Rule.of(self)?.advice }

    /// What it asks of a response, as a condition.
    public var question: String { Rule.of(self)?.question ?? "" }
}
