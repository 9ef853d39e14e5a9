import Exchanges
import SonicProtocol
import SonicSession

/// A response as text for editing, and back (docs/guide/debugging.md#editing).
public enum AnswerText {
    /// The maximum length of an editable body in bytes: 4 MiB.
    static let bodyLimit = 4 << 20

    /// The parsed response, with the corrections made.
    public struct ParseResult: Equatable, Sendable {
        /// The response.
        public let answer: WrittenAnswer
        /// The corrections, one clause each.
        public let notes: [String]
    }

    /// Returns the text of a response. A body that is not text is omitted, and stays unchanged.
    public static func text(of answer: AnswerEdit.Original) -> [UInt8] {
        let head = answer.head
        let lines = [
            "# Edit the response, save it and quit the editor. Comment lines like this one are ignored.",
            "# Content-Length is set to the body's length, unless you add the line "
                + MessageChoice.lengthAsWritten.rawValue,
        ]
        let first = InterceptedMessage.statusLine(head.version, head.status, head.reason)
        return MessageLines.text(lines, first, head.headers, answer.body, problem(of: answer.body))
    }

    /// Returns the reason why a body cannot be edited, as a clause; nil if it can.
    static func problem(of body: [UInt8]) -> String? {
        if body.count > bodyLimit { return "the body of \(body.count) bytes is too long to edit" }
        guard String(validating: body, as: UTF8.self) != nil, !body.contains(0) else {
            return "the body of \(body.count) bytes is not text in UTF-8"
        }
        return nil
    }

    /// Parses a response written by hand. Linear.
    /// - Parameters:
    ///   - text: A status line, headers, an empty line, the body.
    ///   - original: The response that it replaces; nil for none.
    ///   - means: How it was written.
    public static func read(
        _ text: [UInt8], inPlaceOf original: AnswerEdit.Original?, means: AnswerEdit.Means
    ) throws(MessageMistake) -> ParseResult {
        let lines = try MessageLines(text, known: original?.head.headers ?? Headers())
        let status = try statusLine(lines.first.bytes, lines.first.number)
        let isBodyKept = lines.choices.contains(.bodyAsItCame)
        let body = isBodyKept ? original?.body ?? lines.body : lines.body
        var framing = Framing(headers: Headers(lines.fields), body: body)
        framing.settle(status: status.code, isLengthWritten: lines.choices.contains(.lengthAsWritten))
        let first = InterceptedMessage.statusLine(status.version, status.code, status.reason)
        let head = ResponseHead(
            version: status.version, status: status.code, reason: status.reason, headers: framing.headers,
            raw: InterceptedMessage.head(first, framing.headers))
        return ParseResult(
            answer: WrittenAnswer(head: head, body: framing.body, announced: framing.announced, means: means),
            notes: framing.notes)
    }

    /// Returns the bytes of a header section as a server would send it.
    private static func statusLine(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(MessageMistake) -> (version: String, code: Int, reason: String) {
        let words = Bytes.text(line).split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count >= 2, words[0].hasPrefix("HTTP/"), words[1].utf8.count == 3,
            let code = Int(words[1])
        else {
            throw MessageMistake(
                line: number,
                words:
                    "“\(MessageLines.quoted(line))” is not a valid status line: write one such as HTTP/1.1 200 OK"
            )
        }
        guard (200...999).contains(code) else {
            throw MessageMistake(
                line: number, words: "\(code) is not a final status: write 200 or above")
        }
        return (words[0], code, words.count > 2 ? words[2] : "")
    }
}

/// The headers about a body's length and coding, with corrections.
private struct Framing {
    var headers: Headers
    var body: [UInt8]
    /// The declared length, if it differs from the body's.
    var announced: Int?
    var notes: [String] = []

    mutating func settle(status: Int, isLengthWritten: Bool) {
        if status == 304 || status == 204 {
            if !body.isEmpty {
                notes.append("a \(status) has no body, so the text after the headers is ignored")
            }
            body = []
            return
        }
        if !body.isEmpty, let coding = headers.first("content-encoding") {
            headers.remove("content-encoding")
            notes.append("Content-Encoding: \(coding) is removed, since the body here is decoded")
        }
        guard !isLengthWritten else {
            if let text = headers.first("content-length"), let length = Int(text), length != body.count {
                announced = length
            }
            return
        }
        let isChunked = headers.contains("transfer-encoding")
        if isChunked {
            headers.remove("transfer-encoding")
            notes.append("Transfer-Encoding is removed, since the body here is complete")
        }
        guard isChunked || headers.contains("content-length"),
            headers.all("content-length") != ["\(body.count)"]
        else { return }
        headers.replace("Content-Length", "\(body.count)")
        notes.append("Content-Length is \(body.count)")
    }
}

/// A request as text for editing, and back (docs/guide/debugging.md#editing).
public enum RequestText {
    /// Returns the text of a request: its method and address, its headers, and the posted data.
    public static func text(of request: Request) -> [UInt8] {
        let lines = [
            "# Edit the request, save it and quit the editor. Comment lines like this one are ignored.",
            "# Host and Content-Length are added when it is sent.",
        ]
        return MessageLines.text(
            lines, "\(request.method) \(request.url.href) HTTP/1.1", request.headers, request.body.bytes,
            problem(of: request.body, request.headers))
    }

    /// Returns the reason why a body cannot be edited; nil if it can.
    private static func problem(of body: RequestBody, _ headers: Headers) -> String? {
        let length = headers.first("content-length").flatMap { Int($0) } ?? 0
        if body.isEmpty, length > 0 || headers.contains("transfer-encoding") {
            return
                "the body\(length > 0 ? " of \(length) bytes" : "") is masked by the server (--secrets sends it)"
        }
        guard let bytes = body.bytes else {
            return "the body of \(body.count) bytes contains files ("
                + body.files.map(\.words).joined(separator: "; ") + ")"
        }
        return AnswerText.problem(of: bytes)
    }

    /// Parses an edited request. Linear.
    public static func read(
        _ text: [UInt8], inPlaceOf original: Request
    ) throws(MessageMistake) -> Request {
        let lines = try MessageLines(text, known: original.headers)
        let line = Bytes.text(lines.first.bytes)
        let words = line.split(separator: " ").map(String.init)
        guard (2...3).contains(words.count), HeaderField(words[0], "").isWellFormed else {
            throw MessageMistake(
                line: lines.first.number,
                words:
                    "“\(MessageLines.quoted(lines.first.bytes))” is not a valid request: write METHOD and the whole address, such as "
                    + "GET http://localhost/ HTTP/1.1")
        }
        guard let url = WebURL(words[1]), url.isHTTP else {
            throw MessageMistake(
                line: lines.first.number,
                words:
                    "“\(MessageLines.quoted(Array(words[1].utf8)[...]))” is not an address that begins with http:// or https://"
            )
        }
        let body = lines.choices.contains(.bodyAsItCame) ? original.body : RequestBody(lines.body)
        return Request(method: words[0], url: url, headers: Headers(lines.fields), body: body)
    }
}
