import SonicProtocol
import SonicSession
import SystemLibraries

@testable import Exchanges
@testable import Workbench

/// Recordings of the quay's tide table, as received by clients.
enum TrafficScene {
    /// An entry of a HAR file.
    struct Entry {
        var at = 0
        var client: String?
        var agent = "curl/8.5.0"
        var method = "GET"
        var url = "http://quay.example/tides"
        var asked: [(String, String)] = []
        var status = 200
        var headers: [(String, String)] = [("Content-Type", "text/html; charset=utf-8")]
        var body = ""
        var took = 12.5
        var type: String?
        /// Whether the file has the body, and not only its size.
        var hasBody = true
        /// The server's own name for the outcome.
        var served: String?

        var json: JSONValue {
            var request: [JSONValue.Member] = [
                .init("method", .string(method)), .init("url", .string(url)),
                .init("headers", Self.fields(asked + (agent.isEmpty ? [] : [("User-Agent", agent)]))),
            ]
            if let client { request.append(.init("_client", ["address": .string(client)])) }
            var content: [JSONValue.Member] = [.init("size", .integer(body.utf8.count))]
            if hasBody {
                content += [
                    .init("text", .string(Base64.text(Array(body.utf8)))), .init("encoding", "base64"),
                ]
            }
            var members: [JSONValue.Member] = [
                .init("startedDateTime", .string(CalendarTime.timestamp(Instant(milliseconds: Int64(at))))),
                .init("time", .number(took)), .init("request", .object(request)),
                .init(
                    "response",
                    [
                        "status": .integer(status), "headers": Self.fields(headers),
                        "content": .object(content),
                        "bodySize": .integer(body.utf8.count),
                    ]),
                .init("timings", ["send": 0, "wait": .number(took - 2), "receive": 2]),
            ]
            if let type { members.append(.init("_resourceType", .string(type))) }
            if let served { members.append(.init("_sonic", ["outcome": .string(served)])) }
            return .object(members)
        }

        private static func fields(_ fields: [(String, String)]) -> JSONValue {
            .array(fields.map { ["name": .string($0.0), "value": .string($0.1)] })
        }
    }

    static func page(_ tide: String) -> String {
        "<title>Quay</title><p>Tide table</p><!--sonicdiff-tide-->\(tide)<!--sonicdiff-tide-end-->"
    }

    static func sha1(_ text: String) -> String { Hashes.nettle.sha1(Array(text.utf8)) }

    /// The whole page as sent by a Sonic server.
    static func whole(_ tide: String, at: Int = 0, client: String? = nil, agent: String = "curl/8.5.0")
        -> Entry
    {
        var entry = Entry(at: at, client: client, agent: agent, body: page(tide))
        entry.asked = [("accept-diff", "true")]
        entry.headers += sonic(page(tide), change: "true")
        return entry
    }

    /// The update from one tide to another.
    static func update(
        from old: String, to new: String, at: Int, client: String? = nil, agent: String = "curl/8.5.0"
    ) -> Entry {
        var entry = Entry(at: at, client: client, agent: agent)
        let split = PageSplit(html: Array(page(old).utf8))
        let template = Hashes.nettle.sha1(split.templateBytes(of: Array(page(old).utf8)))
        entry.asked = [
            ("accept-diff", "true"), ("If-None-Match", sha1(page(old))), ("template-tag", template),
        ]
        entry.headers = [("Content-Type", "application/json")] + sonic(page(new), change: "false")
        let block = "<!--sonicdiff-tide-->\(new)<!--sonicdiff-tide-end-->"
        let data: JSONValue = [
            "data": ["{title}": "<title>Quay</title>", "{tide}": .string(block)], "diff": "",
            "html-sha1": .string(sha1(page(new))),
        ]
        entry.body = data.text()
        return entry
    }

    private static func sonic(_ page: String, change: String) -> [(String, String)] {
        let split = PageSplit(html: Array(page.utf8))
        let template = Hashes.nettle.sha1(split.templateBytes(of: Array(page.utf8)))
        return [
            ("ETag", sha1(page)), ("template-tag", template), ("template-change", change),
            ("cache-offline", "true"),
            ("Cache-Control", "private, no-cache"),
        ]
    }

    /// A HAR file.
    static func har(_ entries: [Entry], more: [JSONValue] = []) -> [UInt8] {
        let log: JSONValue = ["log": ["entries": .array(entries.map(\.json) + more)]]
        return Array(log.text().utf8)
    }

    /// A reader of a HAR file.
    static func reader(_ har: [UInt8]) throws -> TrafficReader {
        TrafficReader(
            try Recording(har: har),
            ClientSessions(
                hashes: .nettle, headers: RequestHeaders(product: "sonic/0"),
                now: { Instant(milliseconds: 0) }))
    }

    /// All rows of a HAR file, once they are read.
    static func rows(_ har: [UInt8]) async throws -> [TrafficRow] {
        let reader = try reader(har)
        var log = TrafficLog()
        for row in reader.rows { log.append(row) }
        await reader.read { news in
            if case .read(let row, let reading) = news { log.set(reading, of: row) }
            return true
        }
        return log.rows
    }
}
