import FoundationEssentials
import TestSupport
import Testing

/// What `--log` writes.
@Suite struct LogTests {
    /// A line, with the members that the tests read.
    private struct Line: Decodable {
        var time: String
        var at: Double
        var event: String
        var url: String
        var message: String
    }

    private func lines(_ file: String) throws -> [Line] {
        let text = try String(contentsOfFile: file, encoding: .utf8)
        return try text.split(separator: "\n").map { line in
            try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        }
    }

    @Test func `sessions are appended to the log, and only its owner can read it`() async throws {
        let site = try await Site.serving(["a.html": "<title>A</title><p>one"])
        let file = site.home.path("log.jsonl")
        for _ in 0..<2 { _ = try await site.get("/a.html", "--log", file) }
        let told = try lines(file)
        let events = told.map(\.event).filter { $0 != "EventLog" }
        #expect(
            events == [
                "SessionRecvResponse", "SessionFirstLoad", "SessionDidSaveCache", "SessionDestroy",
                "SessionDidLoadLocalCache", "SessionRecvResponse", "SessionHitCache", "SessionDestroy",
            ])
        let url = "\(site.address)/a.html"
        #expect(told.allSatisfy { $0.url == url && $0.time.hasSuffix("Z") && $0.at >= 0 })
        let listed = try await run("/bin/ls", ["-l", file], environment: [:])
        #expect(listed.output.hasPrefix("-rw-------"))
    }

    @Test func `a log that others could read is private from now on`() async throws {
        let site = try await Site.serving(["a.html": "<p>one"])
        let file = try site.home.write("", to: "log.jsonl")
        _ = try await run("/bin/chmod", ["644", file])
        _ = try await site.get("/a.html", "--log", file)
        let listed = try await run("/bin/ls", ["-l", file])
        #expect(try !lines(file).isEmpty && listed.output.hasPrefix("-rw-------"))
    }
}
