import TestSupport
import Testing

/// `sonic`, `sonic-server proxy` and a server without Sonic behind it, each a program or socket of its
/// own.
@Suite struct ProxiedServerTests {
    private static func page(_ frame: String, _ hour: Int) -> String {
        "<!DOCTYPE html><title>Board</title><h1>\(frame)</h1><p id=hour>\(hour)</p>"
    }

    /// A server that serves the n-th of these pages on its n-th connection.
    private static func server(_ pages: [String]) -> RawServer {
        RawServer { number in
            let page = pages[min(number, pages.count - 1)]
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
            return [.readRequest, .send(head + "Content-Length: \(page.utf8.count)\r\n\r\n" + page)]
        }
    }

    @Test func `a plain page goes through all outcomes behind the proxy`() async throws {
        let pages = [Self.page("a", 1), Self.page("a", 1), Self.page("a", 2), Self.page("b", 2)]
        let server = Self.server(pages)
        let site = try await Site.proxying(server, blocks: "hour = #hour\n")
        let answers = [
            try await site.get("/"), try await site.get("/"), try await site.get("/"),
            try await site.get("/"),
        ]
        #expect(answers.map(\.outcome) == ["firstLoad", "allCached", "dataUpdate", "templateChange"])
        #expect(answers.map(\.status) == [200, 304, 200, 200])
        #expect(answers.dropFirst().allSatisfy { $0.by == "server" })
        #expect(answers[2].changedBlocks == ["hour"])
        // The page is so small that its update is larger.
        let problems = answers.map { $0.problems.map(\.rule) }
        #expect(problems == [[], [], ["update-larger-than-page"], []])
        let dumped = try await site.sonic("dump", "--offline", "--source", site.address + "/")
        #expect(
            dumped.output
                == "<!DOCTYPE html><title>Board</title><h1>b</h1><!--sonicdiff-hour--><p id=hour>2</p><!--sonicdiff-hour-end-->"
        )
    }

    @Test func `a page stays readable offline when the upstream server is gone`() async throws {
        let server = RawServer { number in
            let page = Self.page("a", 1)
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
            let answer = RawServer.Step.send(head + "Content-Length: \(page.utf8.count)\r\n\r\n" + page)
            return number == 0 ? [.readRequest, answer] : [.readRequest]
        }
        let site = try await Site.proxying(server, blocks: "hour = #hour\n")
        #expect(try await site.get("/").outcome == "firstLoad")
        let second = try await site.get("/")
        #expect(second.outcome == "failed" && second.status == 502)
        #expect(try await site.sonic("dump", "--offline", site.address + "/").output.contains("1"))
    }
}
