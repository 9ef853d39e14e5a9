import Exchanges
import SonicProtocol
import Testing

@testable import Workbench

/// A request as text, and back.
@Suite struct RequestTextTests {
    private func request(_ fields: [HeaderField] = [], body: [UInt8] = []) throws -> Request {
        Request(
            method: "POST", url: try #require(WebURL("http://a.example/news?x=1")), headers: Headers(fields),
            body: body)
    }

    @Test(arguments: ["", "one\ntwo", "one\n", "\n", "one\r\n\r\n"])
    func `a request is converted to text and back`(body: String) throws {
        let request = try request(
            [
                HeaderField("accept-diff", "true"), HeaderField("ACCEPT", "*/*"), HeaderField("accept", "b"),
                HeaderField("If-None-Match", ""), HeaderField("#x", "no comment"),
            ], body: Array(body.utf8))
        #expect(try request.edited(request.editableText) == request)
    }

    @Test func `a file has the first line, the headers and the body`() throws {
        let request = try request([HeaderField("A", "1"), HeaderField("B", "")], body: Array("one\n".utf8))
        #expect(request.fileText == "POST http://a.example/news?x=1\nA: 1\nB:\n\none\n")
    }

    @Test func `bytes that are not UTF-8 are unchanged`() throws {
        let request = try request(
            [HeaderField(nameBytes: "X".utf8, valueBytes: [0x62, 0xE9])], body: [0xFF, 0x00, 0x0A])
        #expect(request.textBody == nil)
        #expect(try request.edited(request.editableText) == request)
    }

    @Test func `all of a request can be changed`() throws {
        let read = try request(body: Array("old\n".utf8)).edited(
            "PUT https://b.example:81/x\r\nA: 1\r\n// a comment\r\nA: 2\r\n\r\nnew\n\nlast\n")
        #expect(read.method == "PUT" && read.url.href == "https://b.example:81/x")
        #expect(read.headers.fields.map(MessageLines.line) == ["A: 1", "A: 2"])
        #expect(read.body.bytes == Array("new\n\nlast\n".utf8))
        #expect(try request(body: [1]).edited("GET http://a.example/").body.isEmpty)
    }

    @Test func `the line end after a new body is the editor's`() throws {
        let request = try request()
        #expect(try request.edited(request.editableText + "a=1\n").body.bytes == Array("a=1".utf8))
    }

    @Test(arguments: [
        ("", 1, "the first line is missing"), ("GET", 1, "“GET” is not a valid address"),
        ("GET a b", 1, "“GET a b” is not a valid request: write METHOD and the whole address"),
        ("G(T http://a.example/", 1, "“G(T” is not a valid method"),
        ("GET ftp://a.example/ HTTP/1.1", 1, "“ftp://a.example/” is not an address that begins with http://"),
        ("GET http://a.example/\nA: 1\nB", 3, "“B” is not a valid header: write NAME: VALUE"),
        ("GET http://a.example/\nA b: 1", 2, "“A b: 1” has characters that are not allowed in headers"),
    ]) func `an invalid request is reported with its line`(text: String, line: Int, words: String) throws {
        let request = try request()
        let mistake = #expect(throws: MessageMistake.self) { try request.edited(text) }
        #expect(mistake?.line == line && mistake?.words.hasPrefix(words) == true, "\(mistake?.words ?? "")")
    }
}
