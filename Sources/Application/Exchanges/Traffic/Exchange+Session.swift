import SonicProtocol
import SonicSession

extension Exchange {
    /// Creates the exchange of the last request of a session, or of a fetch for a part of a page; nil for none.
    public init?(_ trace: SessionTrace, as use: RequestCause.Use = .page) {
        guard let turn = trace.turns.last(where: { $0.request != nil }), let request = turn.request else {
            return nil
        }
        let sent = turn.sentHead.isEmpty ? request.headers : Headers(behindFirstLineOf: turn.sentHead)
        let first = trace.turns.lazy.compactMap { $0.requested }.first
        let ended = turn.transferred
        self.init(
            method: request.method, url: request.url.withoutFragment.withoutCredentials, requestHeaders: sent,
            destination: use, group: nil,
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
            session: use == .part ? nil : RecordedSession(outcome: trace.result?.outcome.name, caches: []))
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

    /// The account whose stored pages are used: a separate one for each client with a known address, as a recording may
    /// have several.
    package var account: String {
        guard let client, let address = client.address else { return "" }
        return "\(address) \(client.userAgent ?? "")"
    }

    /// The page that it requests, for its client.
    package func page(_ hashes: Hashes) -> PageID {
        PageIdentity(for: url).id(of: url, account: account, hashes: hashes)
    }

    /// Whether the response is a page or an update whose bytes were not recorded.
    package var lacksBody: Bool {
        guard case .missing = content, let head else { return false }
        return (200...299).contains(head.status)
    }
}

extension Exchange.RecordedSession {
    init(_ node: JSONNode) throws(TextProblem) {
        self.init(outcome: node["outcome"]?.string, caches: [])
        for cache in node["unasked"]?.elements ?? [] {
            caches.append(try Exchange.RecordedCache(cache, at: try cache.address("url").withoutFragment))
        }
    }
}

extension Exchange.RecordedCache {
    init(_ node: JSONNode, at url: WebURL) throws(TextProblem) {
        var redirects: [SessionResult.Redirect] = []
        for hop in node["redirects"]?.elements ?? [] {
            let to = try hop.address("url")
            redirects.append(
                SessionResult.Redirect(
                    from: redirects.last?.to ?? url, to: to, status: hop["status"]?.integer ?? 302))
        }
        self.init(
            url: url, use: node["use"]?.string == "leftAside" ? .leftAside : .serves,
            sonicOff: node["sonicOffUntil"]?.string.flatMap(Instant.init(iso8601:)),
            redirects: redirects, page: try node["page"].flatMap(StoredPage.recorded))
    }
}

extension StoredPage {
    /// Reads a stored page as written by `SonicExtras`; its SHA-1 is the recorded one. Nil if its bytes were discarded.
    fileprivate static func recorded(_ node: JSONNode) throws(TextProblem) -> StoredPage? {
        guard node["content"] != nil else { return nil }
        let stored = node["stored"]?.string.flatMap(Instant.init(iso8601:)) ?? Instant(milliseconds: 0)
        var notes: [TextProblem] = []
        let headers = node.fields("headers", &notes)
        if let note = notes.first { throw note }
        let version = PageVersion(
            url: try node.address("url"), html: try node.object("content").contentBytes(),
            sha1: try node.text("sha1").text,
            etag: node["etag"]?.string, templateTag: node["templateTag"]?.string,
            headers: headers, stored: stored,
            updateFailures: min(max(node["updateFailures"]?.integer ?? 0, 0), 1000),
            isEdited: node["edited"]?.bool ?? false)
        return StoredPage(
            number: max(node["version"]?.integer ?? 1, 1), version: version,
            checked: node["checked"]?.string.flatMap(Instant.init(iso8601:)) ?? stored)
    }
}
