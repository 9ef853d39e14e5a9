import Exchanges
import SonicProtocol

/// The interception interface for programs: rules, and decisions on intercepted messages. Responses are JSON.
extension ControlSite {
    /// The path at which intercepted messages are decided, followed by their number.
    private static let interceptedPath = path + "held/"

    /// Returns the response to a request about interception, or nil for other requests.
    func interception(_ request: ServerRequest) -> ServerResponse? {
        guard let interceptions = journal.traffic?.interceptions else { return nil }
        let isAboutRules = request.path == Self.path + "intercept"
        guard isAboutRules || request.path.hasPrefix(Self.interceptedPath) else { return nil }
        if isAboutRules, request.isReading { return Self.json(200, Self.list(interceptions)) }
        guard request.method == "POST" else { return ServerResponse.methodNotAllowed(request.method) }
        guard isOurs(request) else { return Self.refused(403, "Other sites' pages may not intercept.") }
        do throws(ControlFields.Mistake) {
            if isAboutRules { return try change(interceptions, request.body) }
            guard let id = Int(request.path.dropFirst(Self.interceptedPath.count)) else {
                return Self.refused(404, "Nothing is intercepted at this path.")
            }
            return try decide(interceptions, id, request.body)
        } catch {
            return Self.refused(400, error.sentence)
        }
    }

    private static func list(_ interceptions: Interceptions) -> JSONValue {
        [
            "rules": .array(interceptions.rules.map(\.json)),
            "held": .array(interceptions.pending.map { .integer($0.id) }),
        ]
    }

    private func change(
        _ interceptions: Interceptions, _ body: [UInt8]
    ) throws(ControlFields.Mistake) -> ServerResponse {
        let fields = try ControlFields(body, knowing: InterceptRule.names.union(["remove"]))
        guard let id = try fields.number("remove") else {
            return Self.json(201, ["rule": try interceptions.add(fields).json])
        }
        guard interceptions.remove(rule: id) else { return Self.refused(404, "Unknown rule \(id).") }
        return Self.json(200, Interceptions.removed(id))
    }

    private func decide(
        _ interceptions: Interceptions, _ id: Int, _ body: [UInt8]
    ) throws(ControlFields.Mistake) -> ServerResponse {
        switch interceptions.decide(id, try Self.decision(body), by: .controller) {
        case .decided(let decided): Self.json(200, ["decided": decided.json])
        case .tooLate(let decided):
            Self.json(409, ["error": "It was already decided.", "decided": decided.json])
        case .unknown: Self.refused(404, "Nothing is intercepted with the number \(id).")
        case .refused(let sentence): Self.refused(400, sentence)
        }
    }

    private static func decision(_ body: [UInt8]) throws(ControlFields.Mistake)
        -> InterceptedTransfer.Decision
    {
        let fields = try ControlFields(body, knowing: ["decision", "head", "body", "recompute"])
        if let simple = simple[fields["decision"] ?? ""] { return simple }
        guard fields["decision"] == "edit" else {
            throw .init(sentence: "decision must be forward, drop or edit.")
        }
        let recomputes = fields["recompute"].map { ["true", "1", "on"].contains($0) } ?? false
        return .edit(
            InterceptEdit(
                head: try fields.bytes("head"), body: try fields.bytes("body"), recomputes: recomputes))
    }

    private static let simple: [String: InterceptedTransfer.Decision] = ["forward": .forward, "drop": .drop]

    static func json(
        _ status: Int, _ value: JSONValue, _ layout: JSONValue.Layout = .compact
    ) -> ServerResponse {
        .text(value.text(layout) + "\n", status: status, as: "application/json")
    }

    static func refused(_ status: Int, _ sentence: String) -> ServerResponse {
        json(status, ["error": .string(sentence)])
    }
}
