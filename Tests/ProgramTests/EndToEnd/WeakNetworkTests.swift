import TestSupport
import Testing

/// Requests that are retried, and requests that are not sent at all.
@Suite struct WeakNetworkTests {
    private static let configuration = "config/sonic/config.json5"

    private static func answer(_ head: String, _ body: String = "") -> [RawServer.Step] {
        let lines = [
            "HTTP/1.1 " + head, "Content-Type: text/html", "Content-Length: \(body.utf8.count)",
            "Connection: close",
        ]
        return [.readRequest, .send(Array((lines.joined(separator: "\r\n") + "\r\n\r\n" + body).utf8))]
    }

    @Test func `a failed connection is retried with the stored page on screen, unless retries are off`()
        async throws
    {
        let site = try await Site.demo()
        let path = "/faults/flaky-connection"
        #expect(try await site.get(path).outcome == "firstLoad")
        let second = try await site.get(path)
        #expect(second.outcome == "dataUpdate", "\(second.reason)")
        #expect(second.problems.map(\.rule) == ["retried"])
        #expect((second.timings["pausing"] ?? 0) >= 500)
        try site.home.write("{ sites: { '127.0.0.1/faults/*': { retries: 0 } } }", to: Self.configuration)
        let lost = try await site.get(path)
        #expect(lost.outcome == "offline" && lost.timings["pausing"] == nil)
        try await site.stop()
    }

    @Test func `the screen announces a retry, Esc cancels it and r retries at once`() async throws {
        let server = RawServer { connection in
            connection < 2
                ? Self.answer("503 Busy\r\nRetry-After: 10")
                : Self.answer("200 OK\r\nCache-Control: no-store", "<p>Here it is")
        }
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url()], environment: Site.environment(home), rows: 30,
            columns: 120)
        _ = try await pty.waitUntil(contains: "RETRY IN 10 S (1 OF 1)")
        await pty.press(.escape)
        _ = try await pty.waitUntil(contains: "STOPPED")
        await pty.send("o" + server.url())
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "RETRY IN 10 S (1 OF 1)")
        await pty.send("r")
        _ = try await pty.waitUntil("the page") { $0.contains("Here it is") && $0.contains("FIRST LOAD") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a fresh page is shown without a request, and a reload sends one`() async throws {
        let server = RawServer(Self.answer("200 OK\r\nCache-Control: max-age=1000", "<p>Fresh"))
        let home = try TemporaryFolder()
        func get(_ words: String...) async throws -> Answer {
            try Answer(
                try await run(
                    binary(named: "sonic"), ["get", "--json", server.url()] + words,
                    environment: Site.environment(home)))
        }
        #expect(try await get().outcome == "firstLoad")
        let fresh = try await get()
        #expect(fresh.outcome == "fresh" && fresh.status == nil)
        #expect(fresh.reasonCode == "fresh" && fresh.why == "lifetime")
        #expect(try await get("--reload").outcome == "allCached")
        for (setting, outcome) in [
            ("\"fresh-pages\": 0", "allCached"), ("\"ignore-server\": true", "allCached"),
            ("\"ignore-server\": true, \"max-age\": 60", "fresh"),
        ] {
            try home.write("{ sites: { '127.*': { \(setting) } } }", to: Self.configuration)
            #expect(try await get().outcome == outcome, "\(setting)")
        }
    }

    @Test func `a site with store false leaves no pages, and cookies still work`() async throws {
        let site = try await Site.serving([
            "a.html": "<link rel=stylesheet href=s.css><p>Hello", "s.css": "p {}",
        ])
        try site.home.write("{ sites: { '127.0.0.1': { store: false } } }", to: Self.configuration)
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil("the page") { $0.contains("Hello") && $0.contains("FIRST LOAD") }
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(try await site.sonic("cache", "list").output.contains("/a.html") == false)
        try await site.stop()
    }

    @Test func `an unreachable address from the configuration is skipped and reported`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        try site.home.write("{ hosts: { '127.0.0.1': '127.0.0.1:1' } }", to: Self.configuration)
        let dead = try await site.get("/a.html")
        #expect(dead.outcome == "firstLoad")
        #expect(
            dead.problems.first?.message
                == "127.0.0.1:1, where the configuration has 127.0.0.1, does not answer (Connection refused): "
                + "DNS was used instead")
        let port = site.address.split(separator: ":").last.map(String.init) ?? ""
        let given = try await site.get("/a.html", "--resolve", "127.0.0.1:127.0.0.1:\(port)")
        #expect(given.problems.first?.rule == "host-mapped", "the command line beats the file")
        #expect(!given.problems.contains { $0.message.contains("DNS was used") })
        try await site.stop()
    }

    @Test func `changed rules and host lists apply from the next page on`() async throws {
        let site = try await Site.serving(["a.html": "<p>From the site", "b.html": "<p>From elsewhere"])
        let address = site.address + "/a.html"
        let pty = try Pty(
            binary(named: "sonic"), [address], environment: site.environment, rows: 30, columns: 120)
        _ = try await pty.waitUntil("the page") { $0.contains("From the site") && $0.contains("FIRST LOAD") }
        try site.home.write(
            "{ rules: ['\(address) => \(site.address)/b.html'] }", to: Self.configuration)
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "From elsewhere")
        try site.home.write("{ rules: ['*/a.html => block'] }", to: Self.configuration)
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "blocks this address")
        let port = site.address.split(separator: ":").last.map(String.init) ?? ""
        try site.home.write("127.0.0.1:\(port) news.invalid\n", to: "hosts")
        try site.home.write("{ \"host-lists\": ['~/hosts'] }", to: Self.configuration)
        await pty.send("ohttp://news.invalid/a.html")
        await pty.press(.enter)
        _ = try await pty.waitUntil("the page under another name") {
            $0.contains("From the site") && $0.contains("via hosts")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        try await site.stop()
    }
}
