import SystemLibraries

/// The schedule of faults: the rules of a file, which is read again when it changes, and faults ordered for the next
/// response of a page. Shared on the server's thread by the site that applies them and the page that orders them.
public final class FaultPlan {
    private var rules: [RuleState]
    private var orders: [String: [MeasuredFault]] = [:]
    /// The file of the rules; nil for none.
    private let path: String?
    private var seen: FileStamp?
    private let complain: (String) -> Void

    /// The maximum number of pages with orders.
    static let maxOrders = 100

    /// Creates a plan of these rules.
    public init(rules: [FaultRule] = []) {
        self.rules = rules.map(RuleState.init)
        path = nil
        complain = { _ in }
    }

    /// Creates a plan of a file's rules. If the file changes later and has mistakes, the previous rules stay.
    ///
    /// - Parameter complain: Receives a sentence about each mistake of a changed file.
    public init(path: String, complain: @escaping (String) -> Void) throws(Failure) {
        seen = FileStamp(at: path)
        rules = try Self.read(path).map(RuleState.init)
        self.path = path
        self.complain = complain
    }

    /// The reason why rules are not available.
    public enum Failure: Error, Equatable {
        /// The file cannot be read, with the system's reason.
        case unreadable(path: String, reason: String)
        /// Some lines are invalid.
        case mistakes(path: String, [FaultRule.Mistake])

        /// The mistakes, a sentence each.
        public var sentences: [String] {
            switch self {
            case .unreadable(let path, let reason): ["The rules \(path) cannot be read: \(reason)."]
            case .mistakes(let path, let mistakes):
                mistakes.map { "\(path):\($0.line):\($0.column): \($0.sentence)" }
            }
        }
    }

    private static func read(_ path: String) throws(Failure) -> [FaultRule] {
        let bytes: [UInt8]
        do throws(RegularFile.Refusal) {
            bytes = try RegularFile(path).bytes(limit: 1 << 20)
        } catch {
            throw .unreadable(path: path, reason: error.reason)
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw .unreadable(path: path, reason: "it is not UTF-8")
        }
        let (rules, mistakes) = FaultRule.read(text)
        guard mistakes.isEmpty else { throw .mistakes(path: path, mistakes) }
        return rules
    }

    /// Returns the faults of the answer to a request, in order: the one ordered for its page, otherwise those of the
    /// rules. Each rule counts the matching requests.
    func faults(for request: ServerRequest) -> [MeasuredFault] {
        if let path, FileStamp(at: path) != seen { readAgain() }
        if var ordered = orders[request.path], !ordered.isEmpty {
            let next = ordered.removeFirst()
            orders[request.path] = ordered.isEmpty ? nil : ordered
            return [next]
        }
        return rules.indices.compactMap { rules[$0].fault(for: request) }
    }

    /// Orders a fault for the next response of a page, after earlier orders. Returns false if too many orders are
    /// pending.
    func order(_ fault: MeasuredFault, path: String) -> Bool {
        let waiting = orders[path, default: []]
        guard orders.count < Self.maxOrders, waiting.count < Self.maxOrders else { return false }
        orders[path] = waiting + [fault]
        return true
    }

    /// The pending orders, by page.
    var waiting: [(path: String, faults: [Fault])] {
        orders.map { ($0.key, $0.value.map(\.fault)) }.sorted { $0.path < $1.path }
    }

    /// Reads the rules again, changed or not. The count of each rule starts again.
    public func readAgain() {
        guard let path else { return }
        seen = FileStamp(at: path)
        do {
            rules = try Self.read(path).map(RuleState.init)
        } catch {
            for sentence in error.sentences { complain(sentence + " The previous rules stay in use.") }
        }
    }

    /// A rule and the number of its matching requests.
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
            case .percent(let share, _): return nextChance() % 100 < UInt64(share) ? rule.fault : nil
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
