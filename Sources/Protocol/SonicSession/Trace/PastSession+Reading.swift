import SonicProtocol

extension PastSession {
    /// Creates the session from an object made by `PastSession.json` of SessionWords; nil if it is invalid. Other
    /// members are ignored, and the reason has the recorded text.
    /// - Parameters:
    ///   - node: The object.
    ///   - account: The account of the session, which the object does not contain.
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
        reason = .recorded(node["reason"]?.string ?? "")
        changedBlocks = node["changedBlocks"]?.elements?.compactMap(\.string) ?? []
        bytesReceived = node["bytesReceived"]?.integer ?? 0
        bytesSent = node["bytesSent"]?.integer ?? 0
        pageBytes = node["pageBytes"]?.integer
        found = node["found"]?.integer
        left = node["left"]?.integer
    }
}
