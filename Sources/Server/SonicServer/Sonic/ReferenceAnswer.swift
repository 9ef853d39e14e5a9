import SonicProtocol

/// The responses of the three reference servers (docs/reference/protocol.md#quirks), for the dialects of
/// `SonicResponder`.
struct ReferenceAnswer {
    let hashes: Hashes
    let dialect: Dialect
    let request: ServerRequest
    let offline: ResponseTags.Offline
    let forwarded: ForwardedPage?

    /// Returns the response for a page.
    func response(_ sent: [UInt8]) -> ServerResponse {
        // The Java filter decodes the page as text, and hashes the result.
        let page = dialect == .java ? Self.repaired(sent) : sent
        let type = String(validating: sent, as: UTF8.self) == nil ? "text/html" : Self.type(of: dialect)
        guard dialect != .java || !isEmptied(page) else { return notModified(page, type) }
        guard isSonic || dialect == .java else {
            return packed(whole(page, prepare(page, .plain), [HeaderField("Content-Type", type)]))
        }
        let etag = hashes.sha1(page)
        if isSonic, holds(etag) { return notModified(page, type) }
        let split = ReferenceSplit(page, as: dialect)
        let tag = hashes.sha1(split.template)
        let hasTemplate = asked("template-tag") == tag && (dialect != .node || split.blockCount > 0)
        let prepared =
            hasTemplate
            ? prepare(
                page, .dataUpdate,
                UpdateBody(data: Self.repaired(split.data), templateTag: tag, htmlSHA1: etag))
            : prepare(page, isSonic ? .whole(for: request.headers) : .plain)
        return packed(whole(page, prepared, fields(type, etag: etag, tag: tag, prepared.outcome)))
    }

    private func prepare(
        _ page: [UInt8], _ outcome: SonicOutcome, _ update: UpdateBody? = nil
    ) -> PreparedResponse {
        PreparedResponse(
            page: page, offline: offline, outcome: outcome, update: update, forwarded: forwarded)
    }

    private func fields(
        _ type: String, etag: String, tag: String, _ outcome: SonicOutcome
    ) -> [HeaderField] {
        let fields = [
            HeaderField("Cache-Control", "no-cache"), HeaderField("Cache-Offline", offline.rawValue),
            HeaderField("Etag", etag), HeaderField("template-tag", tag),
            HeaderField("template-change", outcome == .dataUpdate ? "false" : "true"),
            HeaderField("Content-Type", type),
        ]
        switch dialect {
        case .sonic, .php: return fields
        case .java: return isSonic ? fields : [fields[0]] + fields[2...]
        case .node: return [fields[5], fields[2], fields[3], fields[1], fields[4]]
        }
    }

    private func whole(
        _ page: [UInt8], _ prepared: PreparedResponse, _ fields: [HeaderField]
    ) -> ServerResponse {
        let body: [UInt8]
        if let update = prepared.update {
            // PHP's encoder fails if a block is not UTF-8, and its failure is not checked.
            let isLost = dialect == .php && String(validating: page, as: UTF8.self) == nil
            body = isLost ? [] : update.json(as: dialect)
        } else {
            body = dialect == .node ? Self.repaired(page) : page
        }
        return ServerResponse(headers: Headers(fields), body: .bytes(body), prepared: prepared)
    }

    private func notModified(_ page: [UInt8], _ type: String) -> ServerResponse {
        var headers = Headers()
        if dialect == .node { headers.append("Content-Encoding", "gzip") }
        if dialect != .node { headers.append("Cache-Control", "no-cache") }
        if isSonic, dialect == .java { headers.append("Cache-Offline", offline.rawValue) }
        if isSonic {
            headers.append("Cache-Offline", (offline == .yes ? .store : offline).rawValue)
        }
        return ServerResponse(status: 304, headers: headers, prepared: prepare(page, .allCached))
    }

    /// The Java filter answers 304 whenever there is no body: for a blank page, and for HEAD.
    private func isEmptied(_ page: [UInt8]) -> Bool {
        request.method == "HEAD" || page.allSatisfy { $0 <= 0x20 }
    }

    /// Whether the server treats the request as one of a Sonic client.
    private var isSonic: Bool {
        switch dialect {
        case .sonic, .php, .java: asked("accept-diff") == "true"
        case .node:
            asked("accept-diff")?.isEmpty == false && request.method != "HEAD" && acceptsGzip
        }
    }

    /// Returns the value of a header: PHP compares names by exact bytes, the others ignore case.
    private func asked(_ name: String) -> String? {
        guard dialect == .php else { return request.headers.first(name) }
        return request.headers.fields.first { $0.name == name }?.value
    }

    /// Returns whether If-None-Match is the page's tag without quotes.
    private func holds(_ etag: String) -> Bool {
        let value = asked("If-None-Match") ?? asked("if-none-match")
        return dialect == .java
            ? Bytes.equalIgnoringCase(Array((value ?? "").utf8), etag.utf8) : value == etag
    }

    private var acceptsGzip: Bool { AcceptedCodings(of: request.headers).namesGzip }

    /// Applies gzip if the client accepts it, as Node's middleware does for every response.
    private func packed(_ response: ServerResponse) -> ServerResponse {
        guard dialect == .node, acceptsGzip, let bytes = response.bytes else { return response }
        var packed = response
        packed.body = .bytes(Gzip.stored(bytes))
        packed.headers = Headers(
            Array(response.headers.fields.prefix(1)) + [HeaderField("Content-Encoding", "gzip")]
                + response.headers.fields.dropFirst())
        return packed
    }

    private static func type(of dialect: Dialect) -> String {
        switch dialect {
        case .sonic, .node: "text/html; charset=utf-8"
        case .php: "text/html; charset=UTF-8"
        case .java: "text/html;charset=UTF-8"
        }
    }

    private static func repaired(_ data: [UpdateBody.Member]) -> [UpdateBody.Member] {
        data.map { .init(name: $0.name, value: repaired($0.value)) }
    }

    /// Returns the bytes as text, with U+FFFD for invalid UTF-8.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
