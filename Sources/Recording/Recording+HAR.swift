import SonicProtocol
import SonicSession

extension Recording {
    /// Reads a HAR file (1.1 or 1.2). Total; linear in the bytes.
    ///
    /// A file without `log.entries` is refused. An entry that cannot be read is left out with a note, and so is a part
    /// of one that a replay can do without. Entries that are no HTTP are left out.
    /// - Parameters:
    ///   - bytes: The file.
    ///   - file: The bytes of a body that stands in a file beside this one, by its name; nil where it is not there.
    public init(
        har bytes: [UInt8], file: (String) -> [UInt8]? = { _ in nil }
    ) throws(RecordingMistake) {
        let (node, problems) = JSONNode.read(NestedText.emptied(bytes, below: Self.deepest))
        guard let node else {
            throw RecordingMistake(
                problem: problems.first
                    ?? TextProblem(TextPosition(line: 1, column: 1), "There is nothing here."))
        }
        guard let log = node["log"], log.members != nil else {
            throw problems.first.map(RecordingMistake.init)
                ?? node.mistake("A HAR file is an object with an object “log”.")
        }
        guard let entries = log["entries"]?.elements else {
            throw problems.first.map(RecordingMistake.init)
                ?? log.mistake("“log” needs “entries”, an array.")
        }
        var notes = problems.map(RecordingMistake.init)
        var sessions: [String: RecordedSession] = [:]
        for page in log["pages"]?.elements ?? [] {
            guard let id = page["id"]?.string, let extras = page["_sonic"] else { continue }
            sessions[id] = noting(&notes) { () throws(RecordingMistake) in try RecordedSession(extras) }
        }
        var exchanges: [Exchange] = []
        var firsts: [String: Int] = [:]
        for entry in entries {
            let read = noting(&notes) { () throws(RecordingMistake) in try EntryReader(entry, file) }
            guard let read else { continue }
            notes += read.notes
            guard let exchange = read.exchange else { continue }
            if let page = entry["pageref"]?.string, sessions[page] != nil {
                if firsts[page] == nil { firsts[page] = exchanges.count }
                if let cache = exchange.cache { sessions[page]?.caches.append(cache) }
            }
            exchanges.append(exchange)
        }
        for (page, first) in firsts { exchanges[first].session = sessions[page] }
        self.init(exchanges: exchanges, notes: notes)
    }

    /// Nothing that is read of a HAR file stands deeper.
    private static let deepest = 32
}

/// What a part of a file says; nil where it says nothing that can be used, with a note.
private func noting<Part>(
    _ notes: inout [RecordingMistake], _ part: () throws(RecordingMistake) -> Part
) -> Part? {
    do throws(RecordingMistake) {
        return try part()
    } catch {
        notes.append(error)
        return nil
    }
}

/// Reads one entry, and notes what it lets go of.
private struct EntryReader {
    /// The exchange; nil for an address that is no HTTP.
    private(set) var exchange: Recording.Exchange?
    private(set) var notes: [RecordingMistake] = []

    init(_ entry: JSONNode, _ file: (String) -> [UInt8]?) throws(RecordingMistake) {
        let request = try entry.object("request")
        let url = try request.address("url").withoutFragment.withoutCredentials
        guard url.isHTTP else { return }
        let response = try entry.object("response")
        guard let status = response["status"]?.integer, status == 0 || (100...999).contains(status) else {
            throw (response["status"] ?? response).mistake("“status” is a number from 100 to 999, or 0.")
        }
        let method = request["method"]?.string ?? "GET"
        var notes: [RecordingMistake] = []
        var head: ResponseHead?
        if status != 0 {
            head = ResponseHead(
                version: response["httpVersion"]?.string ?? "HTTP/1.1", status: status,
                reason: response["statusText"]?.string ?? "", headers: response.fields("headers", &notes),
                raw: [])
        }
        let content = Recording.Content(response, status: status, method: method, file)
        if case .missing(let why) = content, let node = response["content"], !why.isEmpty {
            notes.append(node.mistake("\(url.href): \(why)"))
        }
        let extras = entry["_sonic"]
        let cache = extras?["cache"].flatMap { node in
            noting(&notes) { () throws(RecordingMistake) in try Recording.RecordedCache(node, at: url) }
        }
        exchange = Recording.Exchange(
            method: method, url: url, asked: request.fields("headers", &notes),
            body: PostBody(
                Array((request["postData"]?["text"]?.string ?? "").utf8),
                contentType: request["postData"]?["mimeType"]?.string ?? "application/octet-stream"),
            began: entry["startedDateTime"]?.string.flatMap(Instant.init(iso8601:)), head: head,
            content: content, failure: extras?["failure"].map(FailureRecord.failure), cache: cache)
        self.notes = notes
    }
}

extension Recording.Content {
    /// The body of a response: its text, the file that it names, or nothing where none belongs or the size is 0.
    fileprivate init(
        _ response: JSONNode, status: Int, method: String, _ file: (String) -> [UInt8]?
    ) {
        let hasNoBody = status < 200 || status == 204 || method == "HEAD"
        let content = response["content"]
        if let content, content["text"]?.string != nil {
            do throws(RecordingMistake) {
                self = .bytes(try ByteContent.bytes(content))
            } catch {
                self = .missing(error.problem.message)
            }
        } else if let name = content?["_file"]?.string {
            self = file(name).map { .bytes($0) } ?? .missing("the file “\(name)” is not beside the recording")
        } else if hasNoBody || status == 304 || (300...399).contains(status) {
            self = .bytes([])
        } else if content?["size"]?.integer == 0, response["bodySize"]?.integer ?? 0 <= 0 {
            self = .bytes([])
        } else {
            self = .missing("")
        }
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
        var notes: [RecordingMistake] = []
        let headers = node.fields("headers", &notes)
        if let note = notes.first { throw note }
        let version = PageVersion(
            url: try node.address("url"), html: try ByteContent.bytes(try node.object("content")),
            sha1: try node.text("sha1").text,
            etag: node["etag"]?.string, templateTag: node["templateTag"]?.string,
            headers: headers, stored: stored,
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

    /// Header fields in order. Those of HTTP/2 whose names begin with a colon are no fields; what is no field is noted.
    fileprivate func fields(_ name: String, _ notes: inout [RecordingMistake]) -> Headers {
        guard let list = self[name]?.elements else {
            notes.append((self[name] ?? self).mistake("“\(name)” belongs here, an array."))
            return Headers()
        }
        var fields: [HeaderField] = []
        for node in list {
            let field = noting(&notes) { () throws(RecordingMistake) in
                HeaderField(try node.text("name").text, try node.text("value").text)
            }
            if let field, !field.name.hasPrefix(":") { fields.append(field) }
        }
        return Headers(fields)
    }
}
