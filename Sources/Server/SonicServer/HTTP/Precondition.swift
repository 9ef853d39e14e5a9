import SonicProtocol

/// What a request wants to be true before it is answered (RFC 9110 §13).
enum Precondition {
    /// What comes of a request's conditions, in the order of RFC 9110 §13.2.2.
    enum Verdict: Equatable {
        /// The answer goes out as if there were no conditions.
        case holds
        /// 304: the client has what it would get.
        case notModified
        /// 412: what the client knows is no longer there.
        case failed
    }

    /// Judges a GET or HEAD.
    ///
    /// - Parameters:
    ///   - tag: The entity tag of what would be sent.
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

    /// Whether a Range may be answered with a part: there is no If-Range, or it names exactly these bytes
    /// (RFC 9110 §13.1.5).
    static func allowsParts(_ request: Headers, tag: EntityTag) -> Bool {
        let conditions = request.all("If-Range")
        guard let condition = conditions.first else { return true }
        // A date names a second, within which a file may change twice, so it never names bytes here.
        return conditions.count == 1 && EntityTag(text: condition).matchesStrongly(tag)
    }

    private static func names(
        _ lines: [String], _ tag: EntityTag, _ matches: (EntityTag, EntityTag) -> Bool
    ) -> Bool {
        FieldList.members(of: lines).contains { $0 == "*" || matches(EntityTag(text: $0), tag) }
    }

    /// The one date of a field; nil where there is none, or what cannot be read (RFC 9110 §13.1.3).
    private static func date(_ request: Headers, _ name: String, _ now: Instant) -> Instant? {
        let lines = request.all(name)
        return lines.count == 1 ? HTTPDate.parse(lines[0], now: now) : nil
    }
}
