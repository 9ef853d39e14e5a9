import Diagnostics
import SessionWords
import SonicProtocol

/// What a conformance run found of one page, and what of that counts.
package struct CheckedPage {
    /// The page's address as it was asked for.
    let url: String
    /// A verdict for each rule.
    package let verdicts: [Verdict]
    /// What is forgiven, by the rules' names.
    let forgiven: [String: Forgiveness]
    /// What the phones would do with an update of the page; nil where nobody asked.
    let clients: ClientModelReport?

    package init(
        url: String, verdicts: [Verdict], forgiven: [String: Forgiveness], clients: ClientModelReport?
    ) {
        self.url = url
        self.verdicts = verdicts
        self.forgiven = forgiven
        self.clients = clients
    }

    /// Why a broken rule does not fail the check.
    package enum Forgiveness: String {
        /// `--allow` names it.
        case allowed
        /// It was broken in the run that `--baseline` names.
        case baseline
        /// It is a SHOULD.
        case should
    }

    /// Why this verdict does not fail the check; nil where it does, if the rule is broken.
    func forgiveness(_ rule: Requirement) -> Forgiveness? {
        forgiven[rule.name] ?? (rule.level == .should ? .should : nil)
    }

    /// The broken rules that fail the check.
    package var failures: [Verdict] { broken.filter { forgiveness($0.rule) == nil } }

    /// The broken rules, forgiven ones included.
    var broken: [Verdict] {
        verdicts.filter { if case .broken = $0.result { true } else { false } }
    }

    /// How many rules no answer showed.
    var unseen: Int { verdicts.count { if case .unseen = $0.result { true } else { false } } }

    /// In one line.
    var summary: String {
        let held = verdicts.count - broken.count - unseen
        return "\(held) rules met, \(broken.count) broken, \(failures.count) of these fail the check; "
            + "\(unseen) not seen"
    }
}
