extension Headers {
    /// The headers of one connection, which are not stored (RFC 9111 §3.1, RFC 9110 §7.6.1).
    private static let ofConnection: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// The headers that Connection cannot remove, since they are for all recipients (RFC 9110 §7.6.1): without them, a
    /// response would be stored longer, or for more users, than its server allows.
    private static let forAll: Set = [
        "age", "cache-control", "content-encoding", "content-length", "content-range", "content-type", "date",
        "etag", "expires", "last-modified", "location", "vary",
    ]

    /// The headers that describe the stored bytes rather than the resource and are not changed by validation
    /// (RFC 9111 §3.2); the entity tag is the one by which the response was selected.
    private static let ofStoredBytes: Set = [
        "content-encoding", "content-length", "content-range", "etag",
    ]

    /// Returns the headers of a response that are stored: all except those of the connection, with a valid Date
    /// (RFC 9110 §6.6.1).
    func storable(received: Instant) -> Headers {
        var kept = withoutConnectionFields
        if kept.first("date").flatMap({ HTTPDate.parse($0, now: received) }) == nil {
            kept.remove("date")
            kept.append("Date", HTTPDate.text(received))
        }
        return kept
    }

    /// The headers without connection headers and those listed in Connection, as an intermediary forwards them
    /// (RFC 9110 §7.6.1).
    public var withoutConnectionFields: Headers {
        let named = FieldList.members(of: all("connection")).map { $0.lowercased() }
        let dropped = Self.ofConnection.union(named.filter { !Self.forAll.contains($0) })
        return Headers(fields.filter { !dropped.contains($0.name.lowercased()) })
    }

    /// Returns these stored headers updated by a validation (RFC 9111 §3.2): its fields replace the stored ones of the
    /// same name. Age is taken from it, or removed.
    func confirmed(by confirmation: Headers, received: Instant) -> Headers {
        let news = confirmation.storable(received: received).fields.filter {
            !Self.ofStoredBytes.contains($0.name.lowercased())
        }
        let replaced = Set(news.map { $0.name.lowercased() }).union(["age"])
        return Headers(fields.filter { !replaced.contains($0.name.lowercased()) } + news)
    }
}
