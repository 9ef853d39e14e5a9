import SonicProtocol

extension Finding {
    /// The severity of a finding.
    public enum Severity: String, Sendable, Comparable, CaseIterable {
        /// Worth knowing.
        case note
        /// Costs speed or breaks some clients.
        case warning
        /// A violation of the protocol.
        case error

        /// Orders notes below warnings below errors.
        public static func < (left: Severity, right: Severity) -> Bool {
            allCases.drop { $0 != left }.dropFirst().contains(right)
        }
    }

    /// The severity, from the table of rules.
    public var severity: Severity { Rule.of(rule)?.severity ?? .note }
}

extension [Finding] {
    mutating func add(_ rule: RuleID, _ message: String) { append(Finding(rule, message)) }
}
