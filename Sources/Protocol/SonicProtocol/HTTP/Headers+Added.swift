extension HeaderField {
    /// Whether the user may add a header of this name to responses that lack it. Headers that frame the body, redirect
    /// or set cookies are excluded, and validators, since only the server can identify the bytes.
    public var mayBeAdded: Bool {
        let own = [
            "connection", "content-encoding", "content-length", "etag", "html-sha1", "keep-alive",
            "last-modified", "location", "proxy-connection", "set-cookie", "sonic-etag-key",
            "sonic-html-sha1", "te", "template-tag", "trailer", "transfer-encoding", "upgrade",
        ]
        return isWellFormed && !valueBytes.isEmpty && !own.contains { isNamed($0) }
    }
}

extension Headers {
    /// Returns the fields that can be added to these headers: those whose name is not present and may be added.
    public func taking(_ fields: [HeaderField]) -> [HeaderField] {
        fields.filter { $0.mayBeAdded && !contains($0.name) }
    }

    /// Returns these headers with further fields at the end.
    public func adding(_ fields: [HeaderField]) -> Headers {
        fields.isEmpty ? self : Headers(self.fields + fields)
    }
}
