import SonicProtocol

extension PastSession {
    /// The session of an object that `PastSession.json` in SessionWords made; nil where it is none. What it has besides
    /// is passed over, and the reason is in the words that it was written in.
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
        reason = .recorded(node["reason"]?.string ?? "")
        changedBlocks = node["changedBlocks"]?.elements?.compactMap(\.string) ?? []
        bytesReceived = node["bytesReceived"]?.integer ?? 0
        bytesSent = node["bytesSent"]?.integer ?? 0
        pageBytes = node["pageBytes"]?.integer
        found = node["found"]?.integer
        left = node["left"]?.integer
    }
}
