import Exchanges

/// What is known about controlling a followed server, once its stream has begun.
struct ServerControl: Sendable {
    /// The number of this program's stream, by which the server identifies the owner of a rule; nil before it is
    /// reported.
    private(set) var controller: Int?
    /// The names of the faults that the server offers.
    private(set) var faults: [String] = []
    /// The interception rules of all clients that follow the server, this program included, in the order in which they
    /// were set.
    private(set) var rules: [Rule] = []

    /// A rule with its number and the stream with which it ends.
    struct Rule: Sendable {
        let id: Int
        let controller: Int
        let rule: ServerRule
    }

    /// The rules of this program.
    var ownRules: [Rule] { rules.filter { $0.controller == controller } }

    /// Handles a report of the server. Constant, except for rules.
    mutating func handle(_ news: InterceptionNews) {
        switch news {
        case .connected(let controller, let faults): (self.controller, self.faults) = (controller, faults)
        case .ruleSet(let id, let rule, let controller):
            rules.append(Rule(id: id, controller: controller, rule: rule))
        case .ruleRemoved(let id): rules.removeAll { $0.id == id }
        case .intercepted, .decided: break
        }
    }
}
