import SonicProtocol

// A session of the history as an object of one line, as files and `sonic history --json` have it.
extension PastSession {
    /// The session as an object.
    public var json: JSONValue {
        [
            "time": .string(CalendarTime.timestamp(began)), "began": .integer(began.milliseconds),
            "milliseconds": .integer(took.wholeMilliseconds), "requested": .string(requested.href),
            "url": .string(url.href), "page": .string(pageID.digest), "outcome": .string(outcome),
            "code": .integer(orNull: code), "status": .integer(orNull: status), "reason": .string(reason),
            "changedBlocks": .array(changedBlocks.map { .string($0) }),
            "bytesReceived": .integer(bytesReceived), "bytesSent": .integer(bytesSent),
            "pageBytes": .integer(orNull: pageBytes),
            "found": .integer(orNull: found), "left": .integer(orNull: left),
            "exception": .string(orNull: exception),
        ]
    }

    /// The session of such an object; nil where it is none. What it has besides is passed over.
    /// - Parameters:
    ///   - node: The object.
    ///   - account: The account under which it ran; the object does not say.
    public init?(_ node: JSONNode, account: String) {
        guard let began = node["began"]?.integer, let took = node["milliseconds"]?.integer,
            let requested = node["requested"]?.string.flatMap({ WebURL($0) }),
            let url = node["url"]?.string.flatMap({ WebURL($0) }),
            let page = node["page"]?.string, let outcome = node["outcome"]?.string
        else { return nil }
        self.began = Instant(milliseconds: Int64(began))
        self.took = .milliseconds(took)
        self.requested = requested
        self.url = url
        pageID = PageID(account: account, digest: page)
        exception = node["exception"]?.string
        self.outcome = outcome
        code = node["code"]?.integer
        status = node["status"]?.integer
        reason = node["reason"]?.string ?? ""
        changedBlocks = node["changedBlocks"]?.elements?.compactMap(\.string) ?? []
        bytesReceived = node["bytesReceived"]?.integer ?? 0
        bytesSent = node["bytesSent"]?.integer ?? 0
        pageBytes = node["pageBytes"]?.integer
        found = node["found"]?.integer
        left = node["left"]?.integer
    }
}
