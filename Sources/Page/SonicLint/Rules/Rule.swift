import SonicProtocol

/// A rule for pages, responses and servers, with all texts about it. This table is the only one.
public struct Rule: Sendable, Hashable {
    /// The stable name.
    public let id: RuleID
    /// The severity of its findings; nil if it has none.
    public let severity: Finding.Severity?
    /// The evidence for a finding; nil for rules that are not rules of the lint.
    public let evidence: Evidence?
    /// Why the rule matters, and how to fix a violation; nil if there is nothing to fix.
    public let advice: Advice?
    /// The requirement for a server; nil if `sonic check` does not check it.
    public let requirement: Requirement?
    /// The question about a response, as a condition: “status 304 to a request with a validator”; nil if there is
    /// none.
    public let question: String?
    /// The section of docs/reference/protocol.md that the rule comes from; nil if it does not come from the protocol.
    public let section: String?

    /// The evidence for a rule, and other explanations of the same evidence: for these there is no finding, or it
    /// mentions both. A rule sees what was received, which an intermediary may have changed; where that is likely, the
    /// advice begins with a comparison.
    public struct Evidence: Sendable, Hashable {
        /// The evidence required for a finding.
        public let required: String
        /// Another explanation of it, and how it is handled.
        public let otherExplanation: String
    }

    /// Why a rule matters and how to fix a violation.
    public struct Advice: Sendable, Hashable {
        /// Why the rule matters, in a sentence or two.
        public let why: String
        /// How to fix a violation.
        public let fix: String
        /// The part of `why` that is true whatever the cause.
        let facts: String

        /// - Parameter guesses: What may have led to it.
        init(why facts: String, perhaps guesses: String = "", fix: String) {
            why = guesses.isEmpty ? facts : facts + " " + guesses
            self.facts = facts
            self.fix = fix
        }
    }

    /// Creates a rule of the lint.
    init(
        _ id: RuleID, _ severity: Finding.Severity, section: String, question: String? = nil,
        evidence: String, otherwise: String, why: String, perhaps: String = "", fix: String
    ) {
        self.init(
            id, severity, section: section, question: question,
            evidence: Evidence(required: evidence, otherExplanation: otherwise),
            advice: Advice(why: why, perhaps: perhaps, fix: fix))
    }

    /// Returns the fix for bytes that something in between may have changed.
    static func ifSentSo(_ what: String, _ fix: String) -> String {
        "Compare \(what) with what the server sent. If they are equal, \(fix)"
    }

    /// Returns the fix for a header that something in between may have dropped.
    static func ifNotSent(_ fix: String) -> String {
        "Check whether the server sends it: proxies drop headers that they do not know. If it does not, \(fix)"
    }

    /// Creates a rule without advice: its findings require no action, it is a requirement for servers, or it
    /// classifies a response.
    init(
        _ id: RuleID, _ severity: Finding.Severity? = nil, section: String? = nil, question: String? = nil,
        requirement: Requirement? = nil, evidence: Evidence? = nil, advice: Advice? = nil
    ) {
        self.id = id
        self.severity = severity
        self.section = section
        self.question = question
        self.requirement = requirement
        self.evidence = evidence
        self.advice = advice
    }

    /// Creates a rule that servers are checked against.
    init(
        _ number: Int, _ id: RuleID, _ level: Requirement.Level, section: String, _ statement: String,
        question: String? = nil, brokenBy rules: [RuleID] = []
    ) {
        self.init(
            id, section: section, question: question,
            requirement: Requirement(
                id: id, number: number, level: level, section: section, statement: statement, brokenBy: rules)
        )
    }

    /// All rules, each once.
    public static let table: [Rule] = lint + session + server + classification

    /// The rules with advice, in the order of docs/reference/lint.md.
    public static let lint: [Rule] = page + response + update + exchange

    /// Problems of one response.
    public static let response = headers + transfer

    /// Problems of updates, and of successive responses.
    public static let update = body + succession

    private static let byID = Dictionary(table.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the texts of a rule; nil if there are none, which a test rules out.
    public static func of(_ id: RuleID) -> Rule? { byID[id] }
}

extension RuleID {
    /// Why the rule matters and how to fix a violation; nil if there is nothing to fix.
    public var advice: Rule.Advice? { Rule.of(self)?.advice }

    /// The question about a response, as a condition; empty if there is none.
    public var question: String { Rule.of(self)?.question ?? "" }

    /// The evidence for the rule; nil for rules that are not rules of the lint.
    public var evidence: Rule.Evidence? { Rule.of(self)?.evidence }
}
