import TestSupport
import Testing

/// A page of two blocks from a server without Sonic.
private func page(_ headline: String, style: String = "plain") -> String {
    """
    <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="\(style)">
    <!--sonicdiff-headlines--><p>\(headline)</p><!--sonicdiff-headlines-end-->
    <!--sonicdiff-weather--><p>rain</p><!--sonicdiff-weather-end-->
    </body></html>
    """
}

/// A server that speaks only HTTP: each connection gets the next of these bodies, and the last one is
/// repeated.
private func plainServer(_ bodies: [String], _ header: String = "") -> RawServer {
    RawServer { connection in
        let body = bodies[min(connection, bodies.count - 1)]
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n\(header)"
        return [
            .readRequest,
            .send(head + "Content-Length: \(body.utf8.count)\r\nConnection: close\r\n\r\n" + body),
        ]
    }
}

/// Pages whose server does not speak Sonic, compared by the client.
@Suite struct LocalServerTests {
    /// Runs `sonic get` a number of times.
    private func answers(
        _ count: Int, _ server: RawServer, _ site: Site, _ options: String...
    ) async throws -> [Answer] {
        var answers: [Answer] = []
        for _ in 0..<count {
            let words = ["get", "--json", server.url()] + options
            let finished = try await run(
                binary(named: "sonic"), words, environment: site.environment)
            answers.append(try Answer(finished))
        }
        return answers
    }

    @Test func `a plain page edited between runs goes through all outcomes`() async throws {
        let server = plainServer([page("one"), page("one"), page("two"), page("two", style: "wide")])
        let site = try await Site.serving([:])
        let answers = try await answers(4, server, site)
        #expect(answers.map(\.outcome) == ["firstLoad", "allCached", "dataUpdate", "templateChange"])
        #expect(answers.map(\.code) == [1000, 304, 200, 2000])
        #expect(answers.map(\.by) == ["nobody", "client", "client", "client"])
        #expect(answers[2].changedBlocks == ["headlines"])
        #expect(answers.allSatisfy { $0.why == nil })
        let rules = answers.map { $0.problems.map(\.rule) }
        #expect(Set(rules) == [["blocks-without-sonic"]], "the page has a block, and nobody speaks of it")
        let told = try await site.sonic("get", server.url()).output
        #expect(told.contains("compared by: this program"))
    }

    @Test func `the configuration disables it for a site`() async throws {
        let server = plainServer([page("one"), page("two")])
        let site = try await Site.serving([:])
        try site.home.write(
            #"{ sites: { "127.0.0.1": { "compare-here": false } } }"#, to: "config/sonic/config.json5")
        let answers = try await answers(2, server, site)
        #expect(answers.map(\.outcome) == ["plain", "plain"])
        #expect(answers.map(\.why) == ["notSonic", "notSonic"])
        #expect(answers.map(\.by) == ["nobody", "nobody"])
    }

    @Test func `a page with no-store is not stored`() async throws {
        let server = plainServer([page("one")], "Cache-Control: no-store\r\n")
        let site = try await Site.serving([:])
        let answers = try await answers(2, server, site)
        #expect(answers.map(\.outcome) == ["firstLoad", "firstLoad"])
        let listed = try await site.sonic("cache", "list")
        #expect(!listed.output.contains(server.url()))
    }

    @Test func `a page that no longer speaks Sonic is an error`() async throws {
        let sonic =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\ntemplate-tag: t\r\ntemplate-change: true\r\n"
            + "Connection: close\r\n\r\n" + page("one")
        let plain =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n" + page("two")
        let server = RawServer { [.readRequest, .send($0 == 0 ? sonic : plain)] }
        let site = try await Site.serving([:])
        let answers = try await answers(2, server, site)
        #expect(answers.map(\.outcome) == ["firstLoad", "dataUpdate"])
        #expect(answers[1].by == "client")
        #expect(answers[1].problems.map(\.rule) == ["sonic-lost", "blocks-without-sonic"])
        #expect(answers[1].problems.map(\.severity) == ["error", "error"])
        #expect(answers[1].reasonCode == "sonicLost.blocks")
    }

    @Test func `a reloaded plain page shows that the client compared it, and what changed`() async throws {
        func page(_ news: String) -> String {
            "<title>Plain</title><h1>Plain</h1>\n<p>\(news)</p>\n<p>The same as ever.</p>\n"
        }
        let server = plainServer([page("Bridge closed"), page("Bridge open")])
        let site = try await Site.serving([:])
        let pty = try Pty(
            binary(named: "sonic"), [server.url()], environment: site.environment, rows: 30, columns: 120)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("r")
        let screen = try await pty.waitUntil(contains: "TEMPLATE CHANGE, compared here")
        #expect(screen.contains("Bridge open"))
        #expect(screen.contains("+ Bridge open"))
        #expect(screen.contains("- Bridge closed"))
        #expect(!screen.contains("- The same"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
