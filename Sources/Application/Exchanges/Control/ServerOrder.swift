import SonicProtocol

/// An order to a server with `--control` from its observer (docs/server/sonic-server-faults.md).
public enum ServerOrder: Equatable, Sendable {
    /// Intercept what matches a rule; the rule ends with the stream of this number.
    case intercept(ServerRule, controller: Int)
    /// Remove the rule with this number.
    case remove(rule: Int)
    /// Forward the message with this number unchanged.
    case forward(Int)
    /// Close the connection of the message's client.
    case drop(Int)
    /// Forward the message with this number changed; nil leaves a part unchanged.
    case edit(Int, head: [UInt8]?, body: [UInt8]?, recomputesHashes: Bool)
    /// Respond to the next request for a path in this way, one of those that the server names.
    case force(String, path: String)

    /// The path to which the order is posted.
    public var target: String {
        switch self {
        case .intercept, .remove: "/__sonic/intercept"
        case .forward(let id), .drop(let id), .edit(let id, _, _, _): "/__sonic/held/\(id)"
        case .force: "/__sonic/next"
        }
    }

    /// The body of the POST request: a JSON object.
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

    /// Returns why the server refuses the order, in a sentence; nil if it accepts it.
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

/// A server's report about interception.
public enum InterceptionNews: Sendable, Equatable {
    /// The stream begins: its number, and the names of the available faults.
    case connected(controller: Int, faults: [String])
    /// A rule was set by the stream with this number.
    case ruleSet(Int, ServerRule, controller: Int)
    /// The rule with this number was removed.
    case ruleRemoved(Int)
    /// A message waits for a decision.
    case intercepted(InterceptedMessage)
    /// The decision on one.
    case decided(InterceptDecision)

    /// Parses a report from a line of a stream; nil if it is something else.
    package init?(_ line: JSONNode) {
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
        } else if let message = line["held"].flatMap(InterceptedMessage.init) {
            self = .intercepted(message)
        } else if let decision = line["decided"].flatMap(InterceptDecision.init) {
            self = .decided(decision)
        } else {
            return nil
        }
    }
}
