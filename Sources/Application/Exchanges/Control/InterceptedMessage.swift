import SonicProtocol
import SonicSession

/// A request or response of another client that a server intercepts (docs/server/sonic-server-faults.md#intercept).
public struct InterceptedMessage: Sendable, Equatable {
    /// Its number at the server, counted from 1.
    public let id: Int
    /// The short name of the client.
    public let client: String
    /// When the server forwards it unchanged without a decision; nil if unknown.
    public let until: Instant?
    /// The message as the server reports it: secrets are masked unless the server was told not to. Its id is the
    /// negative of the server's number, as this program's own numbers begin at 1.
    public let exchange: InterceptedExchange

    /// Parses a message from a line of a server's stream; nil if it is not one.
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, id > 0,
            let stage = node["stage"]?.string.flatMap(InterceptedExchange.Stage.init),
            let head = node["head"]?.string.flatMap({ Base64.bytes($0.utf8) }),
            let entry = node["entry"], let exchange = Self.exchange(entry)
        else { return nil }
        let body = node["body"]?.string.flatMap { Base64.bytes($0.utf8) } ?? []
        var answer: AnswerEdit.Original?
        var headers = exchange.requestHeaders
        switch stage {
        case .request: headers = Headers(behindFirstLineOf: head)
        case .response:
            guard let head = ResponseHead(raw: head) else { return nil }
            answer = AnswerEdit.Original(head: head, body: body)
        }
        self.id = id
        client = exchange.client?.name ?? "a client"
        until = node["until"]?.string.flatMap(Instant.init(iso8601:))
        self.exchange = InterceptedExchange(
            id: -id, use: .page,
            request: Request(
                method: exchange.method, url: exchange.url, headers: headers,
                body: stage == .request ? body : []),
            answer: answer)
    }

    private static func exchange(_ entry: JSONNode) -> Exchange? {
        // Without an address or a status there is nothing to decide on.
        try? EntryReader(entry) { _ in nil }.exchange
    }

    /// Returns the order that forwards it with another request. Unchanged parts are omitted, so that the server uses
    /// its own: masked values hide secrets, and posted data may not have been sent here.
    public func edit(_ request: Request) -> ServerOrder {
        let original = exchange.request
        let isSameHead =
            request.method == original.method && request.url == original.url
            && request.headers == original.headers
        let first = "\(request.method) \(request.url.requestTarget) HTTP/1.1"
        return .edit(
            id, head: isSameHead ? nil : Self.head(first, request.headers),
            body: request.body == original.body ? nil : request.body.bytes, recomputesHashes: false)
    }

    /// Returns the order that forwards it with another response.
    /// - Parameter recomputesHashes: Whether hashes that were correct are recomputed.
    public func edit(_ answer: WrittenAnswer, recomputesHashes: Bool) -> ServerOrder {
        let (head, original) = (answer.head, exchange.answer)
        let isSameHead =
            head.status == original?.head.status && head.reason == original?.head.reason
            && head.headers == original?.head.headers
        return .edit(
            id, head: isSameHead ? nil : Self.head(head, with: head.headers).raw,
            body: answer.body == original?.body ? nil : answer.body, recomputesHashes: recomputesHashes)
    }

    /// Returns the first line of a response.
    package static func statusLine(_ head: ResponseHead) -> String {
        [head.version, "\(head.status)", head.reason].filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Returns the head of a response with other headers, also in its bytes.
    package static func head(_ head: ResponseHead, with headers: Headers) -> ResponseHead {
        ResponseHead(
            version: head.version, status: head.status, reason: head.reason, headers: headers,
            raw: Self.head(statusLine(head), headers))
    }

    /// Returns the bytes of a message up to its body.
    package static func head(_ first: String, _ headers: Headers) -> [UInt8] {
        Array("\(first)\r\n".utf8) + headers.fields.flatMap(\.line) + "\r\n".utf8
    }
}

/// The decision on a message that a server intercepted.
public struct InterceptDecision: Sendable, Equatable {
    /// The message's number at the server.
    public let id: Int
    /// The half of the exchange.
    public let stage: InterceptedExchange.Stage
    /// The decision.
    public let verdict: Verdict
    /// The source of the decision.
    package let author: Author
    /// The hashes that the server recomputed, by the names of their headers.
    package var recomputed: [String]

    /// The possible decisions.
    public enum Verdict: String, Sendable {
        /// It is forwarded unchanged.
        case forward
        /// The client's connection is closed without a byte.
        case drop
        /// It is forwarded with changes.
        case edit
    }

