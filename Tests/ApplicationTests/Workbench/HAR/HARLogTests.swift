import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Exchanges
@testable import Workbench

/// Answers each request with the next of these streams of events.
private actor Answers {
    private var rest: ArraySlice<[ResponseEvent]>

    init(_ answers: [[ResponseEvent]]) { rest = answers[...] }

    func next() -> [ResponseEvent] { rest.popFirst() ?? [.failed(.reset(detail: "no more answers"))] }
}

private struct Played: Connection {
    let answers: Answers

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream { ResponseRelay(await answers.next()) }
    }
}

@Suite struct HARLogTests {
    private static let began = Instant(milliseconds: 1_795_328_296_042)

    private func answer(
        _ head: String, _ body: [UInt8], sending: Duration? = nil
    ) throws -> [ResponseEvent] {
        try answer(raw: Array(head.utf8), body, sending: sending)
    }

    private func answer(
        raw head: [UInt8], _ body: [UInt8], sending: Duration? = nil
    ) throws -> [ResponseEvent] {
        let head = try #require(ResponseHead(raw: head))
        var report = TransferReport(bytesReceived: head.raw.count + body.count, peer: "127.0.0.1:8420")
        report.timings = [
            .resolving: .microseconds(1500), .connecting: .milliseconds(2), .securing: .milliseconds(3),
            .waiting: .milliseconds(40), .receiving: .microseconds(250),
        ]
        report.sending = sending
        return [.headReceived(head), .bodyReceived(body), .finished(report)]
    }

    private func trace(_ answers: [[ResponseEvent]], _ url: String, _ custom: [HeaderField] = []) async throws
        -> SessionTrace
    {
        let clocks = SessionEngine.Clocks(now: { Self.began }, uptime: { .zero }, wait: { _ in })
        let engine = SessionEngine(
            connection: Played(answers: Answers(answers)), store: MemoryStore(), hashes: .nettle,
            clocks: clocks)
        let url = try #require(WebURL(url))
        return await engine.open(
            SessionOrder(url: url, headers: RequestHeaders(product: "sonic/0", custom: custom))
        ).trace()
    }

    private func log(_ trace: SessionTrace, _ secrets: Secrets = .masked) throws -> JSONNode {
        var log = HARLog(version: "1", secrets: secrets)
        log.add(trace)
        let (node, problems) = JSONNode.read(Array(log.value.text(.indented).utf8))
        #expect(problems == [])
        return try #require(node?["log"])
    }

    private let head = """
        HTTP/1.1 200 Fine\r\nContent-Type: text/html\r\nSet-Cookie: sid=secret; Path=/\r\nX-odd: Case\r\n\r\n
        """

