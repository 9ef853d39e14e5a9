import Foundation
import Hashing
import SonicProtocol
import SonicSession
import Testing

@testable import Recording

@Suite struct SessionScriptTests {
    private func trail() async throws -> SessionTrail {
        try #require(await Recorded.trails(Recorded.recording("sonic-update.har")).first)
    }

    /// The written test is one of the tests of `SonicSession`, which run it.
    @Test func `a recorded session is written as the test that stands among those of the session`()
        async throws
    {
        let script = try SessionScript(try await trail(), mode: .open, hashes: .nettle)
        #expect(script.holds)
        let file = Recorded.here.appending(path: "../SonicSessionTests/RecordedSessionTests.swift")
        if ProcessInfo.processInfo.environment["UPDATE_GOLDEN"] == "1" {
            try Data(script.text.utf8).write(to: file)
        }
        let known = try String(decoding: Data(contentsOf: file), as: UTF8.self)
        #expect(known == script.text, "UPDATE_GOLDEN=1 writes it anew")
    }

    @Test func `what the machine does not do again is told`() async throws {
        let trail = try await trail()
        // Asked for without the network, the same session would have ended otherwise.
        let script = try SessionScript(trail, mode: .cacheOnly, hashes: .nettle)
        #expect(!script.holds)
        #expect(script.text.contains("mode: .cacheOnly") && script.text.contains("end dataUpdate 200: "))
    }

    @Test func `what cannot be written as a test is told`() async throws {
        func hindrance(_ trail: SessionTrail) -> SessionScript.Hindrance? {
            do throws(SessionScript.Hindrance) {
                _ = try SessionScript(trail, mode: .open, hashes: .nettle)
                return nil
            } catch {
                return error
            }
        }
        #expect(hindrance(SessionTrail()) == .underWay)
        let trail = try await trail()
        #expect(hindrance(trail.withoutPages) == .forgotten)
        func replayed(_ content: [UInt8]) async -> SessionTrail? {
            let head = ResponseHead(
                version: "HTTP/1.1", status: 200, reason: "OK",
                headers: Headers([HeaderField("Content-Type", "text/html")]), raw: [])
            guard let url = WebURL("http://news.example/") else { return nil }
            let exchange = Recording.Exchange(
                method: "GET", url: url, body: PostBody([], contentType: ""), began: nil, head: head,
                content: content, failure: nil, cache: nil, session: nil)
            return await Recorded.trails(Recording(exchanges: [exchange])).first
        }
        let latin = try #require(await replayed([0x3C, 0x70, 0x3E, 0xE4]))
        #expect(hindrance(latin) == .noText)
        let large = try #require(await replayed([UInt8](repeating: 0x41, count: 200_001)))
        #expect(hindrance(large) == .large)
    }

    @Test(arguments: [
        ("a", "a"), ("a\\(b)", "a\\\\(b)"), ("\u{1B}[0m", "\\u{1b}[0m"), ("\"\"\"", "\"\"\\\""),
        ("end ", "end\\u{20}"), ("a\r", "a\\r"), ("\u{202E}x", "\\u{202e}x"), ("\u{A0}", "\\u{a0}"),
    ])
    func `a line of a literal is what was meant, and can be seen`(_ text: String, _ source: String) {
        #expect(SwiftLiteral.lines(text, margin: "  ") == "\"\"\"\n  \(source)\n  \"\"\"")
    }

    @Test func `long lines go on in the next, and empty ones stay empty`() {
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
