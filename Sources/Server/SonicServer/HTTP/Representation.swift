import SonicProtocol

/// A representation of a resource in one coding: the full response, of which a request may receive a part, or no body
/// if it already has it.
struct Representation {
    /// The full response, with status 200.
    let whole: ServerResponse
    private let tag: EntityTag
    private let modified: Instant?

    /// Creates a representation.
    ///
    /// - Parameters:
    ///   - fields: The fields before those added here.
    ///   - body: Bytes, or an open file, which is closed by the sender of the response.
    ///   - tag: The entity tag of these bytes.
    ///   - modified: The time of their last change; nil to omit it.
    init(
        _ fields: [HeaderField], _ body: ServerResponse.Body, tag: EntityTag, modified: Instant?,
        prepared: PreparedResponse? = nil, isKept: Bool = false
    ) {
        var headers = Headers(fields)
        headers.append("ETag", tag.text)
        if let modified { headers.append("Last-Modified", HTTPDate.text(modified)) }
        headers.append("Accept-Ranges", "bytes")
        let whole = ServerResponse(headers: headers, body: body, prepared: prepared)
        self.whole = isKept ? whole.madeReusable() : whole
        self.tag = tag
        self.modified = modified
    }

    /// Returns the response to a GET or HEAD: all of it, a part, or the result of its preconditions.
    func answer(to request: ServerRequest, at now: Instant) -> ServerResponse {
        switch Precondition.verdict(on: request.headers, tag: tag, modified: modified, at: now) {
        case .failed:
            whole.dropBody()
            return ErrorPage.trouble(
                412, "Precondition failed", "A condition of the request is not met.")
        case .notModified:
            whole.dropBody()
            return withoutBody()
        case .holds:
            return part(of: request) ?? whole
        }
    }

    /// Returns a 304 with the fields that update a stored response (RFC 9110 §15.4.5).
    private func withoutBody() -> ServerResponse {
        let kept = ["ETag", "Cache-Control", "Vary"]
        let fields = whole.headers.fields.filter { field in kept.contains { field.isNamed($0) } }
        return ServerResponse(status: 304, headers: Headers(fields), prepared: whole.prepared?.besides(0))
    }

    /// Returns the requested part, 416 if it does not exist, or nil to send everything. Several ranges are answered
    /// with everything (RFC 9110 §14.2).
    private func part(of request: ServerRequest) -> ServerResponse? {
        let lines = request.headers.all("Range")
        guard request.method == "GET", lines.count == 1, let wanted = ByteRange(lines[0]),
            Precondition.allowsParts(request.headers, tag: tag), let total = length
        else { return nil }
        var part = whole
        guard let range = wanted.resolved(in: total) else {
            whole.dropBody()
            return ErrorPage.trouble(416, "Range not satisfiable", "There are \(total) bytes.")
                .with("Content-Range", ContentRange(nil, of: total).text)
        }
        part.status = 206
        part.headers.append("Content-Range", ContentRange(range, of: total).text)
        part.body = slice(range)
        part.prepared = whole.prepared?.besides(range.count)
        return part
    }

    private var length: Int? {
        switch whole.body {
        case .bytes(let bytes): bytes.count
        case .file(_, let size, _): Int(exactly: size)
        case .pieces, .truncated, .reset, .overrun, .endless, .streamed: nil
        }
    }

    private func slice(_ range: Range<Int>) -> ServerResponse.Body {
        switch whole.body {
        case .bytes(let bytes): .bytes(Array(bytes[range]))
        case .file(let descriptor, _, let offset):
            .file(
                descriptor: descriptor, size: UInt64(range.count),
                offset: offset + UInt64(range.lowerBound))
        case .pieces, .truncated, .reset, .overrun, .endless, .streamed: whole.body
        }
    }
}
