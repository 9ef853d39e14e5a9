import SonicProtocol
import SonicSession

extension Recording {
    /// Reads a HAR file (1.1 or 1.2). Total; linear in the bytes.
    ///
    /// What a replay rests on must be right, or the file is refused: `log.entries`, and of each entry method,
    /// address, status, headers and content. Entries that are no HTTP are left out.
    public init(har bytes: [UInt8]) throws(RecordingMistake) {
        let (node, problems) = JSONNode.read(bytes)
        if let problem = problems.first { throw RecordingMistake(problem: problem) }
        guard let node else {
            throw RecordingMistake(
                problem: TextProblem(TextPosition(line: 1, column: 1), "There is nothing here."))
        }
        guard let log = node["log"], log.members != nil else {
            throw node.mistake("A HAR file is an object with an object “log”.")
        }
        guard let entries = log["entries"]?.elements else {
            throw log.mistake("“log” needs “entries”, an array.")
        }
        var outcomes: [String: String] = [:]
        for page in log["pages"]?.elements ?? [] {
            if let id = page["id"]?.string { outcomes[id] = page["_sonic"]?["outcome"]?.string }
        }
        var exchanges: [Exchange] = []
        for entry in entries {
            let session = entry["pageref"]?.string.flatMap { outcomes[$0] }
            if let exchange = try Exchange(entry, session: session) { exchanges.append(exchange) }
        }
        self.init(exchanges: exchanges)
    }
}

extension Recording.Exchange {
    /// Nil for an address that is no HTTP.
    fileprivate init?(_ entry: JSONNode, session: String?) throws(RecordingMistake) {
        let request = try entry.object("request")
        let address = try request.text("url")
        guard let url = WebURL(address.text) else {
            throw address.node.mistake("“\(address.text)” is no address.")
        }
        guard url.isHTTP else { return nil }
        let response = try entry.object("response")
        guard let status = response["status"]?.integer, status == 0 || (100...999).contains(status) else {
            throw (response["status"] ?? response).mistake("“status” is a number from 100 to 999, or 0.")
        }
        var head: ResponseHead?
        if status != 0 {
            head = ResponseHead(
                version: response["httpVersion"]?.string ?? "HTTP/1.1", status: status,
                reason: response["statusText"]?.string ?? "", headers: try response.fields("headers"), raw: []
            )
        }
        let extras = entry["_sonic"]
        self.init(
            method: try request.text("method").text, url: url.withoutFragment.withoutCredentials,
            body: PostBody(
                Array((request["postData"]?["text"]?.string ?? "").utf8),
                contentType: request["postData"]?["mimeType"]?.string ?? "application/octet-stream"),
            began: entry["startedDateTime"]?.string.flatMap(Instant.init(iso8601:)), head: head,
            content: try response["content"].map(ByteContent.bytes) ?? [],
            failure: extras?["failure"].map(FailureRecord.failure),
            cache: try extras?["cache"].map(Recording.RecordedCache.init), session: session)
    }
}

extension Recording.RecordedCache {
    fileprivate init(_ node: JSONNode) throws(RecordingMistake) {
        self.init(
            use: node["use"]?.string == "leftAside" ? .leftAside : .serves,
            sonicOff: node["sonicOffUntil"]?.string.flatMap(Instant.init(iso8601:)),
            page: try node["page"].map(StoredPage.init(recorded:)))
    }
}

extension StoredPage {
    /// A stored page as `SonicExtras` wrote it; its SHA-1 is the recorded one.
    fileprivate init(recorded node: JSONNode) throws(RecordingMistake) {
        let address = try node.text("url")
        guard let url = WebURL(address.text) else {
            throw address.node.mistake("“\(address.text)” is no address.")
        }
        let stored = node["stored"]?.string.flatMap(Instant.init(iso8601:)) ?? Instant(milliseconds: 0)
        let version = PageVersion(
            url: url, html: try ByteContent.bytes(try node.object("content")),
            sha1: try node.text("sha1").text,
            etag: node["etag"]?.string, templateTag: node["templateTag"]?.string,
            headers: try node.fields("headers"), stored: stored,
            updateFailures: min(max(node["updateFailures"]?.integer ?? 0, 0), 1000),
            isEdited: node["edited"]?.bool ?? false)
        self.init(
            number: max(node["version"]?.integer ?? 1, 1), version: version,
            checked: node["checked"]?.string.flatMap(Instant.init(iso8601:)) ?? stored)
    }
}

extension JSONNode {
    fileprivate func object(_ name: String) throws(RecordingMistake) -> JSONNode {
        guard let node = self[name], node.members != nil else {
            throw (self[name] ?? self).mistake("“\(name)” belongs here, an object.")
        }
        return node
    }

    fileprivate func text(_ name: String) throws(RecordingMistake) -> (text: String, node: JSONNode) {
        guard let node = self[name], let text = node.string else {
            throw (self[name] ?? self).mistake("“\(name)” belongs here, a text.")
        }
        return (text, node)
    }

    /// Header fields in order. Those of HTTP/2 whose names begin with a colon are no fields.
    fileprivate func fields(_ name: String) throws(RecordingMistake) -> Headers {
        guard let list = self[name]?.elements else {
            throw (self[name] ?? self).mistake("“\(name)” belongs here, an array.")
        }
        var fields: [HeaderField] = []
        for node in list {
            let (name, value) = (try node.text("name").text, try node.text("value").text)
            if !name.hasPrefix(":") { fields.append(HeaderField(name, value)) }
        }
        return Headers(fields)
    }
}
