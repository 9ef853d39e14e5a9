import SonicProtocol

/// The preconditions of a request (RFC 9110 §13).
enum Precondition {
    /// The result of a request's preconditions, in the order of RFC 9110 §13.2.2.
    enum Verdict: Equatable {
        /// The response is sent as without preconditions.
        case holds
        /// 304: the client already has the representation.
        case notModified
        /// 412: a precondition is not met.
        case failed
    }

    /// Evaluates the preconditions of a GET or HEAD.
    ///
    /// - Parameters:
    ///   - tag: The entity tag of the representation.
    ///   - modified: Its Last-Modified; nil for none.
    static func verdict(on request: Headers, tag: EntityTag, modified: Instant?, at now: Instant) -> Verdict {
        if request.contains("If-Match") {
            guard names(request.all("If-Match"), tag, { $0.matchesStrongly($1) }) else { return .failed }
        } else if let limit = date(request, "If-Unmodified-Since", now), let modified, modified > limit {
            return .failed
        }
        if request.contains("If-None-Match") {
            return names(request.all("If-None-Match"), tag, { $0.matchesWeakly($1) }) ? .notModified : .holds
        }
        if let limit = date(request, "If-Modified-Since", now), let modified, modified <= limit {
            return .notModified
        }
        return .holds
    }

    /// Returns whether a Range may be answered with a part: there is no If-Range, or it matches the representation (RFC
    /// 9110 §13.1.5).
    static func allowsParts(_ request: Headers, tag: EntityTag) -> Bool {
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
