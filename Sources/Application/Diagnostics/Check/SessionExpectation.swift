import SonicProtocol
import SonicSession

/// What somebody expects of a session, as scripts do.
public struct SessionExpectation: Sendable, Equatable {
    /// The outcome; nil for any.
    public var outcome: Outcome.Kind?
    /// The names of exactly the blocks that change, `title` for the title; nil for any.
    public var changed: Set<String>?
    /// The status of the last response; nil for any.
    public var status: Int?

    /// An expectation of these parts.
    public init(outcome: Outcome.Kind? = nil, changed: Set<String>? = nil, status: Int? = nil) {
        self.outcome = outcome
        self.changed = changed
        self.status = status
    }

    /// Something that is not as expected.
    public enum Difference: Sendable, Equatable {
        /// The outcome is another one.
        case outcome(Outcome.Kind, expected: Outcome.Kind)
        /// The status is another one; nil where no response came.
        case status(Int?, expected: Int)
        /// Blocks that were to change did not, or others did; the names in order.
        case blocks(unchanged: [String], unexpected: [String])

        /// The same in words, without a capital and a full stop.
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

    /// What of a session is not as expected; empty where all is.
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
