import Exchanges
import SonicProtocol

/// The rules and the intercepted messages (docs/server/sonic-server-faults.md#intercept). Shared on the server's thread
/// by the exchanges that they apply to and the control interface, which decides. Of bounded size.
public final class Interceptions {
    private(set) var rules: [InterceptRule] = []
    private var intercepted: [Int: InterceptedTransfer] = [:]
    /// The last decisions, for programs that decide too late.
    private var decided: [InterceptDecision] = []
    private var rulesMade = 0
    private var interceptedCount = 0
    private unowned let traffic: TrafficBroadcast
    private let hashes: Hashes
    /// The maximum time for which a message is intercepted.
    let longest: Duration
    /// Whether the site can pass requests on to other addresses.
    var canForward = false

    /// The maximum number of rules.
    static let maxRules = 64
    /// The maximum size of all files of rules, in bytes.
    static let maxFileBytes = 16 << 20
    /// The maximum number of messages intercepted at once.
    static let maxIntercepted = 64
    /// The maximum number of decisions kept.
    static let maxDecided = 256

    /// The default maximum time of an interception, in seconds.
    public static let usualSeconds = 60

    init(of traffic: TrafficBroadcast, hashes: Hashes, holding longest: Duration) {
        self.traffic = traffic
        self.hashes = hashes
        self.longest = longest
    }

    /// The outcome of an attempt to decide.
    enum Attempt: Equatable {
        case decided(InterceptDecision)
        /// It was already decided.
        case tooLate(InterceptDecision)
        /// No message of this number is known.
        case unknown
        /// The change is invalid, for a reason.
        case refused(String)
    }

    // MARK: Rules

    /// Adds a rule at a program's request, or replaces what one of its rules answers.
    func add(_ fields: ControlFields) throws(ControlFields.Mistake) -> InterceptRule {
        let replaced = try fields.number("rule")
        let rule = try InterceptRule(fields, id: replaced ?? rulesMade + 1)
        guard traffic.streams.contains(rule.controller) else {
            throw .init(sentence: "Unknown stream \(rule.controller); a rule ends with its stream.")
        }
        if case .address = rule.answer, !canForward {
            throw .init(sentence: "Only sonic-server proxy can answer from another address.")
        }
        let others = rules.filter { $0.id != replaced }
        guard others.reduce(rule.size, { $0 + $1.size }) <= Self.maxFileBytes else {
            throw .init(sentence: "The files of all rules have at most \(Self.maxFileBytes >> 20) MiB.")
        }
        if let replaced {
            guard let place = rules.firstIndex(where: { $0.id == replaced && rule.replaces($0) }) else {
                throw .init(sentence: "Rule \(replaced) has ended, or is for another filter or file.")
            }
            rules[place] = rule
        } else {
            guard rules.count < Self.maxRules else {
                throw .init(sentence: "There are already \(Self.maxRules) rules, the maximum.")
            }
            rulesMade += 1
            rules.append(rule)
        }
        traffic.add(.report(["rule": rule.json]))
        return rule
    }

    /// Removes a rule. Returns false if there is none of this number. Messages it intercepted keep waiting.
    func remove(rule id: Int) -> Bool {
        guard rules.contains(where: { $0.id == id }) else { return false }
        rules.removeAll { $0.id == id }
        traffic.add(.report(Self.removed(id)))
        return true
    }

    /// Returns the report of a removed rule.
    static func removed(_ id: Int) -> JSONValue { ["rule": ["id": .integer(id), "removed": true]] }

    /// Removes the rules of a stream that has ended, and forwards their messages.
    func ended(controller: Int) {
        for rule in rules where rule.controller == controller { _ = remove(rule: rule.id) }
        forward(by: .disconnect) { $0.rule.controller == controller }
    }

    /// Ends all interception, as the server stops.
    func close() {
        rules = []
        forward(by: .stop) { _ in true }
    }

    private func forward(by author: InterceptDecision.Author, where fits: (InterceptedTransfer) -> Bool) {
        for exchange in pending where fits(exchange) { _ = decide(exchange.id, .forward, by: author) }
    }

    // MARK: Exchanges

    /// Returns the rule that answers a request: the latest that matches. Nil if the site does.
    func rule(answering head: ServerRequest) -> InterceptRule? { rules.last { $0.answers(head) } }

    /// Intercepts a request or response if a rule matches. Returns nil if none does, or the maximum is reached.
    func intercept(
        _ message: InterceptedTransfer.Message, room: Int, from began: Instant, at now: Instant,
        wake: @escaping () -> Void
    ) -> InterceptedTransfer? {
        guard let rule = rules.first(where: { $0.fits(message) }), intercepted.count < Self.maxIntercepted
        else { return nil }
        interceptedCount += 1
        let until = Instant(milliseconds: now.milliseconds + Int64(longest.wholeMilliseconds))
        let exchange = InterceptedTransfer(
            id: interceptedCount, message, by: rule, room: room, from: began, until: until,
            deadline: .now + longest, wake: wake)
        intercepted[exchange.id] = exchange
        traffic.add(.intercepted(exchange))
        return exchange
    }

    /// The intercepted messages, the oldest first.
    var pending: [InterceptedTransfer] { intercepted.values.sorted { $0.id < $1.id } }

    /// Decides on an intercepted message; only the first decision counts.
    func decide(_ id: Int, _ decision: InterceptedTransfer.Decision, by author: InterceptDecision.Author)
        -> Attempt
    {
        guard let exchange = intercepted[id] else {
            return decided.first { $0.id == id }.map(Attempt.tooLate) ?? .unknown
        }
        do throws(ControlFields.Mistake) {
            let result = try exchange.resolve(decision, by: author, traffic.secrets, hashes)
            intercepted[id] = nil
            if decided.count == Self.maxDecided { decided.removeFirst(Self.maxDecided / 2) }
            decided.append(result)
            traffic.add(.report(["decided": result.json]))
            return .decided(result)
        } catch {
            return .refused(error.sentence)
        }
    }
}
