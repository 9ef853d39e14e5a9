import Exchanges
import SonicProtocol
import Testing

/// A server's record of an exchange, and its readers.
@Suite struct ServedEntryTests {
    private static let html = Array("<title>é</title>".utf8)

    private static func entry(
        _ body: ServedEntry.Body, posted: ServedEntry.Body = .bytes([]), status: Int = 200,
        _ fields: [HeaderField] = [HeaderField("Content-Type", "text/html")]
    ) -> ServedEntry {
        var entry = ServedEntry(
            (
                client: "192.0.2.7", method: posted == .bytes([]) ? "GET" : "POST",
                url: "http://user:word@a.example/news?a=b+c", version: "HTTP/1.1",
                headers: Headers([
                    HeaderField("Host", "a.example"), HeaderField("User-Agent", "Phone/1"),
                    HeaderField("Cookie", "a=1; b=2"), HeaderField("accept-diff", "true"),
                ]), body: posted
            ),
            (
                status: status, headers: Headers(fields), body: body, bytesSent: body == .bytes([]) ? 0 : 12
            ))
        entry.began = Instant(milliseconds: 1_795_000_000_042)
        entry.waited = .milliseconds(2)
        entry.received = .milliseconds(1)
        entry.id = 7
        entry.outcome = "firstLoad"
        entry.faults = ["weak-etag"]
        return entry
    }

    /// The entry as another program reads it.
    private static func node(_ entry: ServedEntry, _ secrets: Secrets = .masked) throws -> JSONNode {
        try #require(JSONNode.record(Array(entry.value(secrets).text().utf8)))
    }

    private static func recording(_ entry: ServedEntry) throws -> Recording {
        let bytes =
            ServedLog.head(of: "sonic-server", "1", .masked) + Array(entry.value(.masked).text().utf8)
            + ServedLog.closing
        return try Recording(har: bytes)
    }

    @Test func `an entry has HAR's required members, the client, and the server's verdict`() throws {
        let entry = try Self.node(Self.entry(.bytes(Self.html)))
        #expect(entry["startedDateTime"]?.string == "2026-11-18T11:06:40.042Z" && entry["time"]?.number == 3)
        let request = try #require(entry["request"])
        #expect(request["url"]?.string == "http://a.example/news?a=b+c" && request["method"]?.string == "GET")
        #expect(request["_client"]?["address"]?.string == "192.0.2.7")
        #expect(request["_client"]?["userAgent"]?.string == "Phone/1")
        #expect(request["queryString"]?.elements?.first?["value"]?.string == "b c")
        #expect(request["cookies"]?.elements?.compactMap { $0["value"]?.string } == ["***", "***"])
        #expect(request["headers"]?.elements?.contains { $0["value"]?.string == "a=***; b=***" } == true)
        #expect(request["postData"] == nil && request["bodySize"]?.integer == 0)
        let content = entry["response"]?["content"]
        #expect(content?["text"]?.string == "<title>é</title>" && content?["size"]?.integer == 17)
        #expect(content?["comment"] == nil && entry["response"]?["bodySize"]?.integer == 12)
        #expect(entry["timings"]?["wait"]?.number == 2 && entry["timings"]?["receive"]?.number == 1)
        let extras = try #require(entry["_sonic"])
        #expect(extras["id"]?.integer == 7 && extras["outcome"]?.string == "firstLoad")
        #expect(extras["tagsSent"]?["accept-diff"]?.string == "true")
        #expect(extras["faults"]?.elements?.compactMap(\.string) == ["weak-etag"])
    }

    @Test func `secrets are kept on request, posted data included`() throws {
        let entry = Self.entry(.bytes([]), posted: .bytes(Array("word=1".utf8)))
        let masked = try Self.node(entry)["request"]
        #expect(masked?["postData"]?["text"]?.string == "")
        #expect(masked?["postData"]?["comment"]?.string == "what was posted is masked")
        #expect(masked?["bodySize"]?.integer == 6)
        let kept = try Self.node(entry, .kept)["request"]
        #expect(kept?["postData"]?["text"]?.string == "word=1")
        #expect(kept?["url"]?.string == "http://user:word@a.example/news?a=b+c")
    }

    @Test(arguments: [
        (ServedEntry.Body.bytes(html), Exchange.Content.bytes(html)), (.bytes([]), .bytes([])),
        (.bytes([0xFF, 0]), .bytes([0xFF, 0])),
        (.missing(size: 9_000_000, comment: "too long"), .missing("")),
        (.missing(size: nil, comment: "too long"), .missing("")),
        (.packed([1, 2], comment: "packed (br)"), .missing("")),
    ])
    func `a body is read back unchanged, and a missing one as missing`(
        _ body: ServedEntry.Body, _ content: Exchange.Content
    ) throws {
        let recording = try Self.recording(Self.entry(body))
        #expect(recording.exchanges.map(\.content) == [content])
        #expect(recording.notes.isEmpty)
        #expect(recording.exchanges.first?.head?.status == 200)
    }

    @Test func `a truncated response is marked, and a missing one has status 0`() throws {
        var cut = Self.entry(.bytes(Self.html))
        cut.isCutOff = true
        let comment = try Self.node(cut)["response"]?["content"]?["comment"]?.string
        #expect(comment?.contains("broke off") == true)
        let silent = ServedEntry(
            (
                client: "", method: "GET", url: "http://a.example/", version: "HTTP/1.0", headers: Headers(),
                body: .bytes([])
            ), nil)
        let node = try Self.node(silent)
        #expect(node["response"]?["status"]?.integer == 0 && node["_sonic"]?["tagsReceived"]?.value == .null)
        #expect(node["request"]?["_client"]?["userAgent"]?.value == .null)
    }

    @Test func `a log without entries is valid`() throws {
        let bytes = ServedLog.head(of: "sonic-server", "1.2", .kept) + ServedLog.closing
        let log = try #require(JSONNode.record(bytes)?["log"])
        #expect(bytes.starts(with: ServedLog.start(of: "sonic-server")))
        #expect(log["creator"]?["version"]?.string == "1.2" && log["entries"]?.elements == [])
        #expect(log["_sonic"]?["secrets"]?.string == "kept")
    }
}
