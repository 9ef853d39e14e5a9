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
        do throws(RecordingMistake) {
            return try EntryReader(entry) { _ in nil }.exchange
        } catch {
            // Without an address or a status there is nothing to decide on.
            return nil
        }
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
        let first = [head.version, "\(head.status)", head.reason].filter { !$0.isEmpty }
        return .edit(
            id, head: isSameHead ? nil : Self.head(first.joined(separator: " "), head.headers),
            body: answer.body == original?.body ? nil : answer.body, recomputesHashes: recomputesHashes)
    }

    private static func head(_ first: String, _ headers: Headers) -> [UInt8] {
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
    /// The source of the decision in the server's words: `controller`, `timeout`, `disconnect`, `client`, `stop`.
    public let author: String
    /// The hashes that the server recomputed, by the names of their headers.
    public let recomputed: [String]

    /// The possible decisions.
    public enum Verdict: String, Sendable {
        /// It is forwarded unchanged.
        case forward
        /// The client's connection is closed without a byte.
        case drop
        /// It is forwarded with changes.
        case edit
    }

    /// Parses a decision from a line of a server's stream; nil if it is not one.
    init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer,
            let stage = node["stage"]?.string.flatMap(InterceptedExchange.Stage.init),
            let verdict = node["decision"]?.string.flatMap(Verdict.init)
        else { return nil }
        self.id = id
        self.stage = stage
        self.verdict = verdict
        author = node["by"]?.string ?? ""
        recomputed = node["recomputed"]?.elements?.compactMap(\.string) ?? []
    }

    /// The decision in a sentence.
    public var sentence: String {
        let name = "The \(stage.rawValue)"
        switch (verdict, author) {
        case (.forward, "timeout"): return "\(name) was forwarded unchanged: no decision in time."
        case (.forward, "disconnect"):
            return "\(name) was forwarded unchanged: the program that intercepted it disconnected."
        case (.forward, "stop"): return "\(name) was forwarded unchanged: the server is stopping."
        case (.drop, "client"): return "\(name) was dropped: its client disconnected."
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
