import SonicProtocol
import SonicSession
import SystemLibraries
import TestSupport
import Testing

/// The walk-through docs/guide/debugging.md#from-a-recording-to-the-bytes: from a browser's HAR file to the bytes that
/// caused a template change.
@Suite struct TrafficWalkTests {
    private static func page(_ lineEnd: String, _ tide: String) -> String {
        "<!doctype html>\n<title>Quay</title>\n<p>Tide table</p>\(lineEnd)\n<p><!--sonicdiff-tide-->\(tide)<!--sonicdiff-tide-end--></p>\n"
    }

    /// An entry as Firefox writes it; a change of the third line's end also changes the template-tag.
    private static func entry(_ html: String, at second: Int, asking: [(String, String)] = []) -> JSONValue {
        func fields(_ fields: [(String, String)]) -> JSONValue {
            .array(fields.map { ["name": .string($0.0), "value": .string($0.1)] })
        }
        let bytes = Array(html.utf8)
        return [
            "pageref": .string("page_\(second)"),
            "startedDateTime": .string("2026-11-20T10:00:0\(second).000+00:00"),
            "request": [
                "bodySize": 0, "method": "GET", "url": "https://quay.example/tides",
                "httpVersion": "HTTP/1.1",
                "headers": fields(
                    [
                        ("User-Agent", "Mozilla/5.0 (X11; rv:133.0) Gecko/20100101 Firefox/133.0"),
                        ("accept-diff", "true"),
                    ] + asking),
                "cookies": [], "queryString": [], "headersSize": 300,
            ],
            "response": [
                "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
                "headers": fields([
                    ("Content-Type", "text/html; charset=utf-8"), ("ETag", Hashes.nettle.sha1(bytes)),
                    ("template-tag", tag(html)), ("template-change", "true"), ("cache-offline", "true"),
                    ("Cache-Control", "private, no-cache"),
                ]),
                "cookies": [],
                "content": [
                    "mimeType": "text/html; charset=utf-8", "size": .integer(bytes.count),
                    "text": .string(html),
                ],
                "redirectURL": "", "headersSize": 200, "bodySize": .integer(bytes.count + 200),
            ],
            "cache": .object([]),
            "timings": ["blocked": 0, "dns": 0, "connect": 0, "ssl": 0, "send": 0, "wait": 20, "receive": 1],
            "time": 21, "_securityState": "secure", "serverIPAddress": "192.0.2.1", "connection": "443",
        ]
    }

    private static func tag(_ html: String) -> String {
        let bytes = Array(html.utf8)
        return Hashes.nettle.sha1(PageSplit(html: bytes).templateBytes(of: bytes))
    }

    @Test func `a browser's recording leads to the bytes that caused a template change`() async throws {
        let folder = try TemporaryFolder()
        let (first, second) = (Self.page("", "low"), Self.page(" \r", "high"))
        let log: JSONValue = [
            "log": [
                "version": "1.2", "creator": ["name": "Firefox", "version": "133.0"], "pages": [],
                "entries": [
                    Self.entry(first, at: 1),
                    Self.entry(
                        second, at: 2,
                        asking: [
                            ("If-None-Match", Hashes.nettle.sha1(Array(first.utf8))),
                            ("template-tag", Self.tag(first)),
                        ]),
                ],
            ]
        ]
        let file = try folder.write(Array(log.text(.indented).utf8), to: "quay.har")
        let pty = try Pty(
            binary(named: "sonic"), ["traffic", file],
            environment: ["HOME": folder.path, "TERM": "xterm-256color", "LANG": "C.UTF-8"],
            rows: 40, columns: 120)
        // 1. The outcome of each load.
        _ = try await pty.waitUntil("both loads") {
            $0.contains("first load: full page") && $0.contains("template change: full page")
        }
        // 2. The first load and the template change, side by side.
        await pty.press(.alt("a"))
        _ = try await pty.waitUntil(contains: "Marked exchange 1")
        await pty.send("j")
        await pty.press(.alt("a"))
        _ = try await pty.waitUntil(contains: "exchange 2, /tides")
        // 3. The templates differ in a space and a carriage return.
        await pty.send("3")
        let template = try await pty.waitUntil("the line that differs") { screen in
            screen.contains("▸3 template") && screen.contains("Tide table</p>·␍")
        }
        #expect(!template.contains("high"), "a block is no part of the template")
        // 4. Back to the list, and out.
        try await pty.leaveTraffic()
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
