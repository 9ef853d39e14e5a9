import SessionWords
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

@testable import Exchanges

/// HAR files of other programs, with their omissions.
@Suite struct ForeignHARTests {
    /// A page with one block.
    private static func page(_ words: String) -> String {
        "<title>Quay</title><p>Tide table</p><!--sonicdiff-t-->\(words)<!--sonicdiff-t-end-->"
    }

    /// An entry for `/quay`; `content` is the member of that name, or empty.
    private static func entry(
        asked: String = "", status: Int = 200, headers: String = "", content: String,
        url: String = "http://quay.example/quay", more: String = ""
    ) -> String {
        let type = #"{"name": "Content-Type", "value": "text/html"}"#
        let all = headers.isEmpty ? type : type + "," + headers
        return """
            {"startedDateTime": "2026-11-20T10:00:00Z", \(more)
             "request": {"method": "GET", "url": "\(url)", "headers": [\(asked)]},
             "response": {"status": \(status), "headers": [\(all)]\(content.isEmpty ? "" : ", " + content)}}
            """
    }

    private static func field(_ name: String, _ value: String) -> String {
        "{\"name\": \"\(name)\", \"value\": \"\(value)\"}"
    }

    private static func text(_ words: String) -> String {
        #""content": {"size": 9, "text": "\#(page(words))"}"#
    }

    private static func recording(
        _ entries: [String], file: (String) -> [UInt8]? = { _ in nil }
    ) throws -> Recording {
        let text = "{\"log\": {\"entries\": [\(entries.joined(separator: ",\n"))]}}"
        return try Recording(har: Array(text.utf8), file: file)
    }

    @Test func `a form that is recorded as fields only is the body that was sent`() throws {
        let fields = [("pier", "27"), ("b", "2 & 3")].map { name, value in
            "{\"name\": \"\(name)\", \"value\": \"\(value)\"}"
        }
        let data = """
            "method": "POST", "postData": {
              "mimeType": "application/x-www-form-urlencoded", "params": [\(fields.joined(separator: ","))]}
            """
        let text = Self.entry(content: Self.text("x")).replacing("\"method\": \"GET\"", with: data)
        let exchange = try #require(try Self.recording([text]).exchanges.first)
        #expect(Bytes.text(exchange.body.body.bytesInMemory) == "pier=27&b=2+%26+3")
    }

    @Test func `the handshake of a WebSocket is an exchange, and no page`() throws {
        let recording = try Self.recording([
            Self.entry(content: Self.text("x")),
            Self.entry(status: 101, content: "", url: "wss://quay.example/live"),
        ])
        #expect(recording.exchanges.map(\.url.scheme) == ["http", "wss"])
        #expect(recording.exchanges.map(\.beginsPage) == [true, false])
    }

