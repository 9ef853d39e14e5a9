import SonicProtocol

/// The continuation of an exchange: events to report, then those of another exchange, each of which may lead to a
/// further one. Used by connections that pass requests on.
public struct ResponseRelay: Sendable {
    /// What happens to an event of the other exchange.
    public enum Decision: Sendable {
        /// It is reported, possibly in another form.
        case forward(ResponseEvent)
        /// It is not reported: after the events before it are read, the closure determines how the exchange
        /// continues, given the events that follow.
        case replace(@Sendable (ResponseEvents) async -> ResponseRelay)
    }

    /// Decides about an event without waiting: only `replace` may wait.
    public typealias Rule = @Sendable (ResponseEvent) -> Decision

    let events: [ResponseEvent]
    let rest: ResponseEvents?
    let rule: Rule?

    /// Creates a relay that reports these events, then those of another exchange as changed by a rule.
    /// - Parameters:
    ///   - events: The events to report at once.
    ///   - rest: The events that follow; with nil the exchange ends after `events`.
    ///   - rule: The decision about each event of `rest`; nil forwards all.
    public init(_ events: [ResponseEvent] = [], then rest: ResponseEvents? = nil, rule: Rule? = nil) {
        self.events = events
        self.rest = rest
        self.rule = rule
    }

    /// Returns the events of an exchange that is decided when the first event is read. They are read in the batches
    /// in which they were sent, so that a slow reader slows the transfer and memory does not fill up; releasing them
    /// releases their source.
    public static func stream(_ begin: @escaping @Sendable () async -> ResponseRelay) -> ResponseEvents {
        ResponseEvents(.waiting(begin))
    }

    /// The state behind the events. A relay whose events are forwarded takes the place of this one, so that a relay may
    /// continue with another any number of times.
    private var continuation: Progress {
        guard let rest else { return .over }
        return rule == nil ? rest.progress ?? .reading(rest, nil) : .reading(rest, rule)
    }

    /// The state of a relay that is being read. It is a value within the events, which have one reader.
    indirect enum Progress: Sendable {
        /// Not decided yet.
        case waiting(@Sendable () async -> ResponseRelay)
        /// Decided.
        case begun(ResponseRelay)
        /// The events of the other exchange are being read.
        case reading(ResponseEvents, Rule?)
        /// The exchange is about to continue another way, given the events that follow.
        case replacing(@Sendable (ResponseEvents) async -> ResponseRelay, ResponseEvents)
        /// There are no more events.
        case over

        /// Returns the next batch, which is not empty; nil after the last one.
        nonisolated(nonsending) mutating func next() async -> ResponseEvents.Batch? {
            while true {
                switch self {
                case .waiting(let begin): self = .begun(await begin())
                case .begun(let relay):
                    self = relay.continuation
                    if !relay.events.isEmpty { return ResponseEvents.Batch(relay.events) }
                case .reading(var rest, let rule):
                    // What follows must not be retained elsewhere while it is awaited.
                    self = .over
                    guard let batch = await rest.nextBatch() else { return nil }
                    if let forwarded = read(batch, &rest, rule) { return forwarded }
                case .replacing(let replace, let rest):
                    self = .over
                    self = .begun(await replace(rest))
                case .over: return nil
                }
            }
        }

        /// Applies the rule to a batch up to the event that leads elsewhere.
        /// - Returns: The events to report; nil for none.
        private mutating func read(
            _ batch: ResponseEvents.Batch, _ rest: inout ResponseEvents, _ rule: Rule?
        ) -> ResponseEvents.Batch? {
            guard let rule else {
                self = .reading(rest, nil)
                return batch
            }
            var forwarded = ResponseEvents.Batch([], read: batch.read)
            for (index, event) in batch.events.enumerated() {
                switch rule(event) {
                case .forward(let event): forwarded.events.append(event)
                case .replace(let replace):
                    batch.read?(event)
                    rest.putBack(batch.events.dropFirst(index + 1), of: batch)
                    self = .replacing(replace, rest)
                    return forwarded.events.isEmpty ? nil : forwarded
                }
            }
            self = .reading(rest, rule)
            return forwarded
        }
    }

    /// Creates a local response: headers, the body, and a report without bytes sent or received.
    /// - Parameters:
    ///   - body: The body; omitted if the request is a HEAD.
    ///   - type: Its Content-Type.
    ///   - request: The request.
    ///   - status: The status code.
    ///   - reason: The reason phrase.
    ///   - fields: Further header fields.
    ///   - findings: Findings to report first.
    public static func answer(
        _ body: [UInt8], type: String, to request: Request, status: Int = 200, reason: String = "OK",
        fields: [HeaderField] = [], findings: [Finding] = []
    ) -> ResponseRelay {
        let own = [HeaderField("Content-Type", type), HeaderField("Content-Length", "\(body.count)")]
        let lines = ["HTTP/1.1 \(status) \(reason)"] + (own + fields).map { "\($0.name): \($0.value)" }
        let head = ResponseHead(
            version: "HTTP/1.1", status: status, reason: reason, headers: Headers(own + fields),
            raw: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
        let hasBody = request.method != "HEAD" && !body.isEmpty
        return ResponseRelay(
            findings.map { .noted($0) } + [.headReceived(head)] + (hasBody ? [.bodyReceived(body)] : [])
                + [.finished(TransferReport())])
    }

    /// The maximum size of a response that is complete before it is passed on, in bytes: 16 MiB.
    private static let bodyLimit = 16 << 20

    /// Reads the rest of a response, and continues with the complete one; one that is too large or breaks off continues
    /// unchanged.
    /// - Parameters:
    ///   - words: What is noted about a response that is too large, as a predicate.
    ///   - replace: The continuation, given the response, the other events on the way, and the report.
    package static func whole(
        _ head: ResponseHead, _ rest: ResponseEvents, orNoting words: String,
        _ replace: (AnswerEdit.Original, [ResponseEvent], TransferReport) async -> ResponseRelay
    ) async -> ResponseRelay {
        var answer = AnswerEdit.Original(head: head, body: [])
        var others: [ResponseEvent] = []
        var rest = rest.makeAsyncIterator()
        while let event = await rest.next() {
            switch event {
            case .bodyReceived(let bytes):
                answer.body += bytes
                guard answer.body.count > bodyLimit else { continue }
                let words = "a response of more than \(bodyLimit >> 20) MiB \(words)"
                others.append(.noted(Finding(.notHeld, words)))
                return ResponseRelay(others + answer.events, then: rest.rest)
            case .finished(let report): return await replace(answer, others, report)
            case .failed: return ResponseRelay(others + answer.events + [event])
            case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived: others.append(event)
            }
        }
        return ResponseRelay([.failed(.cancelled)])
    }
}
