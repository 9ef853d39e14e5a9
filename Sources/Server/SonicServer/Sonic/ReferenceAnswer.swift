import SonicProtocol

/// The responses of the three reference servers (docs/reference/protocol.md#quirks), for the dialects of
/// `SonicResponder`.
struct ReferenceAnswer {
    let hashes: Hashes
    let quirks: Quirks
    let request: ServerRequest
    let offline: ResponseTags.Offline
    let forwarded: ForwardedPage?

    /// Returns the response for a page.
    func response(_ sent: [UInt8]) -> ServerResponse {
        let page = quirks.repairsPages ? Self.repaired(sent) : sent
        let type = String(validating: sent, as: UTF8.self) == nil ? "text/html" : quirks.contentType
        guard !quirks.isFilter || !isEmptied(page) else { return notModified(page) }
        guard isSonic || quirks.isFilter else {
            return packed(whole(page, prepare(page, .plain), [HeaderField("Content-Type", type)]))
        }
        let etag = hashes.sha1(page)
        if isSonic, holds(etag) { return notModified(page) }
        let split = ReferenceSplit(page, as: quirks)
        let tag = hashes.sha1(split.template)
        let hasTemplate = asked("template-tag") == tag && (!quirks.requiresBlocks || split.blockCount > 0)
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
        let values = [
            "Cache-Control": "no-cache", "Cache-Offline": offline.rawValue, "Etag": etag, "template-tag": tag,
            "template-change": outcome == .dataUpdate ? "false" : "true", "Content-Type": type,
        ]
        return quirks.fields.filter { isSonic || $0 != "Cache-Offline" }
            .map { HeaderField($0, values[$0] ?? "") }
    }

    private func whole(
        _ page: [UInt8], _ prepared: PreparedResponse, _ fields: [HeaderField]
    ) -> ServerResponse {
        let body: [UInt8]
        if let update = prepared.update {
            // PHP's encoder fails if a block is not UTF-8, and its failure is not checked.
            let isLost = quirks.losesInvalidUpdates && String(validating: page, as: UTF8.self) == nil
            body = isLost ? [] : update.json(as: quirks)
        } else {
            body = quirks.repairsBodies ? Self.repaired(page) : page
        }
        return ServerResponse(headers: Headers(fields), body: .bytes(body), prepared: prepared)
    }

    private func notModified(_ page: [UInt8]) -> ServerResponse {
        let first = quirks.compresses ? ("Content-Encoding", "gzip") : ("Cache-Control", "no-cache")
        var headers = Headers([HeaderField(first.0, first.1)])
        if isSonic, quirks.isFilter { headers.append("Cache-Offline", offline.rawValue) }
        if isSonic { headers.append("Cache-Offline", (offline == .yes ? .store : offline).rawValue) }
        return ServerResponse(status: 304, headers: headers, prepared: prepare(page, .allCached))
    }

    /// Whether there is no body: for a blank page, and for HEAD.
    private func isEmptied(_ page: [UInt8]) -> Bool {
        request.method == "HEAD" || page.allSatisfy { $0 <= 0x20 }
    }

    /// Whether the server treats the request as one of a Sonic client.
    private var isSonic: Bool {
        guard quirks.compresses else { return asked("accept-diff") == "true" }
        return asked("accept-diff")?.isEmpty == false && request.method != "HEAD" && acceptsGzip
    }

    /// Returns the value of a header.
    private func asked(_ name: String) -> String? {
        guard quirks.comparesNamesExactly else { return request.headers.first(name) }
        return request.headers.fields.first { $0.name == name }?.value
    }

    /// Returns whether If-None-Match is the page's tag without quotes.
    private func holds(_ etag: String) -> Bool {
        let value = asked("If-None-Match") ?? asked("if-none-match")
        return quirks.ignoresCaseOfTags
            ? Bytes.equalIgnoringCase(Array((value ?? "").utf8), etag.utf8) : value == etag
    }

    private var acceptsGzip: Bool { AcceptedCodings(of: request.headers).namesGzip }

    /// Applies gzip if the server compresses and the client accepts it.
    private func packed(_ response: ServerResponse) -> ServerResponse {
        guard quirks.compresses, acceptsGzip, let bytes = response.bytes else { return response }
        var packed = response
        packed.body = .bytes(Gzip.stored(bytes))
        packed.headers = Headers(
            Array(response.headers.fields.prefix(1)) + [HeaderField("Content-Encoding", "gzip")]
                + response.headers.fields.dropFirst())
        return packed
    }

    private static func repaired(_ data: [UpdateBody.Member]) -> [UpdateBody.Member] {
        data.map { .init(name: $0.name, value: repaired($0.value)) }
    }

    /// Returns the bytes as text, with U+FFFD for invalid UTF-8.
    private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
        Array(String(decoding: bytes, as: UTF8.self).utf8)
    }
}
