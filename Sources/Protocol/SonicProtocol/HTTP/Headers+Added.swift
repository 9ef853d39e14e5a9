extension HeaderField {
    /// Whether a reader may add a header of this name to answers that have none. Not what frames the body, leads
    /// elsewhere or sets cookies, and no validator: what names the bytes only their server can say.
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
    /// Those of the fields that these headers take when they are added: of names they have none of, and that may
    /// be added at all.
    public func taking(_ fields: [HeaderField]) -> [HeaderField] {
        fields.filter { $0.mayBeAdded && !contains($0.name) }
    }

    /// These headers with further fields at the end.
    public func adding(_ fields: [HeaderField]) -> Headers {
        fields.isEmpty ? self : Headers(self.fields + fields)
    }
}
