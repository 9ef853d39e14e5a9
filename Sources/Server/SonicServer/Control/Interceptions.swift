import Diagnostics
import SonicProtocol

/// What is to be intercepted, and what is (docs/server/sonic-server-faults.md#intercept). Shared on the server's one thread by the
/// exchanges, which are held, and the control interface, which decides. Of bounded size.
public final class Interceptions {
    private(set) var rules: [InterceptRule] = []
    private var held: [Int: InterceptedTransfer] = [:]
    /// The last decisions, for those who come too late.
    private var decided: [InterceptedTransfer.Decided] = []
    private var rulesMade = 0
    private var exchangesHeld = 0
    private unowned let traffic: Traffic
    private let hashes: Hashes
    /// How long something is held at most.
    let longest: Duration

    /// How many rules there may be.
    static let mostRules = 64
    /// How many exchanges may be held at once.
    static let mostHeld = 64
    /// How many decisions are remembered.
    static let mostDecided = 256

    /// How long something is held at most, unless the command line says otherwise.
    public static let usualSeconds = 60

    init(of traffic: Traffic, hashes: Hashes, holding longest: Duration) {
        self.traffic = traffic
        self.hashes = hashes
        self.longest = longest
    }

    /// What came of an attempt to decide.
    enum Attempt: Equatable {
        case decided(InterceptedTransfer.Decided)
        /// Somebody decided before.
        case tooLate(InterceptedTransfer.Decided)
        /// Nothing of this number is held, as far as is remembered.
        case unknown
        /// The change cannot be made, for a reason.
        case refused(String)
    }

    // MARK: Rules

    /// Adds a rule that a program asks for.
    func add(_ fields: ControlFields) throws(ControlFields.Mistake) -> InterceptRule {
        let rule = try InterceptRule(fields, id: rulesMade + 1)
        guard traffic.hasStream(rule.controller) else {
            throw .init(sentence: "Unknown stream \(rule.controller); a rule ends with its stream.")
        }
        guard rules.count < Self.mostRules else {
            throw .init(sentence: "There are already \(Self.mostRules) rules, the maximum.")
        }
        rulesMade += 1
        rules.append(rule)
        traffic.add(.report(["rule": rule.json]))
        return rule
    }

    /// Removes a rule; false where there is none of this number. What it holds goes on waiting.
    func remove(rule id: Int) -> Bool {
        guard rules.contains(where: { $0.id == id }) else { return false }
        rules.removeAll { $0.id == id }
        traffic.add(.report(Self.removed(id)))
        return true
    }

    /// What is reported of a rule that is gone.
    static func removed(_ id: Int) -> JSONValue { ["rule": ["id": .integer(id), "removed": true]] }

    /// A stream is over: what it asked for ends with it.
    func ended(controller: Int) {
        for rule in rules where rule.controller == controller { _ = remove(rule: rule.id) }
        forward(by: .disconnect) { $0.rule.controller == controller }
    }

    /// The server ends: nothing is held any more.
    func close() {
        rules = []
        forward(by: .stop) { _ in true }
    }

    private func forward(by author: InterceptedTransfer.Author, where fits: (InterceptedTransfer) -> Bool) {
        for exchange in standing where fits(exchange) { _ = decide(exchange.id, .forward, by: author) }
    }

    // MARK: Exchanges

    /// Whether something of the exchange that this head begins may have to be held.
    func mayHold(_ head: ServerRequest) -> Bool { rules.contains { $0.mayFit(head) } }

    /// Whether its response may have to be.
    func mayHoldResponse(to head: ServerRequest) -> Bool {
        rules.contains { $0.stage == .response && $0.mayFit(head) }
    }

    /// Holds a request or response where a rule fits it; nil where none does, or enough is held.
    func hold(
        _ message: InterceptedTransfer.Message, from began: Instant, at now: Instant,
        wake: @escaping () -> Void
    ) -> InterceptedTransfer? {
        let rule = rules.first { rule in
            switch message {
            case .request(let request): rule.fits(request)
            case .response(let response, let body, let request):
                rule.fits(response.headers, body, to: request)
            }
        }
        guard let rule, held.count < Self.mostHeld else { return nil }
        exchangesHeld += 1
        let until = Instant(milliseconds: now.milliseconds + Int64(longest.wholeMilliseconds))
        let exchange = InterceptedTransfer(
            id: exchangesHeld, message, by: rule, from: began, until: until, deadline: .now + longest,
            wake: wake)
        held[exchange.id] = exchange
        traffic.add(.held(exchange))
        return exchange
    }

    /// What is held now, the oldest first.
    var standing: [InterceptedTransfer] { held.values.sorted { $0.id < $1.id } }

    /// Decides what becomes of something that is held; the first decision counts.
    func decide(_ id: Int, _ decision: InterceptedTransfer.Decision, by author: InterceptedTransfer.Author)
        -> Attempt
    {
        guard let exchange = held[id] else {
            return decided.first { $0.id == id }.map(Attempt.tooLate) ?? .unknown
        }
        do throws(ControlFields.Mistake) {
            let result = try exchange.resolve(decision, by: author, traffic.secrets, hashes)
            held[id] = nil
            if decided.count == Self.mostDecided { decided.removeFirst(Self.mostDecided / 2) }
            decided.append(result)
            traffic.add(.report(result.json))
            return .decided(result)
        } catch {
            return .refused(error.sentence)
        }
    }
}