    @Test func `an entry has all members that HAR requires, in order and case`() async throws {
        let body = Array("<title>N</title>ä".utf8)
        let trace = try await trace(
            [try answer(head, body)], "http://news.example/a?q=one+two&x=%41&y#part",
            [HeaderField("Cookie", "a=hidden"), HeaderField("X-Mine", "1")])
        let log = try log(trace)
        #expect(log["version"]?.string == "1.2" && log["creator"]?["name"]?.string == "sonic")
        let page = try #require(log["pages"]?.elements?.first)
        #expect(page["startedDateTime"]?.string == "2026-11-22T06:18:16.042Z")
        #expect(
            page["_sonic"]?["outcome"]?.string == "plain" || page["_sonic"]?["outcome"]?.string == "firstLoad"
        )
        let entries = try #require(log["entries"]?.elements)
        #expect(entries.count == 1)
        let entry = entries[0]
        #expect(entry["pageref"]?.string == page["id"]?.string)
        #expect(entry["serverIPAddress"]?.string == "127.0.0.1")
        let request = try #require(entry["request"])
        #expect(request["url"]?.string == "http://news.example/a?q=one+two&x=%41&y")
        let query = request["queryString"]?.elements?.map { [$0["name"]?.string, $0["value"]?.string] }
        #expect(query == [["q", "one two"], ["x", "A"], ["y", ""]])
        #expect(request["cookies"]?.elements?.first?["value"]?.string == "***")
        #expect(request["headersSize"]?.integer == -1 && request["bodySize"]?.integer == 0)
        let response = try #require(entry["response"])
        #expect(response["status"]?.integer == 200 && response["statusText"]?.string == "Fine")
        let fields = response["headers"]?.elements?.map { [$0["name"]?.string, $0["value"]?.string] }
        #expect(
            fields == [
                ["Content-Type", "text/html"], ["Set-Cookie", "sid=***; Path=/"], ["X-odd", "Case"],
            ])
        #expect(response["content"]?["text"]?.string == "<title>N</title>ä")
        #expect(response["content"]?["encoding"] == nil)
        #expect(response["bodySize"]?.integer == body.count)
        #expect(response["headersSize"]?.integer == head.utf8.count)
    }

    @Test func `the time of an entry is the sum of its phases, with TLS as part of connect`() async throws {
        let entry = try log(try await trace([try answer(head, [0x41])], "https://news.example/"))["entries"]?
            .elements?.first
        let timings = try #require(entry?["timings"])
        func time(_ name: String) -> Double? { timings[name]?.number }
        #expect(time("blocked") == -1 && time("dns") == 1.5 && time("connect") == 5 && time("ssl") == 3)
        #expect(time("send") == 0 && time("wait") == 40 && time("receive") == 0.25)
        #expect(entry?["time"]?.number == 46.75)
    }

    @Test func `the send time is not part of the wait time, and is limited to the total`() async throws {
        for (sending, send, wait) in [(1500, 1.5, 38.5), (40_000, 40, 0), (90_000, 40, 0)] {
            let answer = try answer(head, [0x41], sending: .microseconds(sending))
            let entry = try log(try await trace([answer], "https://news.example/"))["entries"]?.elements?
                .first
            let timings = try #require(entry?["timings"])
            #expect(timings["send"]?.number == send && timings["wait"]?.number == wait)
            #expect(entry?["time"]?.number == 46.75)
        }
    }

    @Test func `invalid UTF-8 is written in Base64 and read back`() async throws {
        let body: [UInt8] = [0xFF, 0x00, 0x41]
        let entry = try log(try await trace([try answer(head, body)], "http://news.example/"))["entries"]?
            .elements?.first
        let content = try #require(entry?["response"]?["content"])
        #expect(content["encoding"]?.string == "base64" && content["text"]?.string == "/wBB")
        #expect(try content.contentBytes() == body)
    }

    @Test func `header bytes that are not UTF-8 are read back unchanged`() async throws {
        let bytes: [UInt8] = [0x22, 0xE9, 0xFF, 0x22]
        let raw =
            Array("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nETag: ".utf8) + bytes
            + Array("\r\nX-Plain: é\r\n\r\n".utf8)
        let trace = try await trace([try answer(raw: raw, [0x41])], "http://news.example/")
        var log = HARLog(version: "1")
        log.add(trace)
        let fields = try #require(
            try self.log(trace)["entries"]?.elements?.first?["response"]?["headers"]?.elements)
        #expect(fields.map { $0["_valueBytes"]?.string } == [nil, Base64.text(bytes), nil])
        let recording = try Recording(har: Array(log.value.text().utf8))
        #expect(recording.exchanges.first?.head?.headers.firstBytes("etag") == bytes)
        #expect(recording.exchanges.first?.head?.headers.firstBytes("x-plain") == Array("é".utf8))
    }

    @Test(
        arguments: [
            (#"{"name":"ETag","value":"é","_valueBytes":"6Q=="}"#, [0xE9]),
            // The text was changed, or the bytes are invalid.
            (#"{"name":"ETag","value":"b","_valueBytes":"6Q=="}"#, [0x62]),
            (#"{"name":"ETag","value":"b","_valueBytes":"!"}"#, [0x62]),
            (#"{"name":"ETag","value":"é"}"#, [0xC3, 0xA9]),
        ] as [(String, [UInt8])])
    func `the bytes of a text are used as long as they match it`(json: String, bytes: [UInt8]) throws {
        let node = try #require(JSONNode.read(Array(json.utf8)).node)
        #expect(try node.headerField().valueBytes == bytes)
    }

    @Test func `a request without a response has status 0 and a reason`() async throws {
        let refused = ConnectionFailure.unreachable(host: "news.example", port: 80, detail: "refused")
        let lost = Array(repeating: [ResponseEvent.failed(refused)], count: 9)
        let entry = try log(try await trace(lost, "http://news.example/"))["entries"]?.elements?.first
        #expect(entry?["response"]?["status"]?.integer == 0)
        #expect(entry?["timings"]?["dns"]?.number == -1 && entry?["time"]?.number == 0)
        let record = try #require(entry?["_sonic"]?["failure"])
        #expect(ConnectionFailure(recorded: record) == refused)
    }

    @Test func `a log has no secrets by default`() async throws {
        let moved = "HTTP/1.1 302 Found\r\nLocation: http://me:word@news.example/b\r\n\r\n"
        let custom = [HeaderField("Cookie", "a=hidden"), HeaderField("Authorization", "Basic open")]
        let trace = try await trace(
            [try answer(moved, [0x41]), try answer(head, [0x42])], "http://news.example/a", custom)
        for (secrets, isThere) in [(Secrets.masked, false), (.kept, true)] {
            var log = HARLog(version: "1", secrets: secrets)
            log.add(trace)
            let text = log.value.text()
            for word in ["hidden", "Basic open", "me:word", "sid=secret"] {
                #expect(text.contains(word) == isThere, "\(word)")
            }
        }
    }

    @Test(arguments: [
        ConnectionFailure.unsupportedScheme("ftp"), .unknownHost("a"),
        .unreachable(host: "a", port: 1, detail: "d"), .insecure(host: "a", detail: "d"),
        .withoutTLS(port: 1, detail: "d"),
        .timedOut(.connecting, after: .milliseconds(1500)), .truncated(received: 3, expected: nil),
        .truncated(received: 3, expected: 9), .reset(detail: "d"), .proxy(detail: "d"),
        .malformed(detail: "d"), .undecodable(detail: "d"), .refused(by: "rules", detail: "d"), .cancelled,
        .overdue(limit: .milliseconds(1500)),
        .certificateWanted(host: "h", detail: "d"), .withheld(reason: "d"), .unsendable(detail: "d"),
        .libraryMissing(detail: "d"),
        .exhausted(detail: "d"),
        .other(code: 7, detail: "d"),
    ])
    func `every failure is read back unchanged`(failure: ConnectionFailure) throws {
        let text = failure.recorded(.masked).text()
        let node = try #require(JSONNode.read(Array(text.utf8)).node)
        #expect(ConnectionFailure(recorded: node) == failure)
    }
}
