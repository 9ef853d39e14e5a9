import SessionWords
import SonicProtocol

/// What a run found of one rule.
public struct Verdict: Sendable, Equatable {
    /// What an answer shows that breaks a rule.
    public struct Evidence: Sendable, Equatable {
        /// The request that was answered so.
        public let probe: Probe
        /// What the answer had, in a sentence that may quote its bytes.
        public let sentence: String
    }

    /// Whether the rule holds.
    public enum Result: Sendable, Equatable {
        /// In all answers that show it; how many those are.
        case held(answers: Int)
        /// Not in these.
        case broken([Evidence])
        /// No answer shows it, for this reason.
        case unseen(String)
    }

    /// The rule.
    public let rule: Requirement
    /// Whether it holds.
    public let result: Result
}

/// Collects what answers show of the rules.
struct VerdictLedger: Sendable {
    private var held: [RuleID: Int] = [:]
    private var broken: [RuleID: [Verdict.Evidence]] = [:]
    private var unseen: [RuleID: String] = [:]
    /// Why what was not seen was not, where nothing more exact is known.
    var reason = "no response showed it"

    /// Notes what one answer shows of a rule.
    mutating func note(
        _ rule: RuleID, _ probe: Probe, holds: Bool, _ sentence: @autoclosure () -> String
    ) {
        if holds {
            held[rule, default: 0] += 1
        } else {
            broken[rule, default: []].append(.init(probe: probe, sentence: sentence()))
        }
    }

    /// Notes why an answer that should show a rule does not.
    mutating func skip(_ rule: RuleID, _ reason: String) {
        if unseen[rule] == nil { unseen[rule] = reason }
    }

    /// A verdict for each rule, by number.
    var verdicts: [Verdict] {
        Requirement.table.map { rule in
            if let evidence = broken[rule.id] { return Verdict(rule: rule, result: .broken(evidence)) }
            if let answers = held[rule.id] { return Verdict(rule: rule, result: .held(answers: answers)) }
            return Verdict(rule: rule, result: .unseen(unseen[rule.id] ?? reason))
        }
    }
}
