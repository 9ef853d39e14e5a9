import SonicProtocol
import SystemLibraries
import Testing

@testable import SonicServer

@Suite struct RecordTests {
    static let record = RequestRecord(
        begun: Instant(milliseconds: 1_795_000_000_042), client: "127.0.0.1", method: "GET",
        target: "/news?a=b",
        status: 200, outcome: .dataUpdate, asked: .init(etag: "0123456789abcdef", template: nil),
        sent: .init(etag: "fedcba9876543210", template: "00112233445566"), bytes: 300, plainBytes: 4096,
        duration: .milliseconds(1234))

    @Test func `a record is a line with columns`() {
        #expect(
            Self.record.line
                == "2026-11-18T11:06:40.042Z 127.0.0.1 GET /news?a=b 200 dataUpdate asked=01234567,- "
                + "sent=fedcba98,00112233 300/4096 1234ms")
    }

    @Test func `a record is a JSON object`() {
        #expect(
            Self.record.json.text()
                == #"{"time":"2026-11-18T11:06:40.042Z","client":"127.0.0.1","method":"GET","#
                + #""target":"/news?a=b","status":200,"outcome":"dataUpdate","#
                + #""asked":{"etag":"0123456789abcdef","template":null},"#
                + #""sent":{"etag":"fedcba9876543210","template":"00112233445566"},"#
                + #""bytes":300,"plainBytes":4096,"milliseconds":1234,"notes":[]}"#)
    }

    @Test func `notes follow the columns`() {
        var record = Self.record
        record.notes = ["fault late", "a\nb"]
        #expect(record.line.hasSuffix(#" 300/4096 1234ms # fault late; a\u{a}b"#))
        #expect(record.json.text().hasSuffix(#","notes":["fault late","a\nb"]}"#))
    }

    @Test func `untrusted text cannot end a line, add a column or control a terminal`() {
        var record = Self.record
        record.method = "G\u{1B}T"
        record.target = "/a b\n\u{202E}\\x\u{9B}é"
        record.asked = .init(etag: "\u{7F}\"", template: "")
        record.status = nil
        #expect(
            record.line.contains(
                #" G\u{1b}T /a\u{20}b\u{a}\u{202e}\\x\u{9b}é - dataUpdate asked=\u{7f}",- sent="#))
        #expect(record.line.split(separator: " ").count == 10)
    }

    @Test func `the journal keeps the last requests and counts all of them`() {
        var written = 0
        let journal = Journal { _ in written += 1 }
        for number in 0..<1000 {
            var record = Self.record
            record.target = "/\(number)"
            if number % 2 == 0 { record.outcome = .firstLoad }
            journal.note(record)
        }
        #expect(journal.recent.count <= Journal.capacity && journal.recent.last?.target == "/999")
        #expect(written == 1000 && journal.savings.requests == 1000)
        #expect(
            journal.savings.summary == """
                1000 requests: 500 firstLoad, 500 dataUpdate
                300000 bytes of bodies sent; without Sonic 4096000, 92 % less

                """)
        #expect(Savings().summary == "0 requests\n0 bytes of bodies sent; without Sonic 0\n")
    }

    @Test func `each request is recorded with its outcome`() async throws {
        let log = Log()
        let server = try RunningServer(journal: { Journal { log.write($0) } }) {
            DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
        }
        let client = RawClient(server.port)
        client.ask("/static", ["accept-diff: true"])
        let first = client.reply()
        let etag = first?.head.headers.first("etag") ?? ""
        let tag = first?.head.headers.first("template-tag") ?? ""
        client.ask("/static", ["accept-diff: true", "If-None-Match: \(etag)", "template-tag: \(tag)"])
        #expect(client.reply()?.head.status == 304)
        client.ask("/static", ["accept-diff: true", "template-tag: \(tag)"])
        let update = client.reply()
        client.ask("/static", ["accept-diff: true", "template-tag: other"])
        #expect(client.reply()?.head.status == 200)
        client.ask("/static", method: "HEAD")
        #expect(client.reply(toHead: true)?.head.status == 200)
        client.ask("/faults/flaky-error", ["X: y"])
        #expect(client.reply()?.head.status == 200)
        client.ask("/none")
        #expect(client.reply()?.head.status == 404)
        client.ask("/faults/hang-up")
        #expect(client.rest() == [])
        server.shutDown()
        #expect(server.hasEnded())
        let records = await log.records()
        #expect(
            records.map(\.outcome) == [
                .firstLoad, .allCached, .dataUpdate, .templateChange, .plain, .plain, .other, .silent,
            ])
        #expect(records.map(\.status) == [200, 304, 200, 200, 200, 200, 404, nil])
        let page = first?.body.count ?? 0
        #expect(records[0].bytes == page && records[0].plainBytes == page)
        #expect(records[1].bytes == 0 && records[1].plainBytes == page)
        #expect(records[2].bytes == update?.body.count && records[2].plainBytes == page)
        #expect(records[4].bytes == 0 && records[4].plainBytes == 0)
        #expect(records[1].asked == .init(etag: etag, template: tag) && records[1].sent == .init(etag: etag))
        #expect(records[2].sent == .init(etag: etag, template: tag))
        #expect(records.allSatisfy { $0.client == "127.0.0.1" && $0.begun.milliseconds > 0 })
    }

    @Test func `long untrusted values are truncated in a record`() async throws {
        let log = Log()
        let server = try RunningServer(journal: { Journal { log.write($0) } }) {
            DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
        }
        let client = RawClient(server.port)
        let long = String(repeating: "x", count: 9000)
        client.ask("/" + long, ["If-None-Match: \(long)"])
        #expect(client.reply()?.head.status == 404)
        server.shutDown()
        #expect(server.hasEnded())
        let record = try #require(await log.records().first)
        #expect(record.target == "/" + long.prefix(299) + "…" && record.asked.etag == long.prefix(300) + "…")
    }

    @Test func `a streamed body is counted as far as it was sent`() async throws {
        let log = Log()
        let server = try RunningServer(journal: { Journal { log.write($0) } }) {
            DemoSite(hashes: .nettle) { Instant(milliseconds: 0) }
        }
        let client = RawClient(server.port)
        client.ask("/faults/truncated")
        let length = client.readHead()?.headers.first("content-length").flatMap { Int($0) } ?? 0
        let body = client.rest()
        server.shutDown()
        #expect(server.hasEnded())
        let records = await log.records()
        #expect(records.map(\.bytes) == [body.count] && records.map(\.plainBytes) == [length])
        #expect(length > body.count)
    }
}

/// Records written on the server's thread, and read by the test after it has ended.
private final class Log: Sendable {
    private let stream: AsyncStream<RequestRecord>
    private let continuation: AsyncStream<RequestRecord>.Continuation

    init() {
        (stream, continuation) = AsyncStream<RequestRecord>.makeStream()
    }

    func write(_ record: RequestRecord) { continuation.yield(record) }

    /// All records; called when no more are written.
    func records() async -> [RequestRecord] {
        continuation.finish()
        return await stream.reduce(into: []) { $0.append($1) }
    }
}
