import SonicLint
import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

@testable import Exchanges
@testable import Workbench

/// Findings in HAR files, and what they are not evidence for.
@Suite struct RecordedFindingsTests {
    private static let page = "<title>Quay</title><p>Tide table</p><!--sonicdiff-t-->1<!--sonicdiff-t-end-->"

    private static func fields(_ lines: [String]) -> String {
        let fields = lines.map { line in
            let colon = line.firstIndex(of: ":") ?? line.endIndex
            let value = line[colon...].dropFirst().drop { $0 == " " }.replacing("\"", with: "\\\"")
            return "{\"name\": \"\(line[..<colon])\", \"value\": \"\(value)\"}"
        }
        return "[" + fields.joined(separator: ", ") + "]"
    }

    /// A recording of one exchange.
    private static func recording(
        asked: [String] = [], headers: [String], body: String = page, base64: Bool = false, more: String = "",
        version: String = "HTTP/1.1"
    ) throws -> Recording {
        let text = base64 ? Base64.text(Array(body.utf8)) : body.replacing("\"", with: "\\\"")
        let encoding = base64 ? ", \"encoding\": \"base64\"" : ""
        let har = """
            {"log": {"entries": [{"startedDateTime": "2026-11-20T10:00:00Z", \(more)
             "request": {"method": "GET", "url": "http://quay.example/quay", "headers": \(fields(asked))},
             "response": {"status": 200, "httpVersion": "\(version)", "headers": \(fields(["Content-Type: text/html; charset=utf-8"] + headers)),
              "content": {"size": 9, "text": "\(text)"\(encoding)}}}]}}
            """
        return try Recording(har: Array(har.utf8))
    }

    private static func rules(_ recording: Recording) async throws -> [RuleID] {
        let exchange = try #require(recording.exchanges.first)
        let trace = try #require(await Recorded.traces(recording).first)
        return LintReport(trace, of: exchange, .nettle).findings.map(\.rule)
    }

    private static let sonic = [
        "template-tag: t", "template-change: true", "cache-offline: true", "Cache-Control: private, no-cache",
    ]
    private static let asking = ["accept-diff: true"]

    @Test func `mistakes in a recorded response are found`() async throws {
        let found = try await Self.rules(
            Self.recording(asked: Self.asking, headers: Self.sonic + ["ETag: W/\"q1\""]))
        #expect(found.contains(.etagWeak))
        let missing = try await Self.rules(Self.recording(asked: Self.asking, headers: Self.sonic))
        #expect(missing.contains(.etagMissing))
        let blocks = try await Self.rules(Self.recording(asked: Self.asking, headers: []))
        #expect(blocks.contains(.blocksWithoutSonic))
        let elsewhere = try await Self.rules(
            Self.recording(asked: Self.asking, headers: Self.sonic + ["ETag: q1", "sonic-etag-key: X-Tag"]))
        #expect(elsewhere.contains(.etagKeyAbsent) && !elsewhere.contains(.etagMissing))
    }

    @Test(
        arguments: TableRow.rows(
            "a proxy that may have", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `a proxy that may have changed header names is named if there is evidence`(row: TableRow)
        async throws
    {
        let (headers, version, words) = (row.lines(1), row[2], row.optional(3))
        let recording = try Self.recording(asked: Self.asking, headers: headers, version: version)
        let exchange = try #require(recording.exchanges.first)
        let trace = try #require(await Recorded.traces(recording).first)
        let found = LintReport(trace, of: exchange, .nettle).findings
        let lost = try #require(found.first { $0.rule == .blocksWithoutSonic })
        #expect(
            lost.message.contains(words ?? "cache-offline") && lost.message.contains(";") == (words != nil))
    }

    @Test func `a request without Sonic has no findings about missing Sonic headers`() async throws {
        for asked in [[], ["Accept: text/html"], ["accept-diff: false"]] {
            let missing = try await Self.rules(Self.recording(asked: asked, headers: Self.sonic))
            #expect(!missing.contains(.etagMissing))
            let blocks = try await Self.rules(Self.recording(asked: asked, headers: []))
            #expect(!blocks.contains(.blocksWithoutSonic))
        }
    }

    @Test func `a text decoded by another program is not evidence against a hash or a length`() async throws {
        let wrong = ["ETag: \(String(repeating: "7", count: 40))", "Content-Length: 7"]
        let bytes = try await Self.rules(
            Self.recording(asked: Self.asking, headers: Self.sonic + wrong, base64: true))
        #expect(bytes.contains(.etagUnlikePage) && bytes.contains(.contentLengthWrong))
        let text = try await Self.rules(Self.recording(asked: Self.asking, headers: Self.sonic + wrong))
        #expect(!text.contains(.etagUnlikePage) && !text.contains(.contentLengthWrong))
        // This program records bytes as text only if they were received as such.
        let own = try await Self.rules(
            Self.recording(asked: Self.asking, headers: Self.sonic + wrong, more: "\"_sonic\": {},"))
        #expect(own.contains(.etagUnlikePage))
    }

    @Test func `an update for a page that was not recorded has no findings`() async throws {
        let update = #"{"data": {"{t}": "2"}, "html-sha1": "7", "template-tag": "t"}"#
        let asked = Self.asking + ["If-None-Match: q1", "template-tag: t"]
        let found = try await Self.rules(
            Self.recording(
                asked: asked, headers: ["template-tag: t", "template-change: false", "ETag: q2"], body: update
            ))
        #expect(Set(found).isDisjoint(with: [.updateUnasked, .updateUnknownBlocks, .updateWrongHash]))
    }

    @Test(
        arguments: TableRow.rows(
            "a subresource does not start", in: "Tests/ApplicationTests/Workbench/workbench.table"))
    func `a subresource does not start a page, whatever its media type`(row: TableRow) throws {
        let (more, asked, isPage) = (row[1], row.lines(2), row[3] == "true")
        let exchange = try Self.recording(asked: asked, headers: [], more: more).exchanges.first
        #expect(exchange.map(\.beginsPage) == isPage)
        // A Sonic response is for a page, whichever client requested it.
        let sonic = try Self.recording(asked: asked, headers: Self.sonic, more: more).exchanges.first
        #expect(sonic.map(\.beginsPage) == true)
    }

    @Test(arguments: TableRow.rows("part", in: "Tests/ApplicationTests/Workbench/exchanges.table"))
    func `a part of a page is not a failed page`(row: TableRow) throws {
        let (type, path, accepted, status, isPage) = (
            row[1], row[2], row[3], Int(row[4]) ?? 0, row[5] == "true"
        )
        let text = """
            {"log": {"entries": [{\(type.isEmpty ? "" : "\"_resourceType\": \"\(type)\",")
             "request": {"method": "GET", "url": "http://quay.example\(path)",
              "headers": [\(accepted.isEmpty ? "" : "{\"name\": \"Accept\", \"value\": \"\(accepted)\"}")]},
             "response": {"status": \(status), "headers": [], "content": {"size": 7, "mimeType": "text/html"}}}]}}
            """
        let exchange = try #require(try Recording(har: Array(text.utf8)).exchanges.first)
        #expect(exchange.beginsPage == isPage)
    }
}
