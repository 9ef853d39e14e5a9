import SonicProtocol

extension Finding {
    /// How much a finding matters.
    public enum Severity: String, Sendable, Comparable, CaseIterable {
        /// Worth knowing.
        case note
        /// Costs speed or will break some client.
        case warning
        /// The protocol is broken.
        case error

        /// Orders notes below warnings below errors.
        public static func < (left: Severity, right: Severity) -> Bool {
            left.rank < right.rank
        }

        private var rank: Int {
            switch self {
            case .note: 0
            case .warning: 1
            case .error: 2
            }
        }
    }

    /// How much it matters, as the table of rules has it.
    public var severity: Severity { Rule.of(rule)?.severity ?? .note }
}
