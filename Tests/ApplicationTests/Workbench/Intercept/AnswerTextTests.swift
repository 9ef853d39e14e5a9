import Exchanges
import SonicProtocol
import SonicSession
import TestSupport
import Testing
import Workbench

@Suite struct AnswerTextTests {
    private func answer(_ head: String, _ body: [UInt8]) -> AnswerEdit.Original {
        let lines = head.split(separator: "\n").map { $0 + "\r\n" }.joined() + "\r\n"
        return AnswerEdit.Original(head: ResponseHead(raw: Array(lines.utf8))!, body: body)
    }

    private func read(
        _ text: String, of original: AnswerEdit.Original? = nil
    ) throws(MessageMistake) -> AnswerText.ParseResult {
        try AnswerText.read(Array(text.utf8), inPlaceOf: original, means: .editing)
    }

    /// The text without omissions.
    private func message(_ answer: AnswerEdit.Original) -> String {
        AnswerText.text(of: answer)
            .split(separator: "\n", omittingEmptySubsequences: false).drop { $0.hasPrefix("#") }
            .joined(separator: "\n")
    }

    @Test(
        arguments: TableRow.rows(
            "an unchanged text is the", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `an unchanged text is the original response, byte for byte`(row: TableRow) throws {
        let body = row[1]
        let original = answer(
            "HTTP/1.1 200 OK\nETag: a\nX-Empty:\nContent-Length: \(body.utf8.count)", Array(body.utf8))
        let reading = try AnswerText.read(
            Array(AnswerText.text(of: original).utf8), inPlaceOf: original, means: .editing)
        #expect(reading.answer.body == original.body)
        #expect(reading.answer.head.headers == original.head.headers)
        #expect(reading.answer.head.status == 200 && reading.answer.head.reason == "OK")
        #expect(reading.notes == [] && reading.answer.announced == nil)
    }

    @Test func `a trailing line end that an editor adds is not part of the body`() throws {
        let original = answer("HTTP/1.1 200 OK", Array("<p>one".utf8))
        #expect(message(original) == "HTTP/1.1 200 OK\n\n<p>one\n")
        let text = AnswerText.text(of: original)
        #expect(
            try read(text.replacing("one", with: "two"), of: original).answer.body == Array("<p>two".utf8))
    }

    @Test func `headers that are not UTF-8 keep their bytes if their line is unchanged`() throws {
        let field = HeaderField(nameBytes: Array("X-Name".utf8), valueBytes: [0x4D, 0xFC, 0x6C])
        let head = ResponseHead(
            version: "HTTP/1.1", status: 200, reason: "OK", headers: Headers([field]), raw: [])
        let original = AnswerEdit.Original(head: head, body: [])
        let reading = try AnswerText.read(
            Array(AnswerText.text(of: original).utf8), inPlaceOf: original, means: .editing)
        #expect(reading.answer.head.headers.fields == [field])
    }

    @Test func `Content-Length is updated and codings are removed, with a report of both`() throws {
        let text =
            "HTTP/1.1 200 OK\nContent-Length: 3\nContent-Encoding: gzip\nTransfer-Encoding: chunked\n\n12345"
        let reading = try read(text)
        #expect(reading.answer.head.headers.fields == [HeaderField("Content-Length", "5")])
        #expect(
            reading.notes == [
                "Content-Encoding: gzip is removed, since the body here is decoded",
                "Transfer-Encoding is removed, since the body here is complete", "Content-Length is 5",
            ])
        #expect(reading.answer.head.raw == Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n".utf8))
    }

    @Test func `a wrong Content-Length is kept on request`() throws {
        let long = try read("# length: as written\nHTTP/1.1 200 OK\nContent-Length: 9\n\n12345")
        #expect(long.answer.announced == 9 && long.notes == [])
        #expect(long.answer.head.headers.first("content-length") == "9")
        let right = try read("#   Length:  AS WRITTEN\nHTTP/1.1 200 OK\nContent-Length: 5\n\n12345")
        #expect(right.answer.announced == nil)
    }

