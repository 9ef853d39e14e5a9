import Exchanges
import SonicProtocol

/// A request as text for editing and in files, and back (docs/guide/debugging.md#editing).
extension Request {
    /// The first line of the text.
    public var firstLine: String { "\(method) \(url.href)" }

    /// The body as text; nil if it is not text, is too long to edit, or has files.
    public var textBody: String? {
        body.bytes.flatMap { AnswerText.problem(of: $0) == nil ? Bytes.text($0) : nil }
    }

    /// The request as a file: its first line, headers, an empty line, and the body.
    public var fileText: String { MessageLines.text([], firstLine, headers, body.bytes) }

    /// The request for editing, with comments.
    public var editableText: String {
        var lines = [
            "# Edit the request, save it and quit the editor. Comment lines like this one are ignored.",
            "# Host and Content-Length are added when it is sent.",
        ]
        // Editors end the text of a new body with a line break.
        if body.isEmpty { lines.append(MessageChoice.noLastLineEnd.rawValue) }
        let form = form?.text
        return MessageLines.text(
            lines, "\(firstLine) HTTP/1.1", headers, form ?? body.bytes, bodyProblem(of: form ?? body.bytes))
    }

    /// The form that it posts; nil if the body is no form, or has files.
    package var form: PostedForm? { body.bytes.flatMap { $0.isEmpty ? nil : PostedForm($0, headers) } }

    /// Returns the reason why a body cannot be edited; nil if it can.
    private func bodyProblem(of bytes: [UInt8]?) -> String? {
        let length = headers.first("content-length").flatMap { Int($0) } ?? 0
        if body.isEmpty, length > 0 || headers.contains("transfer-encoding") {
            return
                "the body\(length > 0 ? " of \(length) bytes" : "") is masked by the server: it reports bodies up to 1 MiB, and only to programs on its machine"
        }
        guard let bytes else {
            return "the body of \(body.count) bytes contains files ("
                + body.files.map(\.words).joined(separator: "; ") + ")"
        }
        return AnswerText.problem(of: bytes)
    }

    /// Returns the request that an edited text describes. Unchanged fields keep their bytes. Linear.
    /// - Parameter domainToASCII: The conversion of host names outside ASCII; nil refuses them.
    public func edited(
        _ text: String, _ domainToASCII: WebURL.DomainToASCII? = nil
    ) throws(MessageMistake) -> Request {
        let lines = try MessageLines(Array(text.utf8), known: headers)
        var request = self
        try request.setTarget(Bytes.text(lines.first.bytes), domainToASCII, line: lines.first.number)
        request.headers = lines.headers
        if !lines.has(.bodyAsItCame) {
            request.body = RequestBody(form?.body(of: lines.body) ?? lines.body)
        }
        return request
    }

    /// Sets the method and address from a line such as `GET http://example.com/`.
    public mutating func setTarget(
        _ text: String, _ domainToASCII: WebURL.DomainToASCII?, line: Int? = nil
    ) throws(MessageMistake) {
        let target = try Self.target(text, domainToASCII, line: line)
        (method, url) = (target.method, target.url)
    }

    /// Parses a first line; an address alone is for GET, and a version after it is ignored.
    static func target(
        _ text: String, _ domainToASCII: WebURL.DomainToASCII?, line: Int?
    ) throws(MessageMistake) -> (method: String, url: WebURL) {
        func mistake(_ word: String, _ problem: String) -> MessageMistake {
            MessageMistake(line: line, words: "“\(MessageLines.quoted(word.utf8))” \(problem)")
        }
        var words = text.split(separator: " ").map(String.init)
        if words.count > 1, words.last?.hasPrefix("HTTP/") ?? false { words.removeLast() }
        if words.count == 1 { words.insert("GET", at: 0) }
        guard words.count == 2 else {
            throw mistake(
                text,
                "is not a valid request: write METHOD and the whole address, such as GET http://localhost/")
        }
        guard HeaderField(words[0], "").isWellFormed else { throw mistake(words[0], "is not a valid method") }
        let url: WebURL
        do throws(WebURL.Failure) {
            url = try WebURL.parse(words[1], domainToASCII: domainToASCII)
        } catch {
            throw mistake(words[1], "is not a valid address: \(error)")
        }
        guard url.isHTTP else {
            throw mistake(words[1], "is not an address that begins with http:// or https://")
        }
        return (words[0], url.withoutCredentials)
    }
}
