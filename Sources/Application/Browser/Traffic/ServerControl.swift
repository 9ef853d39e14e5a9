import Diagnostics

/// How a server that is followed can be told what to do: known once its stream has begun.
struct ServerControl: Sendable {
    /// The number of the stream, by which the server knows whose rules are whose; nil before it told that.
    private(set) var controller: Int?
    /// The ways in which it can be told to answer, by name.
    private(set) var faults: [String] = []
    /// What it intercepts for those who watch it, this program among them, in the order in which that was set.
    private(set) var rules: [Rule] = []

    /// A rule with its number and the stream that it ends with.
    struct Rule: Sendable {
        let id: Int
        let controller: Int
        let rule: ServerRule
    }

    /// The rules of this program.
    var ownRules: [Rule] { rules.filter { $0.controller == controller } }

    /// Notes what the server told. Constant, but for the rules.
    mutating func handle(_ news: InterceptionNews) {
        switch news {
        case .connected(let controller, let faults): (self.controller, self.faults) = (controller, faults)
        case .ruleSet(let id, let rule, let controller):
            rules.append(Rule(id: id, controller: controller, rule: rule))
        case .ruleRemoved(let id): rules.removeAll { $0.id == id }
        case .held, .decided: break
        }
    }
}
