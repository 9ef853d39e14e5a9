extension Headers {
    /// Fields of one connection, which no cache keeps (RFC 9111 §3.1, RFC 9110 §7.6.1).
    private static let ofConnection: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
        "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade",
    ]

    /// Fields that Connection cannot take out, since they are for all recipients (RFC 9110 §7.6.1): without
    /// them a response would be kept for longer, or for others, than its server allows.
    private static let forAll: Set = [
        "age", "cache-control", "content-encoding", "content-length", "content-range", "content-type", "date",
        "etag", "expires", "last-modified", "location", "vary",
    ]

    /// Fields that describe the stored bytes rather than the resource, which no confirmation changes
    /// (RFC 9111 §3.2); the entity tag is the one by which the response was found.
    private static let ofStoredBytes: Set = [
        "content-encoding", "content-length", "content-range", "etag",
    ]

    /// The fields of a response that are stored: all but the connection's own, with a Date that can be read
    /// (RFC 9110 §6.6.1).
    func storable(received: Instant) -> Headers {
        var kept = withoutConnectionFields
        if kept.first("date").flatMap({ HTTPDate.parse($0, now: received) }) == nil {
            kept.remove("date")
            kept.append("Date", HTTPDate.text(received))
        }
        return kept
    }

    /// The fields without those that Connection names, and without those known to be a connection's: what an
    /// intermediary sends on (RFC 9110 §7.6.1).
    public var withoutConnectionFields: Headers {
        let named = FieldList.members(of: all("connection")).map { $0.lowercased() }
        let dropped = Self.ofConnection.union(named.filter { !Self.forAll.contains($0) })
        return Headers(fields.filter { !dropped.contains($0.name.lowercased()) })
    }

    /// These stored fields after a response confirmed them (RFC 9111 §3.2): each of its fields stands in
    /// place of the stored ones of its name. The Age is the confirmation's, or none.
    func confirmed(by confirmation: Headers, received: Instant) -> Headers {
        let news = confirmation.storable(received: received).fields.filter {
            !Self.ofStoredBytes.contains($0.name.lowercased())
        }
        let replaced = Set(news.map { $0.name.lowercased() }).union(["age"])
        return Headers(fields.filter { !replaced.contains($0.name.lowercased()) } + news)
    }
}
