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
        var sessions: [String: RecordedSession] = [:]
        for page in log["pages"]?.elements ?? [] {
            guard let id = page["id"]?.string, let extras = page["_sonic"] else { continue }
            sessions[id] = try RecordedSession(extras)
        }
        var exchanges: [Exchange] = []
        var firsts: [String: Int] = [:]
        for entry in entries {
            guard let exchange = try Exchange(entry) else { continue }
            if let page = entry["pageref"]?.string, sessions[page] != nil {
                if firsts[page] == nil { firsts[page] = exchanges.count }
                if let cache = exchange.cache { sessions[page]?.caches.append(cache) }
            }
            exchanges.append(exchange)
        }
        for (page, first) in firsts { exchanges[first].session = sessions[page] }
        self.init(exchanges: exchanges)
    }
}

extension Recording.RecordedSession {
    fileprivate init(_ node: JSONNode) throws(RecordingMistake) {
        self.init(outcome: node["outcome"]?.string, caches: [])
        for cache in node["unasked"]?.elements ?? [] {
            caches.append(try Recording.RecordedCache(cache, at: try cache.address("url").withoutFragment))
        }
    }
}

extension Recording.Exchange {
    /// Nil for an address that is no HTTP.
    fileprivate init?(_ entry: JSONNode) throws(RecordingMistake) {
        let request = try entry.object("request")
        let url = try request.address("url").withoutFragment.withoutCredentials
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
            method: try request.text("method").text, url: url,
            body: PostBody(
                Array((request["postData"]?["text"]?.string ?? "").utf8),
                contentType: request["postData"]?["mimeType"]?.string ?? "application/octet-stream"),
            began: entry["startedDateTime"]?.string.flatMap(Instant.init(iso8601:)), head: head,
            content: try response["content"].map(ByteContent.bytes) ?? [],
            failure: extras?["failure"].map(FailureRecord.failure),
            cache: try extras?["cache"].map { node throws(RecordingMistake) in
                try Recording.RecordedCache(node, at: url)
            })
    }
}

extension Recording.RecordedCache {
    fileprivate init(_ node: JSONNode, at url: WebURL) throws(RecordingMistake) {
        var redirects: [SessionResult.Redirect] = []
        for hop in node["redirects"]?.elements ?? [] {
            let to = try hop.address("url")
            redirects.append(
                SessionResult.Redirect(
                    from: redirects.last?.to ?? url, to: to, status: hop["status"]?.integer ?? 302))
        }
        self.init(
            url: url, use: node["use"]?.string == "leftAside" ? .leftAside : .serves,
            sonicOff: node["sonicOffUntil"]?.string.flatMap(Instant.init(iso8601:)),
            redirects: redirects, page: try node["page"].flatMap(StoredPage.recorded))
    }
}

extension StoredPage {
    /// A stored page as `SonicExtras` wrote it; its SHA-1 is the recorded one. Nil where its bytes were let go.
    fileprivate static func recorded(_ node: JSONNode) throws(RecordingMistake) -> StoredPage? {
        guard node["content"] != nil else { return nil }
        let stored = node["stored"]?.string.flatMap(Instant.init(iso8601:)) ?? Instant(milliseconds: 0)
        let version = PageVersion(
            url: try node.address("url"), html: try ByteContent.bytes(try node.object("content")),
            sha1: try node.text("sha1").text,
            etag: node["etag"]?.string, templateTag: node["templateTag"]?.string,
            headers: try node.fields("headers"), stored: stored,
            updateFailures: min(max(node["updateFailures"]?.integer ?? 0, 0), 1000),
            isEdited: node["edited"]?.bool ?? false)
        return StoredPage(
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

    fileprivate func address(_ name: String) throws(RecordingMistake) -> WebURL {
        let address = try text(name)
        guard let url = WebURL(address.text) else {
            throw address.node.mistake("“\(address.text)” is no address.")
        }
        return url
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
