/// Whether an answer is stored.
public enum StorageDecision: Sendable, Equatable {
    /// It is, as this response, whose extent is set once the body has come.
    case stored(StoredResponse, note: String)
    /// It is not, for this reason.
    case dropped(note: String)
}

extension CachePolicy {
    /// Whether an answer from the network may be stored, and as what (RFC 9111 §3).
    ///
    /// - Parameters:
    ///   - head: The final answer's head; neither a 304 nor the continuation of a stored part.
    ///   - url: The address that answered.
    ///   - requested: When the request went out.
    ///   - received: When the head came.
    public func storageDecision(
        _ head: ResponseHead, of url: WebURL, requested: Instant, received: Instant
    ) -> StorageDecision {
        if let objection = objection(toKeeping: head, received: received) { return .dropped(note: objection) }
        let key = VaryKey(response: head.headers, request: query.headers)
        var requests = [key]
        var extent = BodyExtent.whole(0)
        var status = head.status
        var headers = head.headers.storable(received: received)
        if status == 206 {
            guard let range = ContentRange(head.headers), let bytes = range.bytes, !head.headers.isCoded
            else {
                return .dropped(note: "Not stored: the 206 has no Content-Range that can be used.")
            }
            extent = .part(bytes, of: range.total)
            if let asked = query.headers.first("range") { requests.append(key.adding(range: asked)) }
            // All bytes there are make a whole response (RFC 9111 §3.4).
            if bytes.lowerBound == 0, bytes.upperBound == range.total {
                status = 200
                extent = .whole(bytes.count)
                requests = [key]
                headers.remove("content-range")
            }
        }
        let response = StoredResponse(
            url: url.withoutFragment.withoutCredentials, status: status,
            reason: status == head.status ? head.reason : "OK", version: head.version, headers: headers,
            requests: requests, requested: requested, received: received, extent: extent)
        return .stored(response, note: "It may be stored.")
    }

    /// Why an answer is not stored; nil when it may be.
    private func objection(toKeeping head: ResponseHead, received: Instant) -> String? {
        let given = CacheDirectives(response: head.headers)
        let status = head.status
        if query.method == .head { return "Not stored: an answer to HEAD has no body." }
        if case .noStore = query.mode { return "Not stored: the request's mode is no-store." }
        if query.directives.has("no-store") {
            return "Not stored: the request has Cache-Control: no-store."
        }
        if status < 200 || status == 304 { return "Not stored: \(status) is no response of its own." }
        if let concern = StatusRules.concernOfOneRequest(status) {
            return "Not stored: \(status) is about \(concern) of this request alone."
        }
        if status >= 400, query.kept == .withoutErrors {
            return "Not stored: errors are not kept, and this is a \(status)."
        }
        if given.has("must-understand") {
            // no-store beside it is for caches that do not know the code (RFC 9111 §5.2.2.3).
            if !StatusRules.isUnderstood(status) {
                return "Not stored: Cache-Control has must-understand, and \(status) is unknown here."
            }
        } else if given.has("no-store") {
            return "Not stored: Cache-Control: no-store."
        }
        if status == 206, !query.headers.contains("range") { return "Not stored: a 206 nobody asked for." }
        let isAllowed =
            given.has("public") || given.has("private") || query.lifetime != .server && status < 400
            || ResponseFreshness.explicit(head.headers, received: received) != nil
            || StatusRules.isHeuristicallyCacheable(status)
        return isAllowed
            ? nil : "Not stored: nothing in Cache-Control or Expires allows it for a \(status)."
    }

    /// The numbers of stored responses that a new one takes the place of: those that it would always be
    /// preferred to, and the oldest beyond what is kept under one key. An error stands beside a success, which is good
    /// again once the error's time is over.
    public func superseded(by response: StoredResponse) -> [Int] {
        let isForAll = response.requests.contains(.fields([]))
        let gone = stored.filter {
            (isForAll || $0.response.answers(query.headers) || $0.response.requests.contains(.any))
                && (!response.isError || $0.response.isError)
        }
        let rest = stored.filter { variant in !gone.contains { $0.number == variant.number } }
            .sorted { $0.number > $1.number }
        return gone.map(\.number) + rest.dropFirst(Self.variantLimit - 1).map(\.number)
    }

    /// The numbers of stored responses that are to go because an answer of this status came, when it was asked whether
    /// they are current, and is not stored in their place (RFC 9111 §4.3.3): what is stale would come out again where
    /// nobody asks. What is fresh stays, as was promised, and so does everything behind an error.
    public func outdated(by status: Int, to question: CacheQuestion, at now: Instant) -> [Int] {
        guard (200...399).contains(status), status != 304 else { return [] }
        let asked: [StoredVariant]
        switch question.purpose {
        case .fetch: asked = []
        case .validate(let variants): asked = variants
        case .complete(let variant, _): asked = [variant]
        }
        // Other variants may have been named to the server; the answer to this request says nothing of them.
        return asked.filter { variant in
            variant.response.answers(query.headers)
                && !ResponseFreshness(variant.response, choice: query.lifetime, at: now).isFresh
        }.map(\.number)
    }

    /// The numbers of stored errors whose time is over and that a stored success answers in place of.
    public func spentErrors(at now: Instant) -> [Int] {
        let fitting = stored.filter { $0.response.answers(query.headers) }
        guard fitting.contains(where: { !$0.response.isError }) else { return [] }
        return fitting.filter { variant in
            variant.response.isError
                && !ResponseFreshness(variant.response, choice: query.lifetime, at: now).isFresh
        }.map(\.number)
    }

    /// The most responses kept under one key.
    private static var variantLimit: Int { 32 }
}

extension StoredResponse {
    /// Whether it tells of a mistake of the client or of trouble of the server.
    public var isError: Bool { status >= 400 }

    /// The length of the body as its headers announce it; nil where they do not, or speak of a coded one.
    public var announcedLength: Int? {
        let lengths = Set(FieldList.members(of: headers.all("content-length")))
        guard !isCoded, lengths.count == 1, let text = lengths.first else { return nil }
        return ByteRange.number(text[...])
    }
}
