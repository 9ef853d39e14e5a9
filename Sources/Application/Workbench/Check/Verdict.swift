import SessionWords
import SonicLint
import SonicProtocol

/// The result of a run for one rule.
public struct Verdict: Sendable, Equatable {
    /// A violation of a rule in a response.
    public struct Evidence: Sendable, Equatable {
        /// The request of the response.
        public let probe: Probe
        /// The violation as a sentence, which may quote bytes of the response.
        public let sentence: String

        /// Both in a line.
        package var words: String { "\(probe.rawValue): \(sentence)" }
    }

    /// Whether the rule holds.
    public enum Result: Sendable, Equatable {
        /// In all responses that show it; `answers` is their number.
        case held(answers: Int)
        /// It is violated by these.
        case broken([Evidence])
        /// No response shows it, for this reason.
        case unseen(String)
    }

    /// The rule.
    public let rule: Requirement
    /// Whether it holds.
    public let result: Result
}

extension [Verdict] {
    /// The violated rules.
    package var broken: [Verdict] { filter { if case .broken = $0.result { true } else { false } } }

    /// The rules that no response covered.
    package var unseen: [Verdict] { filter { if case .unseen = $0.result { true } else { false } } }

    /// The number of rules that hold.
    package var held: Int { count - broken.count - unseen.count }
}

/// A collection of evidence for the rules.
struct VerdictLedger: Sendable {
    private var held: [RuleID: Int] = [:]
    private var broken: [RuleID: [Verdict.Evidence]] = [:]
    private var unseen: [RuleID: String] = [:]
    /// The reason why a rule was not seen, if there is no more specific one.
    var reason = "no response showed it"

    /// Records the evidence of one response for a rule.
    mutating func note(_ rule: RuleID, _ probe: Probe, holds: Bool, _ sentence: @autoclosure () -> String) {
        if holds {
            held[rule, default: 0] += 1
        } else {
            broken[rule, default: []].append(.init(probe: probe, sentence: sentence()))
        }
    }

    /// Records the evidence of one response for requirements that single responses show: they are violated by the rules
    /// of the lint that they name.
    mutating func note(_ findings: [Finding], _ probe: Probe, for requirements: [RuleID]) {
        for requirement in Requirement.table where requirements.contains(requirement.id) {
            let found = findings.filter { requirement.brokenBy.contains($0.rule) }
            note(
                requirement.id, probe, holds: found.isEmpty, found.map(\.message).joined(separator: "; "))
        }
    }

    /// Records why a response that should show a rule does not.
    mutating func skip(_ rule: RuleID, _ reason: String) {
        if unseen[rule] == nil { unseen[rule] = reason }
    }

    /// The verdicts for all rules, by number.
    var verdicts: [Verdict] {
        Requirement.table.map { rule in
            if let evidence = broken[rule.id] { return Verdict(rule: rule, result: .broken(evidence)) }
            if let answers = held[rule.id] { return Verdict(rule: rule, result: .held(answers: answers)) }
            return Verdict(rule: rule, result: .unseen(unseen[rule.id] ?? reason))
        }
    }
}
