import SonicProtocol
import Testing

@testable import Workbench

/// A request as text, and back.
@Suite struct RequestDraftTests {
    private func draft(_ fields: [HeaderField] = [], body: [UInt8] = []) throws -> RequestDraft {
        RequestDraft(
            Request(
                method: "POST", url: try #require(WebURL("http://a.example/news?x=1")),
                headers: Headers(fields), body: body))
    }

    @Test func `a draft is converted to text and back`() throws {
        let draft = try draft(
            [
                HeaderField("accept-diff", "true"), HeaderField("ACCEPT", "*/*"), HeaderField("accept", "b"),
                HeaderField("If-None-Match", ""),
            ], body: Array("one\ntwo".utf8))
        #expect(
            draft.text == """
                POST http://a.example/news?x=1
                accept-diff: true
                ACCEPT: */*
                accept: b
                If-None-Match:

                one
                two

                """)
        #expect(try draft.reading(draft.text) == draft)
    }

    @Test func `bytes that are not UTF-8 are unchanged`() throws {
        let draft = try draft(
            [HeaderField(nameBytes: "X".utf8, valueBytes: [0x62, 0xE9])], body: [0xFF, 0x00, 0x0A])
        #expect(try draft.reading(draft.text) == draft)
    }

    @Test func `all of a request can be changed`() throws {
        let read = try draft(body: Array("old".utf8)).reading(
            "PUT https://b.example:81/x\r\nA: 1\r\nA: 2\r\n\r\nnew\n\nlast\n\n")
        #expect(read.method == "PUT" && read.url.href == "https://b.example:81/x")
        #expect(read.fields.map(RequestDraft.line) == ["A: 1", "A: 2"])
        #expect(read.body.bytes == Array("new\n\nlast\n".utf8))
        #expect(try draft(body: [1]).reading("GET http://a.example/").body == [])
    }

    @Test(arguments: [
        ("", "Line 1: the request is empty."),
        ("GET", "Line 1: a request begins with a method and an address: GET http://…."),
        ("G(T http://a.example/", "Line 1: “G(T” is not a valid method."),
        ("GET ftp://a.example/", "Line 1: requests go to http or https addresses."),
        ("GET http://a.example/\nA: 1\nB", "Line 3: a header is “Name: value”, and “B” has no colon."),
        ("GET http://a.example/\nA b: 1", "Line 2: “A b: 1” has characters that are not allowed in headers."),
    ]) func `an invalid request is reported with its line`(text: String, words: String) throws {
        let draft = try draft()
        do throws(RequestDraft.Mistake) {
            _ = try draft.reading(text)
            Issue.record("it was read")
        } catch {
            #expect(error.words == words)
        }
    }
}
