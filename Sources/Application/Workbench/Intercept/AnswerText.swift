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
    public static func text(of answer: AnswerEdit.Original) -> String {
        let head = answer.head
        let lines = [
            "# Edit the response, save it and quit the editor. Comment lines like this one are ignored.",
            "# Content-Length is set to the body's length, unless you add the line "
                + MessageChoice.lengthAsWritten.rawValue,
        ]
        let first = InterceptedMessage.statusLine(head)
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
        let isBodyKept = lines.has(.bodyAsItCame)
        let body = isBodyKept ? original?.body ?? lines.body : lines.body
        var framing = Framing(headers: lines.headers, body: body)
        framing.settle(status: status.status, isLengthWritten: lines.has(.lengthAsWritten))
        let head = InterceptedMessage.head(status, with: framing.headers)
        return ParseResult(
            answer: WrittenAnswer(head: head, body: framing.body, announced: framing.announced, means: means),
            notes: framing.notes)
    }

    /// Parses a status line: a head without headers.
    private static func statusLine(
        _ line: ArraySlice<UInt8>, _ number: Int
    ) throws(MessageMistake) -> ResponseHead {
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
        return ResponseHead(
            version: words[0], status: code, reason: words.count > 2 ? words[2] : "", headers: Headers(),
            raw: [])
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
