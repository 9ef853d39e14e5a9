import Exchanges
import SonicProtocol
import SonicSession

/// The expected result of a session, for scripts.
public struct SessionExpectation: Sendable, Equatable {
    /// The filters that its exchange must match.
    public var filters: [ExchangeFilter]
    /// The names of exactly the blocks that change, `title` for the title; nil for any.
    public var changed: Set<String>?

    /// Creates an expectation.
    public init(filters: [ExchangeFilter] = [], changed: Set<String>? = nil) {
        self.filters = filters
        self.changed = changed
    }

    /// A deviation from an expectation.
    public enum Difference: Sendable, Equatable {
        /// The exchange, with this outcome and status, does not match this filter; nil if no response was received.
        case exchange(Outcome.Kind, Int?, expected: String)
        /// Blocks that were to change did not, or others did; the names are in order.
        case blocks(unchanged: [String], unexpected: [String])

        /// The deviation in words, without a capital and a full stop.
        public var words: String {
            switch self {
            case .exchange(let outcome, let status, let expected):
                "expected \(expected), found \(outcome.rawValue) with "
                    + (status.map { "status \($0)" } ?? "no response")
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
        var differences = filters.filter { $0.matches(Facts(result: result)) != true }.map {
            Difference.exchange(result.outcome.kind, result.status, expected: $0.text)
        }
        if let changed, changed != Set(result.changedBlocks) {
            differences.append(
                .blocks(
                    unchanged: changed.subtracting(result.changedBlocks).sorted(),
                    unexpected: result.changedBlocks.filter { !changed.contains($0) }))
        }
        return differences
    }

    /// What a filter can ask about the result of a session.
    private struct Facts: ExchangeFacts {
        let result: SessionResult

        var request: Fact<RequestFacts> { Fact(result.request.map { RequestFacts($0) }) }
        var status: Fact<Int> { Fact(result.status) }
        var responseHeaders: Fact<Headers> { Fact(result.head?.headers) }
        var body: Fact<[UInt8]> { Fact(result.answerBody) }
        var outcome: Fact<Outcome.Kind> { .known(result.outcome.kind) }
        var received: Fact<Int> { .known(result.bytesReceived) }
        var milliseconds: Fact<Int> { .known(Int(result.timings.values.reduce(.zero, +).wholeMilliseconds)) }
        var findings: Fact<[RuleID]> { .known(result.findings.map(\.rule)) }
        var hasError: Fact<Bool> { .known(result.outcome.kind == .failed) }
    }
}
