import Exchanges
import SonicProtocol

/// A request or response that waits for a decision. Used on the server's thread only.
final class InterceptedTransfer {
    /// The intercepted message.
    enum Message {
        /// A request, with its body.
        case request(ServerRequest)
        /// The response to a request, and its body without codings; nil if the complete body is not known.
        case response(ServerResponse, body: [UInt8]?, to: ServerRequest)

        /// The half of the exchange.
        var stage: InterceptRule.Stage {
            switch self {
            case .request: .request
            case .response: .response
            }
        }

        /// What a filter can ask about it.
        var facts: MessageFacts {
            switch self {
            case .request(let request): MessageFacts(RequestFacts(request), body: request.body)
            case .response(let response, let body, let request):
                MessageFacts(
                    response.status, response.headers,
                    .init(spelled: Self.outcome(of: response, to: request).rawValue), body: body,
                    to: RequestFacts(request))
            }
        }

        fileprivate static func outcome(
            of response: ServerResponse, to request: ServerRequest
        ) -> SonicOutcome {
            response.prepared?.outcome
                ?? SonicOutcome(of: response.status, response.headers, to: request.headers)
        }
    }

    /// A decision on the message.
    enum Decision: Equatable {
        /// It is forwarded unchanged.
        case forward
        /// The connection is closed without a response.
        case drop
        /// It is forwarded with changes.
        case edit(InterceptEdit)
    }

    /// The result of a decision.
    enum Resolution {
        /// It is forwarded unchanged.
        case unchanged
        case dropped
        case request(ServerRequest)
        case response(ServerResponse)
    }

    let id: Int
    let rule: InterceptRule
    let message: Message
    /// The time at which it is forwarded without a decision.
    let deadline: ContinuousClock.Instant
    /// The memory for the head of a response.
    private let room: Int
    private let until: Instant
    private let began: Instant
    private let wake: () -> Void
    /// The result; nil while it waits.
    private(set) var resolution: Resolution?
    private var decided: InterceptDecision?

    init(
        id: Int, _ message: Message, by rule: InterceptRule, room: Int, from began: Instant, until: Instant,
        deadline: ContinuousClock.Instant, wake: @escaping () -> Void
    ) {
        self.id = id
        self.message = message
        self.rule = rule
        self.room = room
        self.began = began
        self.until = until
        self.deadline = deadline
        self.wake = wake
    }

    /// Applies a decision, and wakes the exchange.
    func resolve(
        _ decision: Decision, by author: InterceptDecision.Author, _ secrets: Secrets, _ hashes: Hashes
    ) throws(ControlFields.Mistake) -> InterceptDecision {
        var decided = InterceptDecision(
            id: id, stage: message.stage, verdict: decision.verdict, author: author)
        switch decision {
        case .forward: resolution = .unchanged
        case .drop: resolution = .dropped
        case .edit(let edit):
            switch message {
            case .request(let request): resolution = .request(try request.edited(edit, secrets))
            case .response(let response, let body, _):
                let changed = try self.changed(response, body, edit, secrets, hashes)
                resolution = .response(changed.response)
                decided.recomputed = changed.names
            }
        }
        self.decided = decided
        wake()
        return decided
    }

    /// The text for the log.
    var note: String {
        let end = decided.map { "\($0.verdict.rawValue) (\($0.author.rawValue))" } ?? "nothing decided"
        return "\(message.stage.rawValue) intercepted as \(id): \(end)"
    }

    /// Returns a body without its codings, or nil if they are not supported.
    static func content(of bytes: [UInt8], _ headers: Headers) -> [UInt8]? {
        // A broken body is as little known as one in other codings.
        bytes.isEmpty ? bytes : try? ServedExchange.unpacked(bytes, headers)
    }

