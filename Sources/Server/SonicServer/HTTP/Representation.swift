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
        switch verdict(on: request.headers, at: now) {
        case .failed:
            whole.dropBody()
            return ServerResponse.trouble(
                412, "Precondition failed", "A condition of the request is not met.")
        case .notModified:
            whole.dropBody()
            return withoutBody()
        case .holds: return part(of: request) ?? whole
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
            allowsParts(request.headers), let total = length
        else { return nil }
        var part = whole
        guard let range = wanted.resolved(in: total) else {
            whole.dropBody()
            return ServerResponse.trouble(416, "Range not satisfiable", "There are \(total) bytes.")
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

    // MARK: Preconditions

    /// The result of a request's preconditions, in the order of RFC 9110 §13.2.2.
    private enum Verdict {
        /// The response is sent as without preconditions.
        case holds
        /// 304: the client already has the representation.
        case notModified
        /// 412: a precondition is not met.
        case failed
    }

    /// Evaluates the preconditions of a GET or HEAD (RFC 9110 §13).
    private func verdict(on request: Headers, at now: Instant) -> Verdict {
        if request.contains("If-Match") {
            guard Self.names(request.all("If-Match"), tag, { $0.matchesStrongly($1) }) else { return .failed }
        } else if let limit = Self.date(request, "If-Unmodified-Since", now), let modified, modified > limit {
            return .failed
        }
        if request.contains("If-None-Match") {
            return Self.names(request.all("If-None-Match"), tag, { $0.matchesWeakly($1) })
                ? .notModified : .holds
        }
        if let limit = Self.date(request, "If-Modified-Since", now), let modified, modified <= limit {
            return .notModified
        }
        return .holds
    }

    /// Returns whether a Range may be answered with a part: there is no If-Range, or it matches the representation (RFC
    /// 9110 §13.1.5).
    private func allowsParts(_ request: Headers) -> Bool {
        let conditions = request.all("If-Range")
        guard let condition = conditions.first else { return true }
        // A file may change twice within a second, so a date never matches here.
        return conditions.count == 1 && EntityTag(text: condition).matchesStrongly(tag)
    }

    private static func names(
        _ lines: [String], _ tag: EntityTag, _ matches: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        Headers.members(of: lines).contains { $0 == "*" || matches(EntityTag(text: $0), tag) }
    }

    /// Returns the date of a field, or nil if it is missing, repeated or invalid (RFC 9110 §13.1.3).
    private static func date(_ request: Headers, _ name: String, _ now: Instant) -> Instant? {
        let lines = request.all(name)
        return lines.count == 1 ? HTTPDate.parse(lines[0], now: now) : nil
    }
}
