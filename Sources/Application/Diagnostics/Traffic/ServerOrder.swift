import SonicProtocol

/// What a server with `--control` is asked to do for who watches it (docs/server/sonic-server-faults.md).
public enum ServerOrder: Equatable, Sendable {
    /// Intercept what fits a rule from now on; it ends with the stream of this number.
    case intercept(ServerRule, controller: Int)
    /// Take the rule of this number away.
    case remove(rule: Int)
    /// Forward what is held under this number as it is.
    case forward(Int)
    /// End the connection of the client whose message this is.
    case drop(Int)
    /// Forward what is held under this number changed; nil leaves a part as it is.
    case edit(Int, head: [UInt8]?, body: [UInt8]?, recomputesHashes: Bool)
    /// Answer the next request for a path in this way, one of those that the server names.
    case force(String, path: String)

    /// Where the server takes it, for a POST.
    public var target: String {
        switch self {
        case .intercept, .remove: "/__sonic/intercept"
        case .forward(let id), .drop(let id), .edit(let id, _, _, _): "/__sonic/held/\(id)"
        case .force: "/__sonic/next"
        }
    }

    /// What is posted: an object of JSON.
    public var body: JSONValue {
        switch self {
        case .intercept(let rule, let controller):
            .record(
                [
                    .init("controller", .integer(controller)),
                    .init("stage", .string(rule.stage.rawValue)),
                ] + rule.conditions.map { .init($0.name, .string($0.value)) })
        case .remove(let rule): ["remove": .integer(rule)]
        case .forward: ["decision": "forward"]
        case .drop: ["decision": "drop"]
        case .edit(_, let head, let body, let recomputesHashes):
            .record([
                .init("decision", "edit"),
                .init("head", .string(orNull: head.map { Base64.text($0) })),
                .init("body", .string(orNull: body.map { Base64.text($0) })),
                .init("recompute", .bool(recomputesHashes)),
            ])
        case .force(let fault, let path): ["path": .string(path), "fault": .string(fault)]
        }
    }

    /// Why the server refuses it, in a sentence; nil where it does it.
    /// - Parameters:
    ///   - status: The status of its response.
    ///   - body: The body.
    public func refusal(_ status: Int, _ body: [UInt8]) -> String? {
        guard !(200...299).contains(status) else { return nil }
        if let words = JSONNode.record(body)?["error"]?.string { return words }
        return Self.refusals[status] ?? "The server answered status \(status)."
    }

    private static let refusals = [
        403: "The server accepts control requests only from its own machine, or with a token.",
        404:
            "The server does not support this control request: it is too old, or was started without --control.",
    ]
}

/// What a server tells of interception, beside its exchanges.
public enum InterceptionNews: Sendable, Equatable {
    /// The stream begins: its number, and the ways in which the server can be told to answer, by name.
    case connected(controller: Int, faults: [String])
    /// A rule was set, by the stream of this number.
    case ruleSet(Int, ServerRule, controller: Int)
    /// The rule of this number is gone.
    case ruleRemoved(Int)
    /// A message waits for a decision.
    case held(HeldMessage)
    /// What became of one.
    case decided(HeldDecision)

    /// What a line of a stream tells; nil where that is something else.
    init?(_ line: JSONNode) {
        if let node = line["hello"], let controller = node["controller"]?.integer {
            let faults = node["faults"]?.elements?.compactMap(\.string) ?? []
            self = .connected(controller: controller, faults: faults)
        } else if let node = line["rule"], let id = node["id"]?.integer {
            if node["removed"]?.bool ?? false {
                self = .ruleRemoved(id)
            } else if let rule = ServerRule(node) {
                self = .ruleSet(id, rule, controller: node["controller"]?.integer ?? 0)
            } else {
                return nil
            }
        } else if let held = line["held"].flatMap(HeldMessage.init) {
            self = .held(held)
        } else if let decision = line["decided"].flatMap(HeldDecision.init) {
            self = .decided(decision)
        } else {
            return nil
        }
    }
}
