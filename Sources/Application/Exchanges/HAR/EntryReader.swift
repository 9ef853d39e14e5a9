import SonicProtocol
import SonicSession

/// Reads one entry, and collects notes on the parts that it skips.
package struct EntryReader {
    /// The exchange; nil for an address that is neither HTTP nor of a WebSocket.
    package private(set) var exchange: Exchange?
    private(set) var notes: [TextProblem] = []

    /// Reads an entry.
    /// - Parameters:
    ///   - entry: The entry's object.
    ///   - file: Returns the bytes of a body in a file by its name; nil if it does not exist.
    package init(_ entry: JSONNode, _ file: (String) -> [UInt8]?) throws(TextProblem) {
        let request = try entry.object("request")
        let method = request["method"]?.string?.uppercased() ?? "GET"
        let url = try Self.url(of: request, method).withoutFragment.withoutCredentials
        guard url.isHTTP || ["ws", "wss"].contains(url.scheme) else { return }
        var notes: [TextProblem] = []
        let answer = noting(&notes) { () throws(TextProblem) in
            let response = try entry.object("response")
            return (node: response, status: try response.status("status"))
        }
        var head: ResponseHead?
        if let (response, status) = answer, status > 0 {
            head = ResponseHead(
                version: response["httpVersion"]?.string ?? "HTTP/1.1", status: status,
                reason: response["statusText"]?.string ?? "", headers: Self.headers(response, &notes),
                raw: [])
        }
        let extras = entry["_sonic"]
        let content =
            answer.map { Exchange.Content($0.node, head, method: method, isOwn: extras != nil, file) }
            ?? .missing(notes.last?.message ?? "")
        if case .missing(let why) = content, let node = answer?.node["content"], !why.isEmpty {
            notes.append(node.problem("\(url.href): \(why)"))
        }
        let cache = extras?["cache"].flatMap { node in
            noting(&notes) { () throws(TextProblem) in try Exchange.RecordedCache(node, at: url) }
        }
        // Only a server has `plainBytes`.
        let remarks = extras?["plainBytes"].flatMap { _ in extras?["notes"]?.elements?.compactMap(\.string) }
        let asked = request.fields("headers", &notes)
        exchange = Exchange(
            method: method, url: url, requestHeaders: asked,
            destination: answer.map { $0.status < 0 } ?? false
                ? .part : RequestCause.Use(resourceType: entry["_resourceType"]?.string, asked),
            group: entry["pageref"]?.string,
            body: Self.body(of: request["postData"]),
            began: entry["startedDateTime"]?.string.flatMap(Instant.init(iso8601:)),
            client: Exchange.Client(request["_client"] ?? entry["_client"], asked),
            took: Self.duration(entry["time"]),
            report: head.flatMap { head in
                answer.map { TransferReport(entry, $0.node, head, content) }
            },
            head: head, content: content, failure: extras?["failure"].map(ConnectionFailure.init(recorded:)),
            cache: cache, served: extras?["outcome"]?.string,
            notes: notes.map(\.message) + (remarks ?? []).prefix(8))
        self.notes = notes
    }

    /// Returns the address of a request; that of a CONNECT is a host and a port.
    private static func url(of request: JSONNode, _ method: String) throws(TextProblem) -> WebURL {
        if method == "CONNECT", let text = request["url"]?.string, !text.contains("/"),
            let url = WebURL("http://" + text)
        {
            return url
        }
        return try request.address("url")
    }

    /// Returns posted data: the text, or else the fields of a form that the format allows instead.
    private static func body(of data: JSONNode?) -> PostBody {
        let fields = (data?["params"]?.elements ?? []).map {
            FormEntry($0["name"]?.string ?? "", $0["value"]?.string ?? "")
        }
        let bytes = (data?["text"]?.string).map { Array($0.utf8) } ?? FormBody.urlEncoded(fields)
        return PostBody(bytes, contentType: data?["mimeType"]?.string ?? "application/octet-stream")
    }

    /// Returns a time in milliseconds; nil if it was not measured, which the format writes as -1.
    fileprivate static func duration(_ node: JSONNode?) -> Duration? {
        // A day is longer than any real time, and too short to overflow.
        guard let time = node?.number, (0...86_400_000).contains(time) else { return nil }
        return .microseconds(Int64(time * 1000))
    }

    /// Returns the response's headers. If one is missing whose value the format has a second member for, that is used.
    private static func headers(_ response: JSONNode, _ notes: inout [TextProblem]) -> Headers {
        var headers = response.fields("headers", &notes)
        let type = response["content"]?["mimeType"]?.string ?? ""
        if !headers.contains("content-type"), type.contains("/") { headers.append("Content-Type", type) }
        let target = response["redirectURL"]?.string ?? ""
        if !headers.contains("location"), !target.isEmpty { headers.append("Location", target) }
        return headers
    }
}

extension Exchange.Client {
    /// Creates the client of an entry; nil if there is no information. `_client` is a member of this program, since the
    /// format has none.
    fileprivate init?(_ node: JSONNode?, _ headers: Headers) {
        self.init(address: node?["address"]?.string, userAgent: headers.first("user-agent"))
        if address == nil, userAgent == nil { return nil }
    }
}

