/// Something odd or wrong that was seen in an answer or in the cache, with the evidence in its sentence.
public struct Finding: Sendable, Hashable {
    /// How much it matters.
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

    /// A stable name, such as `etag-weak`.
    public let rule: String
    /// How much it matters.
    public let severity: Severity
    /// One sentence naming the header, hash or bytes it rests on.
    public let message: String

    /// A finding of these parts.
    public init(_ rule: String, _ severity: Severity, _ message: String) {
        self.rule = rule
        self.severity = severity
        self.message = message
    }
}
