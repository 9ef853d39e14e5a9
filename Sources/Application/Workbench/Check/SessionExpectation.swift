import SonicSession

/// The expected result of a session, for scripts.
public struct SessionExpectation: Sendable, Equatable {
    /// The outcome; nil for any.
    public var outcome: Outcome.Kind?
    /// The names of exactly the blocks that change, `title` for the title; nil for any.
    public var changed: Set<String>?
    /// The status of the last response; nil for any.
    public var status: Int?

    /// Creates an expectation.
    public init(outcome: Outcome.Kind? = nil, changed: Set<String>? = nil, status: Int? = nil) {
        self.outcome = outcome
        self.changed = changed
        self.status = status
    }

    /// A deviation from an expectation.
    public enum Difference: Sendable, Equatable {
        /// The outcome differs.
        case outcome(Outcome.Kind, expected: Outcome.Kind)
        /// The status differs; nil if no response was received.
        case status(Int?, expected: Int)
        /// Blocks that were to change did not, or others did; the names are in order.
        case blocks(unchanged: [String], unexpected: [String])

        /// The deviation in words, without a capital and a full stop.
        public var words: String {
            switch self {
            case .outcome(let found, let expected): "expected \(expected.rawValue), found \(found.rawValue)"
            case .status(let found, let expected):
                "expected status \(expected), found " + (found.map { "\($0)" } ?? "no response")
            case .blocks(let unchanged, let unexpected):
                [
                    unchanged.isEmpty ? nil : "expected to change: \(unchanged.joined(separator: ", "))",
                    unexpected.isEmpty ? nil : "changed unexpectedly: \(unexpected.joined(separator: ", "))",
                ].compactMap(\.self).joined(separator: "; ")
            }
        }
    }

    /// Returns the deviations of a session; empty for none.
    public func differences(from result: SessionResult) -> [Difference] {
        var differences: [Difference] = []
        if let outcome, outcome != result.outcome.kind {
            differences.append(.outcome(result.outcome.kind, expected: outcome))
        }
        if let status, status != result.status {
            differences.append(.status(result.status, expected: status))
        }
        if let changed, changed != Set(result.changedBlocks) {
            differences.append(
                .blocks(
                    unchanged: changed.subtracting(result.changedBlocks).sorted(),
                    unexpected: result.changedBlocks.filter { !changed.contains($0) }))
        }
        return differences
    }
}
