import Foundation
import SonicProtocol
import SonicSession
import SystemLibraries
import Testing

@testable import Exchanges
@testable import Workbench

@Suite struct SessionScriptTests {
    private func trace() async throws -> SessionTrace {
        try #require(await Recorded.traces(Recorded.recording("sonic-update.har")).first)
    }

    /// The written test is one of the tests of `SonicSession`, which run it.
    @Test func `a recorded session is written as the test that is in the session's tests`()
        async throws
    {
        let script = try SessionScript(try await trace(), mode: .open, hashes: .nettle)
        #expect(script.holds)
        let file = Recorded.here.appending(path: "../../../SessionTests/RecordedSessionTests.swift")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(script.text.utf8).write(to: file)
        }
        let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(known == script.text, "UPDATE_GOLDEN=1 writes it anew")
    }

    @Test func `a session that the machine does not reproduce is reported`() async throws {
        let trace = try await trace()
        // In cache-only mode the same session would have had another result.
        let script = try SessionScript(trace, mode: .cacheOnly, hashes: .nettle)
        #expect(!script.holds)
        #expect(script.text.contains("mode: .cacheOnly") && script.text.contains("end dataUpdate 200: "))
    }

    @Test func `a session that used a cached redirect is written with it`()
        async throws
    {
        let (url, target) = (
            try #require(WebURL("http://news.example/")), try #require(WebURL("http://b.example/"))
        )
        let site = Site(answers: [
            url.href: "302 Found\r\nLocation: http://b.example/\r\n\r\n",
            target.href: "200 OK\r\nContent-Type: text/html\r\n\r\n<p>Hello",
        ])
        let engine = SessionEngine(
            connection: site, store: MemoryStore(), hashes: .nettle,
            clocks: .init(now: { Instant(milliseconds: 9_000) }, uptime: { .zero }, wait: { _ in }))
        var traces: [SessionTrace] = []
        for _ in 0..<2 {
            let order = SessionOrder(url: url, headers: RequestHeaders(product: "sonic"))
            traces.append(await engine.open(order).trace())
        }
        let script = try SessionScript(traces[1], mode: .open, hashes: .nettle)
        #expect(script.holds)
        #expect(script.text.contains("show version 1 of http://b.example/\n"))
        #expect(
            script.text.contains(
                "redirects: [try SessionResult.Redirect(from: #require(WebURL(\"http://news.example/\")), "
                    + "to: #require(WebURL(\"http://b.example/\")), status: 302)]"))
    }

    /// Answers each address with these bytes.
    private struct Site: Connection {
        let answers: [String: String]

        func exchange(_ request: Request) -> ResponseEvents {
            let answer = "HTTP/1.1 " + (answers[request.url.href] ?? "404 Not Found\r\n\r\n")
            let end = answer.range(of: "\r\n\r\n")?.upperBound ?? answer.endIndex
            let (head, body) = (Array(answer[..<end].utf8), Array(answer[end...].utf8))
            return ResponseEvents { continuation in
                if let head = ResponseHead(raw: head) { continuation.yield(.headReceived(head)) }
                if !body.isEmpty { continuation.yield(.bodyReceived(body)) }
                continuation.yield(.finished(TransferReport()))
                continuation.finish()
            }
        }
    }

    @Test func `a session that cannot be written as a test is reported`() async throws {
        func notWritable(_ trace: SessionTrace) -> SessionScript.NotWritable? {
            do throws(SessionScript.NotWritable) {
                _ = try SessionScript(trace, mode: .open, hashes: .nettle)
                return nil
            } catch {
                return error
            }
        }
        let trace = try await trace()
        #expect(notWritable(SessionTrace(trace.opened, mode: .open)) == .underWay)
        #expect(notWritable(trace.withoutPages) == .forgotten)
        func replayed(_ content: [UInt8]) async -> SessionTrace? {
            let head = ResponseHead(
                version: "HTTP/1.1", status: 200, reason: "OK",
                headers: Headers([HeaderField("Content-Type", "text/html")]), raw: [])
            guard let url = WebURL("http://news.example/") else { return nil }
            let exchange = Exchange(
                method: "GET", url: url, body: PostBody([], contentType: ""), began: nil, head: head,
                content: .bytes(content), failure: nil, cache: nil, session: nil)
            return await Recorded.traces(Recording(exchanges: [exchange])).first
        }
        let latin = try #require(await replayed([0x3C, 0x70, 0x3E, 0xE4]))
        #expect(notWritable(latin) == .noText)
        let large = try #require(await replayed([UInt8](repeating: 0x41, count: 200_001)))
        #expect(notWritable(large) == .large)
    }

    @Test(arguments: [
        ("a", "a"), ("a\\(b)", "a\\\\(b)"), ("\u{1B}[0m", "\\u{1b}[0m"), ("\"\"\"", "\"\"\\\""),
        ("end ", "end\\u{20}"), ("a\r", "a\\r"), ("\u{202E}x", "\\u{202e}x"), ("\u{A0}", "\\u{a0}"),
    ])
    func `special characters in a literal are escaped`(_ text: String, _ source: String) {
        #expect(SwiftLiteral.lines(text, margin: "  ") == "\"\"\"\n  \(source)\n  \"\"\"")
    }

    @Test func `long lines continue on the next, and empty ones stay empty`() {
        let text = String(repeating: "a", count: 100) + "\n\nb\n"
        let lines = SwiftLiteral.lines(text, margin: "    ").split(
            separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines == [
                "\"\"\"", "    \(String(repeating: "a", count: 80))\\",
                "    \(String(repeating: "a", count: 20))", "", "    b", "", "    \"\"\"",
            ])
        #expect(SwiftLiteral.line("a\"\nb\\") == "\"a\\\"\\nb\\\\\"")
    }
}