extension TransferReport {
    /// Creates the measurements of an entry: HAR has `ssl` within `connect`, and `send` separate from `wait`.
    fileprivate init(
        _ entry: JSONNode, _ response: JSONNode, _ head: ResponseHead, _ content: Exchange.Content
    ) {
        let timings = entry["timings"]
        func time(_ name: String) -> Duration? { EntryReader.duration(timings?[name]) }
        self.init(version: head.version)
        self.timings[.resolving] = time("dns")
        self.timings[.securing] = time("ssl")
        self.timings[.connecting] = time("connect").map { max(.zero, $0 - (time("ssl") ?? .zero)) }
        sending = time("send")
        self.timings[.waiting] = time("wait").map { $0 + (sending ?? .zero) }
        self.timings[.receiving] = time("receive")
        peer = entry["serverIPAddress"]?.string
        // Bytes that the browser read from its cache are not part of the transfer.
        let body = [response["_transferSize"], response["bodySize"]].lazy.compactMap { $0?.integer }.first {
            $0 >= 0
        }
        bodyBytesReceived = response["bodySize"]?.integer.flatMap { $0 >= 0 ? $0 : nil }
        bytesReceived = body ?? content.bytes?.count ?? 0
    }
}

extension Exchange.Content {
    /// Reads the body of a response: its text, the file that it names, or nothing if there should be none or nothing
    /// indicates more.
    /// - Parameters:
    ///   - response: The response's object.
    ///   - head: The status line and headers; nil if there was no response.
    ///   - method: The request's method.
    ///   - isOwn: Whether this program recorded it, so that text is the original bytes.
    ///   - file: Returns the bytes of a file next to the recording by name; nil if it does not exist.
    fileprivate init(
        _ response: JSONNode, _ head: ResponseHead?, method: String, isOwn: Bool, _ file: (String) -> [UInt8]?
    ) {
        let content = response["content"]
        let isBodiless = head.map { Self.isBodiless($0.status, method) } ?? true
        if let content, content["text"]?.string != nil {
            do throws(TextProblem) {
                let bytes = try content.contentBytes()
                // An emptied text, while a size indicates more, is not what the server sent.
                let isEmptied = bytes.isEmpty && !isBodiless && Self.statesBytes(response, head)
                let isExact = isOwn || bytes.isEmpty || content["encoding"]?.string?.lowercased() == "base64"
                self = isEmptied ? .missing("") : isExact ? .bytes(bytes) : .text(bytes)
            } catch {
                self = .missing(error.message)
            }
        } else if let name = content?["_file"]?.string {
            self =
                file(name).map { .bytes($0) } ?? .missing("the file “\(name)” is not next to the recording")
        } else if isBodiless {
            self = .bytes([])
        } else if content?["size"]?.integer == 0, !Self.statesBytes(response, head) {
            self = .bytes([])
        } else {
            self = .missing("")
        }
    }

    /// Whether nothing is lost without a recorded body, since none was sent.
    private static func isBodiless(_ status: Int, _ method: String) -> Bool {
        status < 200 || status == 204 || status == 304 || method == "HEAD"
    }

    /// Whether a size or a comment indicates a body with bytes.
    private static func statesBytes(_ response: JSONNode, _ head: ResponseHead?) -> Bool {
        let remark = response["content"]?["comment"]?.string ?? ""
        guard response["content"]?["size"]?.integer ?? 0 <= 0, remark.isEmpty else { return true }
        guard let headers = head?.headers else { return false }
        // An empty body has some twenty bytes when it is compressed.
        let least = headers.contains("content-encoding") ? 64 : 0
        let length = headers.first("content-length").flatMap { Int($0) }
        return [response["bodySize"]?.integer, length].contains { $0 ?? 0 > least }
    }
}

extension RequestCause.Use {
    /// Determines the destination from the type that browsers based on Chrome record, else from the request's
    /// Sec-Fetch-Dest, else from what it accepts; nil if none is known.
    fileprivate init?(resourceType: String?, _ asked: Headers) {
        let name = (resourceType ?? asked.first("sec-fetch-dest") ?? "").lowercased()
        let accepted = (asked.first("accept") ?? "").lowercased()
        if Self.pages.contains(name) {
            self = .page
        } else if Self.parts.contains(name) || Self.acceptedByParts.contains(where: accepted.hasPrefix) {
            self = .part
        } else {
            return nil
        }
    }

    private static let acceptedByParts = ["image/", "text/css", "font/", "audio/", "video/"]
    private static let pages: Set<String> = ["document", "iframe", "frame", "embed", "object"]
    private static let parts: Set<String> = [
        "stylesheet", "script", "image", "media", "font", "fetch", "xhr", "texttrack", "track", "manifest",
        "websocket", "eventsource", "ping", "preflight", "prefetch", "style", "audio", "video", "worker",
        "sharedworker", "serviceworker", "report", "empty", "audioworklet", "paintworklet", "xslt", "json",
        "csp-violation-report", "csp_report", "beacon", "imageset",
    ]
}