    /// The source of a decision.
    package enum Author: String, Sendable {
        /// A program that watches.
        case controller
        /// The maximum time has passed.
        case timeout
        /// The program whose rule it was has disconnected.
        case disconnect
        /// The client has disconnected.
        case client
        /// The server stops.
        case stop
    }

    /// Creates a decision.
    package init(
        id: Int, stage: InterceptedExchange.Stage, verdict: Verdict, author: Author, recomputed: [String] = []
    ) {
        self.id = id
        self.stage = stage
        self.verdict = verdict
        self.author = author
        self.recomputed = recomputed
    }

    /// Parses a decision from a line of a server's stream; nil if it is not one.
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer,
            let stage = node["stage"]?.string.flatMap(InterceptedExchange.Stage.init),
            let verdict = node["decision"]?.string.flatMap(Verdict.init)
        else { return nil }
        self.init(
            id: id, stage: stage, verdict: verdict,
            author: node["by"]?.string.flatMap(Author.init) ?? .controller,
            recomputed: node["recomputed"]?.elements?.compactMap(\.string) ?? [])
    }

    /// The decision as it is reported.
    package var json: JSONValue {
        [
            "id": .integer(id), "stage": .string(stage.rawValue), "decision": .string(verdict.rawValue),
            "by": .string(author.rawValue), "recomputed": .array(recomputed.map(JSONValue.string)),
        ]
    }

    /// The decision in a sentence.
    public var sentence: String {
        let name = "The \(stage.rawValue)"
        switch (verdict, author) {
        case (.forward, .timeout): return "\(name) was forwarded unchanged: no decision in time."
        case (.forward, .disconnect):
            return "\(name) was forwarded unchanged: the program that intercepted it disconnected."
        case (.forward, .stop): return "\(name) was forwarded unchanged: the server is stopping."
        case (.drop, .client): return "\(name) was dropped: its client disconnected."
        case (.forward, _): return "\(name) was forwarded unchanged."
        case (.drop, _): return "\(name) was dropped."
        case (.edit, _):
            guard stage == .response else { return "\(name) was forwarded as edited." }
            return recomputed.isEmpty
                ? "\(name) was forwarded as edited; its hashes were not recomputed."
                : "\(name) was forwarded as edited; recomputed: \(recomputed.joined(separator: ", "))."
        }
    }
}

/// An order to a server with `--control` from its observer (docs/server/sonic-server-faults.md).
public enum ServerOrder: Equatable, Sendable {
    /// Intercept what matches a filter; the rule ends with the stream of this number.
    case intercept(ExchangeFilter, controller: Int)
    /// Answer the requests that match a filter from a file or another address; with a number, in place of what the rule
    /// with that number answers. The rule ends with the stream of this number.
    case answer(RuleAnswer, ExchangeFilter, controller: Int, replacing: Int? = nil)
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
        case .intercept, .answer, .remove: "/__sonic/intercept"
        case .forward(let id), .drop(let id), .edit(let id, _, _, _): "/__sonic/held/\(id)"
        case .force: "/__sonic/next"
        }
    }

    /// The body of the POST request: a JSON object.
    public var body: JSONValue {
        switch self {
        case .intercept(let filter, let controller):
            ["controller": .integer(controller), "filter": .string(filter.text)]
        case .answer(let answer, let filter, let controller, let rule):
            .record(
                [.init("controller", .integer(controller)), .init("filter", .string(filter.text))]
                    + (rule.map { [.init("rule", .integer($0))] } ?? []) + answer.members)
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

    /// Returns the number of the rule that the server has set; nil if it has set none.
    package static func rule(setBy body: [UInt8]) -> Int? { JSONNode.record(body)?["rule"]?["id"]?.integer }

    private static let refusals = [
        403: "The server accepts rules, faults and decisions only from its own machine.",
        404:
            "The server does not support this control request: it is too old, or was started without --control.",
    ]
}

/// A server's report about interception.
public enum InterceptionNews: Sendable, Equatable {
    /// The stream begins: its number, and the names of the available faults.
    case connected(controller: Int, faults: [String])
    /// This rule was set, or answers something else now.
    case ruleSet(ServerRule)
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
        } else if let node = line["rule"], let rule = ServerRule(node) {
            self = node["removed"]?.bool ?? false ? .ruleRemoved(rule.id) : .ruleSet(rule)
        } else if let message = line["held"].flatMap(InterceptedMessage.init) {
            self = .intercepted(message)
        } else if let decision = line["decided"].flatMap(InterceptDecision.init) {
            self = .decided(decision)
        } else {
            return nil
        }
    }
}