    @Test(arguments: TableRow.rows("missing body", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a body missing from the file is reported, and is not an empty page`(row: TableRow) async throws {
        let content = row[1]
        let entries = ["1", "2"].map { Self.entry(headers: Self.field("ETag", $0), content: content) }
        for trace in await Recorded.traces(try Self.recording(entries)) {
            let result = try #require(trace.result)
            #expect(
                result.reason.words.contains("the body of this response was not recorded"),
                "\(result.reason.words)")
            guard case .failed = result.outcome else {
                Issue.record("\(result.outcome)")
                return
            }
        }
    }

    @Test func `an empty body is an empty page`() async throws {
        let traces = await Recorded.traces(
            try Self.recording([Self.entry(content: #""content": {"size": 0, "text": ""}"#)]))
        #expect(traces.first?.page == [])
    }

    @Test func `an empty text with a Content-Length is a missing body`() async throws {
        let entry = Self.entry(
            headers: Self.field("Content-Length", "9"), content: #""content": {"size": 0, "text": ""}"#)
        let result = try #require(await Recorded.traces(try Self.recording([entry])).first?.result)
        #expect(
            result.reason.words.contains("the body of this response was not recorded"),
            "\(result.reason.words)")
    }

    @Test(
        arguments: TableRow.rows("a size of 0 beside", in: "Tests/ApplicationTests/Workbench/workbench.table")
    )
    func `a size of 0 beside a length that no empty body has is a body that was not recorded`(row: TableRow)
        throws
    {
        let (method, status, coding, length, isRecorded) = (
            row[1], Int(row[2]) ?? 0, row[3], Int(row[4]), row[5] == "true"
        )
        for content in [#""content": {"size": 0}"#, #""content": {"size": 0, "text": ""}"#] {
            let headers = [
                coding.isEmpty ? nil : Self.field("Content-Encoding", coding),
                length.map { Self.field("Content-Length", "\($0)") },
            ].compactMap { $0 }
            let entry = Self.entry(
                status: status, headers: headers.joined(separator: ","), content: content
            ).replacing("GET", with: method)
            let exchange = try #require(try Self.recording([entry]).exchanges.first)
            #expect(exchange.content == (isRecorded ? .bytes([]) : .missing("")), "\(content)")
        }
    }

    @Test func `a redirect is followed although its body was not recorded`() async throws {
        let moved = Self.field("Location", "/quay") + "," + Self.field("Content-Length", "154")
        let traces = await Recorded.traces(
            try Self.recording([
                Self.entry(
                    status: 301, headers: moved, content: #""content": {"size": 154}"#,
                    url: "http://quay.example/"),
                Self.entry(content: Self.text("8")),
            ]))
        #expect(traces.map(\.page) == [Array(Self.page("8").utf8)])
        #expect(traces.first?.result?.findings.isEmpty == true)
    }

    @Test(arguments: TableRow.rows("connect", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a CONNECT has the host and port that it names`(row: TableRow) throws {
        let (url, address) = (row[1], row[2])
        let entry = Self.entry(content: "", url: url).replacing("GET", with: "CONNECT")
        let exchange = try #require(try Self.recording([entry]).exchanges.first)
        #expect(exchange.address == address)
        #expect(!exchange.beginsPage)
    }

    @Test(arguments: TableRow.rows("body", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a body is read in the forms of other programs`(row: TableRow) async throws {
        let (encoding, text) = (row[1], row[2])
        let content = #""content": {"size": -1, "text": "\#(text)", "encoding": "\#(encoding)"}"#
        let traces = await Recorded.traces(try Self.recording([Self.entry(content: content)]))
        #expect(traces.first?.page == Array("<?>?><?~".utf8))
    }

    @Test func `entries out of order are replayed by time`() async throws {
        func entry(_ words: String, at second: String) -> String {
            Self.entry(content: Self.text(words))
                .replacing("10:00:00Z", with: "10:00:\(second)Z")
        }
        let untimed = entry("3", at: "20").replacing(#""2026-11-20T10:00:20Z""#, with: "null")
        let recording = try Self.recording([entry("2", at: "20"), untimed, entry("1", at: "10")])
        let pages = await Recorded.traces(recording).map(\.page)
        #expect(pages == ["1", "2", "3"].map { Array(Self.page($0).utf8) })
    }

    @Test(arguments: [
        #""headers": null"#, #""headers": []"#, #""headers": {"Content-Type": "text/html"}"#,
        #""headers": [], "httpVersion": null, "statusText": null, "cookies": null, "redirectURL": null"#,
    ])
    func `a response with a media type only in its content is a page`(members: String) async throws {
        let entry = """
            {"startedDateTime": null, "pageref": null, "cache": null, "timings": null, "time": null,
             "request": {"method": "get", "url": "http://quay.example/quay", "headers": null, "postData": null},
             "response": {"status": "200", \(members),
              "content": {"size": 9, "mimeType": "text/html", "text": "\(Self.page("8"))"}}}
            """
        #expect(
            await Recorded.traces(try Self.recording([entry])).first?.page == Array(Self.page("8").utf8))
    }

    @Test func `a redirect without Location uses the entry's redirectURL`() async throws {
        let hop = """
            {"request": {"method": "GET", "url": "http://quay.example/quay", "headers": []}, "response":
             {"status": 307, "headers": [], "redirectURL": "https://quay.example/quay", "content": {"size": 0}}}
            """
        let page = Self.entry(content: Self.text("8"), url: "https://quay.example/quay")
        let trace = await Recorded.traces(try Self.recording([hop, page])).first
        #expect(trace?.page == Array(Self.page("8").utf8))
    }

    @Test func `a 304 without a recorded page is reported as such`() async throws {
        let entry = Self.entry(
            asked: Self.field("If-None-Match", "q1"), status: 304, content: #""content": {"size": 0}"#)
        let result = try #require(await Recorded.traces(try Self.recording([entry])).first?.result)
        #expect(
            result.reason.words.contains("the page that this 304 confirms was not recorded"),
            "\(result.reason.words)")
    }

    @Test func `joined header lines are split again`() throws {
        let field = Self.field("Set-Cookie", "a=1; path=/\\r\\nb=2\\nc=3")
        let recording = try Self.recording([Self.entry(headers: field, content: Self.text("8"))])
        let lines = recording.exchanges.first?.head?.headers.all("set-cookie")
        #expect(lines == ["a=1; path=/", "b=2", "c=3"])
    }

    @Test(arguments: [true, false]) func `a file in UTF-16 is read`(isLittle: Bool) throws {
        let text = "{\"log\": {\"entries\": [\(Self.entry(content: Self.text("é 😀")))]}}"
        let bytes = ([0xFEFF] + Array(text.utf16)).flatMap { unit in
            let (low, high) = (UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8))
            return isLittle ? [low, high] : [high, low]
        }
        let recording = try Recording(har: bytes)
        #expect(recording.exchanges.first?.content == .text(Array(Self.page("é 😀").utf8)))
    }

    @Test(arguments: [0, -1]) func `a request without a response is a failure`(status: Int)
        async throws
    {
        let entry = Self.entry(status: status, content: #""content": {"size": 0, "mimeType": "x-unknown"}"#)
        let recording = try Self.recording([entry, Self.entry(content: Self.text("8"))])
        #expect(recording.notes == [] && recording.exchanges.first?.head == nil)
        #expect(await Recorded.traces(recording).last?.page == Array(Self.page("8").utf8))
    }

    @Test func `a body in a separate file is read`() async throws {
        let recording = try Self.recording([Self.entry(content: #""content": {"_file": "b.html"}"#)]) {
            $0 == "b.html" ? Array(Self.page("8").utf8) : nil
        }
        #expect(await Recorded.traces(recording).first?.page == Array(Self.page("8").utf8))
    }

    @Test(arguments: [
        ("If-None-Match", "\\\"q1\\\""), ("If-Modified-Since", "Fri, 20 Nov 2026 10:00:00 GMT"),
        ("X-Other", "1"),
    ])
    func `a 304 with the text of its page is a known page`(
        _ name: String, _ value: String
    ) async throws {
        let validators =
            Self.field("ETag", "\\\"q1\\\"") + ","
            + Self.field("Last-Modified", "Fri, 20 Nov 2026 10:00:00 GMT")
        let entry = Self.entry(
            asked: Self.field(name, value), status: 304, headers: validators, content: Self.text("8"))
        let result = try #require(await Recorded.traces(try Self.recording([entry])).first?.result)
        #expect(result.outcome == .allCached, "\(result.reason.words)")
    }

    @Test(arguments: [
        [("Cache-Control", "no-cache")], [("Pragma", "no-cache")], [("cache-control", "max-age=0")],
        [("Cache-Control", "no-cache"), ("Pragma", "no-cache")],
    ])
    func `a reload is classified by its response`(asked: [(String, String)]) async throws {
        let fresh = Self.field("Cache-Control", "max-age=600")
        let reload = asked.map { Self.field($0.0, $0.1) }.joined(separator: ",")
        let traces = await Recorded.traces(
            try Self.recording([
                Self.entry(headers: fresh, content: Self.text("8")),
                Self.entry(asked: reload, headers: fresh, content: Self.text("9")),
            ]))
        #expect(traces.map { $0.result?.outcome } == [.firstLoad, .dataUpdate])
    }

    @Test(arguments: [
        Self.entry(content: Self.text("x"), url: "/relative.gif"),
        Self.entry(content: Self.text("x"), url: ""), "7", "null", "[]", "{}", #"{"request": 1}"#,
        #"{"request": {"url": "http://a.example/"}}"#,
        #"{"request": {"url": "http://a.example/"}, "response": {"status": "ok"}}"#,
        Self.entry(content: Self.text("x"), more: #""_sonic": {"cache": {"page": {"content": 1}}},"#),
        Self.entry(headers: #"{"name": 1, "value": "x"}, 9"#, content: Self.text("x")),
    ])
    func `an entry that cannot be read is a note, and the others are replayed`(bad: String) async throws {
        let recording = try Self.recording([bad, Self.entry(content: Self.text("8"))])
        #expect(!recording.notes.isEmpty)
        #expect(await Recorded.traces(recording).last?.page == Array(Self.page("8").utf8))
    }

    @Test(arguments: [1, 60, 70, 100_000])
    func `deep nesting in unused members is ignored`(levels: Int) async throws {
        let deep =
            String(repeating: "{\"a}]\\\"\":[", count: levels) + String(repeating: "]}", count: levels)
        let recording = try Self.recording([
            Self.entry(content: Self.text("8"), more: "\"_initiator\": \(deep),")
        ])
        #expect(recording.notes == [])
        #expect(await Recorded.traces(recording).first?.page == Array(Self.page("8").utf8))
    }

    @Test func `emptied text keeps its lines and columns`() {
        let text = Array("[1, [2, {\"a\": [\n3]}, \"]\"], 4]".utf8)
        let emptied = String(decoding: JSONNode.emptied(text, below: 2), as: UTF8.self)
        #expect(emptied == "[1, [2, {      \n  }, \"]\"], 4]")
        #expect(JSONNode.emptied(text, below: 9) == text)
    }
}
