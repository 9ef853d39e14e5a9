import Glibc
import SonicProtocol

/// What goes wrong and when: the rules of a file, read anew when it changes, and what was ordered for the next
/// answer of a page. Shared by the site that does it and the page that orders it, on the server's one thread.
public final class FaultPlan {
    private var rules: [RuleState]
    private var orders: [String: [MeasuredFault]] = [:]
    private let file: RulesFile?
    private let complain: (String) -> Void

    /// The most pages that something may be ordered for at once.
    static let mostOrders = 100

    /// A plan of these rules.
    public init(rules: [FaultRule] = []) {
        self.rules = rules.map(RuleState.init)
        file = nil
        complain = { _ in }
    }

    /// A plan of a file's rules. Where the file changes later and has mistakes, the rules before stay.
    ///
    /// - Parameter complain: Gets a sentence about each mistake of a changed file.
    public init(path: String, complain: @escaping (String) -> Void) throws(RulesFile.Failure) {
        let file = RulesFile(path: path)
        rules = try file.read().map(RuleState.init)
        self.file = file
        self.complain = complain
    }

    /// What goes wrong with the answer to a request, in this order: what was ordered for its page, else what the
    /// rules say. Each rule counts the requests that fit it.
    func faults(for request: ServerRequest) -> [MeasuredFault] {
        if file?.hasChanged() == true { readAgain() }
        if var ordered = orders[request.path], !ordered.isEmpty {
            let next = ordered.removeFirst()
            orders[request.path] = ordered.isEmpty ? nil : ordered
            return [next]
        }
        return rules.indices.compactMap { rules[$0].fault(for: request) }
    }

    /// Orders something for the next answer of a page, behind what was ordered before. False when too much waits.
    func order(_ fault: MeasuredFault, path: String) -> Bool {
        let waiting = orders[path, default: []]
        guard orders.count < Self.mostOrders, waiting.count < Self.mostOrders else { return false }
        orders[path] = waiting + [fault]
        return true
    }

    /// What waits to be done, by page.
    var waiting: [(path: String, faults: [Fault])] {
        orders.map { ($0.key, $0.value.map(\.fault)) }.sorted { $0.path < $1.path }
    }

    /// Reads the rules again, changed or not. Each rule counts from the beginning.
    public func readAgain() {
        guard let file else { return }
        do {
            rules = try file.read().map(RuleState.init)
        } catch {
            for sentence in error.sentences { complain(sentence + " The previous rules stay in use.") }
        }
    }

    /// A rule and how often it was met.
    private struct RuleState {
        let rule: FaultRule
        private var met = 0
        private var chance: UInt64

        init(_ rule: FaultRule) {
            self.rule = rule
            chance = if case .percent(_, let seed) = rule.turn { seed } else { 0 }
        }

        mutating func fault(for request: ServerRequest) -> MeasuredFault? {
            guard rule.fits(request) else { return nil }
            switch rule.turn {
            case .always: return rule.fault
            case .oneOf(let count):
                met += 1
                return met % count == 0 ? rule.fault : nil
            case .percent(let share, _):
                return nextChance() % 100 < UInt64(share) ? rule.fault : nil
            }
        }

        /// SplitMix64 (Steele, Lea and Flood, 2014).
        private mutating func nextChance() -> UInt64 {
            chance &+= 0x9E37_79B9_7F4A_7C15
            var mixed = chance
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