    @Test func `a 304 has no body`() throws {
        let original = answer("HTTP/1.1 200 OK\nContent-Length: 3", Array("abc".utf8))
        let text = AnswerText.text(of: original)
        let reading = try read(text.replacing("200 OK", with: "304 Not Modified"), of: original)
        #expect(reading.answer.body == [] && reading.answer.head.status == 304)
        #expect(reading.notes == ["a 304 has no body, so the text after the headers is ignored"])
    }

    @Test func `a binary body is not shown and is kept`() throws {
        let original = answer("HTTP/1.1 200 OK\nContent-Type: image/png", [0x89, 0x50, 0, 0xFF])
        let text = AnswerText.text(of: original)
        #expect(
            text.contains(
                "# the body of 4 bytes is not text in UTF-8, so it is not shown here and stays unchanged:"))
        let reading = try read(text.replacing("200 OK", with: "404 Not Found"), of: original)
        #expect(reading.answer.head.status == 404 && reading.answer.body == original.body)
    }

    private static let long = String(repeating: "x", count: 60)

    @Test(arguments: [
        ("", 1, "the first line is missing"),
        ("# only a remark\n", 2, "the first line is missing"),
        ("200 OK\n", 1, "“200 OK” is not a valid status line: write one such as HTTP/1.1 200 OK"),
        ("HTTP/1.1 abc\n", 1, "“HTTP/1.1 abc” is not a valid status line: write one such as HTTP/1.1 200 OK"),
        ("HTTP/1.1 100 Continue\n", 1, "100 is not a final status: write 200 or above"),
        (
            "# one\n# two\nHTTP/1.1 200 OK\nETag: a\n<p>body", 5,
            "“<p>body” is not a valid header: write NAME: VALUE, and an empty line before the body"
        ),
        ("HTTP/1.1 200 OK\n folded", 2, "a header begins with its name, not with white space"),
        (
            "HTTP/1.1 200 OK\n\(long)x", 2,
            "“\(long)…” is not a valid header: write NAME: VALUE, and an empty line before the body"
        ),
        ("HTTP/1.1 200 OK\na b: c", 2, "“a b: c” has characters that are not allowed in headers"),
    ])
    func `a mistake is reported with its line`(_ text: String, _ line: Int, _ words: String) {
        let mistake = #expect(throws: MessageMistake.self) { try read(text) }
        #expect(mistake?.line == line && mistake?.words == words)
    }

    @Test(arguments: [
        ("Content-Length", "18", true), ("Transfer-Encoding", "chunked", true),
        ("Content-Length", "0", false),
    ])
    func `a body that the server did not send is reported, and stays unchanged`(
        _ name: String, _ value: String, _ isMissing: Bool
    ) throws {
        let request = Request(
            method: "POST", url: WebURL("http://news.example/order")!,
            headers: Headers([HeaderField(name, value)]), body: [])
        let text = request.editableText
        #expect(text.contains("# body: as it came") == isMissing)
        #expect(text.contains("masked by the server") == isMissing)
        #expect(
            try request.edited(text + "typed").body.isEmpty == isMissing)
    }

    @Test func `a request is converted to text and back`() throws {
        let request = Request(
            method: "POST", url: WebURL("http://news.example/a?b=1")!,
            headers: Headers([HeaderField("accept-diff", "true"), HeaderField("Cookie", "a=1")]),
            body: Array("x=1".utf8))
        #expect(try request.edited(request.editableText) == request)
        let text = request.editableText
        let edited = try request.edited(
            text.replacing("Cookie: a=1\n", with: "").replacing("POST", with: "PUT"))
        #expect(edited.method == "PUT" && edited.headers.fields == [HeaderField("accept-diff", "true")])
    }
}
