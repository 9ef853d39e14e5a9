import SessionWords
import SonicLint
import SonicProtocol
import Workbench

/// The result of a conformance check for one page, and the broken rules that are forgiven.
package struct CheckedPage {
    /// The page's address as requested.
    let url: String
    /// The verdict for each rule.
    package let verdicts: [Verdict]
    /// The forgiven rules, by name.
    let forgiven: [String: Forgiveness]
    /// The behaviour of the client models with an update of the page; nil if not requested.
    let clients: ClientModelReport?

    package init(
        url: String, verdicts: [Verdict], forgiven: [String: Forgiveness], clients: ClientModelReport?
    ) {
        self.url = url
        self.verdicts = verdicts
        self.forgiven = forgiven
        self.clients = clients
    }

    /// The reason why a broken rule does not fail the check.
    package enum Forgiveness: String {
        /// `--allow` lists it.
        case allowed
        /// It was broken in the run of `--baseline`.
        case baseline
        /// It is a SHOULD.
        case should
    }

    /// Returns the reason why a broken rule does not fail the check; nil if it does.
    func forgiveness(_ rule: Requirement) -> Forgiveness? { forgiven[rule.name] }

    /// The broken rules that fail the check.
    package var failures: [Verdict] { broken.filter { forgiveness($0.rule) == nil } }

    /// The broken rules, including forgiven ones.
    var broken: [Verdict] {
        verdicts.filter { if case .broken = $0.result { true } else { false } }
    }

    /// The number of rules that no response covered.
    var unseen: Int { verdicts.count { if case .unseen = $0.result { true } else { false } } }

    /// The summary in one line.
    var summary: String {
        let held = verdicts.count - broken.count - unseen
        return "\(held) rules met, \(broken.count) broken, \(failures.count) of these fail the check; "
            + "\(unseen) not seen"
    }
}
