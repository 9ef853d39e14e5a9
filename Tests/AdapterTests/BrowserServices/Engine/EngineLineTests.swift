import SonicProtocol
import TestSupport
import Testing

@testable import BrowserServices

/// Parsing a line of the engine's input, and the errors of invalid lines.
@Suite struct EngineLineTests {
    private func line(_ text: String) throws(EngineMistake) -> EngineLine {
        try EngineLine(Array(text.utf8), domainToASCII: nil)
    }

    private func request(_ text: String) throws -> EngineRequest {
        guard case .request(let request) = try line(text) else {
            throw EngineMistake(message: "no request")
        }
        return request
    }

    @Test func `a request requires an id and an address, everything else has a default`() throws {
        let request = try request(#"{"id":7,"url":"http://a.example/b#c"}"#)
        #expect(request.id == .number(7))
        #expect(request.url.href == "http://a.example/b#c")
        #expect(request.method == "GET" && request.headers.fields.isEmpty && request.body.isEmpty)
        #expect(request.cache == .default && request.redirect == .follow)
        guard case .fetch = request.kind else { return #expect(Bool(false), "not a fetch") }
    }

    @Test func `every member is read`() throws {
        let request = try request(
            #"{"id":"x","method":"post","url":"http://a.example/","headers":[["A","1"],["a","\u00e9"]],"#
                + #""body":"AP8=","cache":"only-if-cached","redirect":"manual","sonic":false,"events":false}"#
        )
        #expect(request.id == .text("x"))
        #expect(request.method == "POST")
        #expect(request.headers.fields.map(\.valueBytes) == [[0x31], [0xE9]])
        #expect(request.body == [0x00, 0xFF])
        #expect(request.cache == .onlyIfCached && request.redirect == .manual)
    }

    @Test func `null means the default`() throws {
        let request = try request(
            #"{"id":7,"url":"http://a.example/","method":null,"headers":null,"body":null,"cache":null,"#
                + #""redirect":null,"sonic":null,"events":null}"#)
        #expect(request.method == "GET" && request.headers.fields.isEmpty && request.body.isEmpty)
        #expect(request.cache == .default && request.redirect == .follow)
    }

    @Test func `the largest integer that JSON represents exactly is preserved as an id`() throws {
        #expect(
            try request(#"{"id":-9007199254740991,"url":"http://a.example/"}"#).id
                == .number(-9_007_199_254_740_991))
    }

    @Test func `a correct Content-Length is removed, as it is added when the request is sent`() throws {
        let request = try request(
            #"{"id":7,"url":"http://a.example/","method":"PUT","headers":[["A","1"],["Content-Length","2"]],"body":"AP8="}"#
        )
        #expect(request.headers.fields.map(\.name) == ["A"])
    }

    @Test(arguments: [("patch", "patch"), ("delete", "DELETE"), ("Get", "GET"), ("FOO", "FOO")])
    func `methods are normalized as in Fetch, and no further`(_ written: String, _ sent: String) throws {
        #expect(try request(#"{"id":1,"method":"\#(written)","url":"http://a.example/"}"#).method == sent)
    }

    @Test func `sonic opens a session, and events adds its events`() throws {
        func kind(_ members: String) throws -> EngineRequest.Kind {
            try request(#"{"id":1,"url":"http://a.example/"\#(members)}"#).kind
        }
        #expect(try kind("") == .fetch)
        #expect(try kind(#","events":true"#) == .fetch)
        #expect(try kind(#","sonic":true"#) == .session)
        #expect(try kind(#","sonic":true,"events":true"#) == .reportedSession)
    }

    @Test func `cancel refers to a request by its id`() throws {
        for (text, id) in [(#"{"cancel":7}"#, EngineID.number(7)), (#"{"cancel":"x"}"#, .text("x"))] {
            guard case .cancel(id) = try line(text) else { return #expect(Bool(false), "\(text)") }
        }
    }

    @Test(arguments: TableRow.rows("line", in: "Tests/AdapterTests/BrowserServices/lines.table"))
    func `an invalid line is reported with its error`(row: TableRow) {
        let (text, id, message) = (row[1], Int(row[2]), row[3])
        do throws(EngineMistake) {
            _ = try line(text)
            #expect(Bool(false), "\(text) is no mistake")
        } catch {
            #expect(error.message.contains(message))
            #expect(error.id == id.map(EngineID.number))
        }
    }

    @Test func `each byte of a header value is one character in both directions`() {
        let bytes = (0...255).map(UInt8.init)
        #expect(Bytes.bytes(ofLatin1: Bytes.latin1(bytes)) == bytes)
        #expect(Bytes.bytes(ofLatin1: "\u{100}") == nil)
    }
}
