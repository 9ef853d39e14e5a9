import SonicProtocol
import SonicSession

extension Exchange {
    /// Creates the exchange of a session's last request; nil for a session without one.
    public init?(_ trace: SessionTrace) {
        guard let turn = trace.turns.last(where: { $0.request != nil }), let request = turn.request else {
            return nil
        }
        let sent = turn.sentHead.isEmpty ? request.headers : Headers(behindFirstLineOf: turn.sentHead)
        let first = trace.turns.lazy.compactMap { $0.requested }.first
        let ended = turn.transferred
        self.init(
            method: request.method, url: request.url.withoutFragment.withoutCredentials, requestHeaders: sent,
            destination: .page, group: nil,
            body: PostBody(
                request.body, contentType: request.headers.first("content-type") ?? "application/octet-stream"
            ),
            began: first, client: Client(address: nil, userAgent: sent.first("user-agent")),
            took: first.flatMap { first in
                ended.map { .milliseconds(max(0, $0.milliseconds &- first.milliseconds)) }
            },
            report: turn.report, head: turn.head,
            content: turn.body.map { .bytes($0) } ?? .missing("its body is no longer in memory"),
            failure: turn.failure, cache: nil,
            session: RecordedSession(outcome: trace.result?.outcome.name, caches: []))
    }

    /// The request for sending it again: without headers about the client's connection.
    public var request: Request {
        let fields = requestHeaders.fields.filter { field in
            !field.name.hasPrefix(":")
                && !["host", "content-length", "connection"].contains(where: field.isNamed)
        }
        return Request(method: method, url: url, headers: Headers(fields), body: body.body)
    }

    /// The exchange as the only request of an otherwise unknown session, for views that show sessions.
    public var trace: SessionTrace {
        let request = Request(method: method, url: url, headers: requestHeaders, body: body.body)
        var trace = SessionTrace(url, mode: .open)
        func record(_ event: SessionEvent) { trace.handle(event, at: .zero) }
        record(.requestDecided(request, notes: []))
        if let began { record(.learnt(.requested(at: began))) }
        if !requestHeaders.fields.isEmpty { record(.requestSent(sentHead)) }
        if let head { record(.headReceived(head)) }
        if let bytes = content.bytes { record(.learnt(.bodyReceived(bytes))) }
        if let failure { record(.learnt(.lost(failure))) }
        if let report {
            let began = began ?? Instant(milliseconds: 0)
            let end = Instant(milliseconds: began.milliseconds &+ (took?.wholeMilliseconds ?? 0))
            record(.learnt(.transferred(report, at: end)))
        }
        return trace
    }

    /// The request's head, from the known fields.
    package var sentHead: [UInt8] {
        let lines = requestHeaders.fields.map { "\($0.name): \($0.value)\r\n" }.joined()
        return Array("\(method) \(url.requestTarget) HTTP/1.1\r\n\(lines)\r\n".utf8)
    }
}