    private func changed(
        _ response: ServerResponse, _ body: [UInt8]?, _ edit: InterceptEdit, _ secrets: Secrets,
        _ hashes: Hashes
    ) throws(ControlFields.Mistake) -> (response: ServerResponse, names: [String]) {
        guard let original = body ?? edit.body else {
            throw .init(sentence: "The response's body is not available: send one with the edit.")
        }
        let sound = Self.withoutCoding(response, body)
        let edited = try sound.edited(edit, body: original, secrets)
        // The server adds the date and the body's framing.
        let most = room - 512
        guard InterceptedMessage.head(edited.firstLine, edited.headers).count <= most else {
            throw .init(sentence: "The headers of this response may have at most \(max(0, most)) bytes.")
        }
        guard edit.recomputes, let body, let bytes = edited.bytes else { return (edited, []) }
        let outcome = Recomputation(
            hashes: hashes, headers: sound.headers, body: body, page: sound.prepared?.page
        ).applied(to: edited.headers, bytes)
        var recomputed = edited
        recomputed.headers = outcome.headers
        if outcome.body != bytes { recomputed.body = .bytes(outcome.body) }
        return (recomputed, outcome.names)
    }

    /// Returns the response as reported: without the coding that was removed from its body.
    private static func withoutCoding(_ response: ServerResponse, _ body: [UInt8]?) -> ServerResponse {
        guard let body, body != response.bytes else { return response }
        var shown = response
        shown.headers.remove("Content-Encoding")
        return shown
    }

    /// The approximate memory size in bytes.
    var size: Int {
        switch message {
        case .request(let request): 2048 + request.body.count
        case .response(let response, let body, let request):
            2048 + request.body.count + (response.bytes?.count ?? 0) + (body?.count ?? 0)
        }
    }

    /// Returns the report of the message. Linear in the bytes of the bodies.
    /// - Parameter showsPosted: Whether a posted body is reported, which may contain a password.
    func json(_ secrets: Secrets, showsPosted: Bool) -> JSONValue {
        let head: [UInt8]
        let shown: [UInt8]?
        switch message {
        case .request(let request):
            head = EditedHead.bytes(request.firstLine, request.headers, secrets)
            shown = showsPosted || secrets.handling == .kept || request.body.isEmpty ? request.body : nil
        case .response(let response, let body, _):
            let sound = Self.withoutCoding(response, body)
            head = EditedHead.bytes(sound.firstLine, sound.headers, secrets)
            shown = body
        }
        let body = shown.flatMap { $0.count <= RecordedExchange.bodyLimit ? $0 : nil }
        return [
            "held": .record([
                .init("id", .integer(id)), .init("stage", .string(message.stage.rawValue)),
                .init("rule", .integer(rule.id)),
                .init("until", .string(CalendarTime.timestamp(until))),
                .init("head", .string(Base64.text(head))),
                .init("body", .string(orNull: body.map { Base64.text($0) })),
                .init("entry", entry.value(secrets)),
            ])
        ]
    }

    private var entry: ServedEntry {
        var entry: ServedEntry
        switch message {
        case .request(let request): entry = ServedEntry(Self.entry(request), nil)
        case .response(let response, let body, let request):
            let content =
                body.map { ServedEntry.Body.bytes($0) }
                ?? .missing(size: nil, comment: "the complete body is not available")
            entry = ServedEntry(
                Self.entry(request),
                (
                    status: response.status, headers: response.headers, body: content,
                    bytesSent: response.bytes?.count ?? -1
                ))
            entry.outcome = Message.outcome(of: response, to: request).rawValue
            entry.faults = response.faults.map(\.rawValue)
            entry.notes = response.notes
        }
        entry.began = began
        return entry
    }

    private static func entry(_ request: ServerRequest) -> ServedEntry.Request {
        (
            client: request.client, method: request.method, url: ServedExchange.address(of: request),
            version: "HTTP/1.1", headers: request.headers, body: .bytes(request.body)
        )
    }
}

extension InterceptedTransfer.Decision {
    var verdict: InterceptDecision.Verdict {
        switch self {
        case .forward: .forward
        case .drop: .drop
        case .edit: .edit
        }
    }
}
