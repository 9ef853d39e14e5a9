import FoundationEssentials
import TestSupport
import Testing

/// `sonic watch`, with a real server whose files change between the runs.
@Suite struct WatchCommandTests {
    private static func page(_ news: String, style: String = "plain") -> String {
        """
        <!DOCTYPE html><html><head><meta charset="utf-8"><title>News</title></head><body class="\(style)">
        <!--sonicdiff-headlines--><p>\(news)</p><!--sonicdiff-headlines-end-->
        <!--sonicdiff-weather--><p>rain</p><!--sonicdiff-weather-end-->
        </body></html>
        """
    }

    /// A line of `--json`, with the members that the tests read.
    private struct Line: Decodable {
        var event: String
        var url: String?
        var outcome: String?
        var changedBlocks: [String]?
        var unchanged: Int?
        var failures: Int?
        var changes: Int?
        var runs: Int?
        var why: String?
        var status: Int?
    }

    private func lines(_ finished: Finished) throws -> [Line] {
        try finished.output.split(separator: "\n").map { line in
            try JSONDecoder().decode(Line.self, from: Data(line.utf8))
        }
    }

    /// Starts `sonic watch` on these addresses and options.
    private func watch(_ site: Site, _ words: String...) throws -> Program {
        try Program(
            binary(named: "sonic"), ["watch", "--every", "50ms"] + words, environment: site.environment)
    }

    @Test
    func `each change is a line, unchanged runs are counted, and an interrupt prints a summary`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let program = try watch(site, site.address + "/a.html", "--json")
        try await program.wait(for: #""event":"begun""#)
        try site.folder.write(Self.page("two"), to: "a.html")
        try await program.wait(for: #""outcome":"dataUpdate""#)
        try site.folder.write(Self.page("two", style: "wide"), to: "a.html")
        try await program.wait(for: #""outcome":"templateChange""#)
        await program.signal(2)
        let finished = try await program.finish()
        #expect(finished.status == .exited(0))
        let told = try lines(finished)
        #expect(told.map(\.event) == ["begun", "changed", "changed", "ended"])
        #expect(told[1].changedBlocks == ["headlines"])
        #expect(told.last?.why == "signal" && told.last?.changes == 2)
        #expect(told.last?.runs ?? 0 >= 3)
    }

    @Test func `a server that goes away and comes back is reported once each`() async throws {
        let page = Self.page("one")
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        let server = RawServer { connection in
            // The second to the tenth connection are reset, including those of the engine's own retries.
            (1..<10).contains(connection) ? [.readRequest, .reset] : [.readRequest, .send(head + page)]
        }
        let site = try await Site.serving([:])
        try site.home.write("{ retries: 0 }", to: "config/sonic/config.json5")
        let program = try watch(site, server.url(), "--json")
        try await program.wait(for: #""event":"recovered""#)
        await program.signal(2)
        let told = try lines(try await program.finish())
        #expect(told.map(\.event) == ["begun", "failed", "recovered", "ended"])
        #expect(told[2].failures == 9)
        withExtendedLifetime(server) {}
    }

    @Test func `a goal that is met ends the watch with status 0`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let url = site.address + "/a.html"
        let first = try await site.sonic("watch", "--every", "50ms", "--until", "allCached", url)
        #expect(first.status == .exited(0))
        let program = try watch(site, url, "--until", "change", "--json")
        try await program.wait(for: "begun")
        try site.folder.write(Self.page("two"), to: "a.html")
        let finished = try await program.finish()
        #expect(finished.status == .exited(0))
        #expect(try lines(finished).last?.why == "until")
        // A goal that is not met in time is a failure.
        let other = try await site.sonic(
            "watch", "--every", "50ms", "--times", "2", "--until", "failure", url)
        #expect(other.status == .exited(1))
    }

    @Test func `a command receives each change as input and environment variables`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let program = try watch(
            site, site.address + "/a.html", "--exec",
            "echo \"<$SONIC_OUTCOME $SONIC_BLOCKS $SONIC_URL>\"; cat; echo '<end>'")
        try await program.wait(for: "watching")
        try site.folder.write(Self.page("two \u{1B}[31m"), to: "a.html")
        try await program.wait(for: "<end>")
        await program.signal(2)
        let finished = try await program.finish()
        #expect(
            finished.output.contains(
                "<dataUpdate headlines \(site.address)/a.html>\nheadlines:\n- one\n+ two"))
        #expect(!finished.output.utf8.contains(0x1B))
    }

    @Test func `a failed command is reported, and one that hangs is killed with its children`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one"), "b.html": Self.page("one")])
        let program = try watch(
            site, site.address + "/a.html", "--json", "--exec-timeout", "1", "--exec",
            "if grep -q '+ two'; then exit 3; else sleep 600 & sleep 600; fi")
        try await program.wait(for: "begun")
        try site.folder.write(Self.page("two"), to: "a.html")
        try await program.wait(for: #""status":3"#)
        try site.folder.write(Self.page("three"), to: "a.html")
        try await program.wait(for: "took longer than 1 s")
        await program.signal(2)
        let finished = try await program.finish()
        #expect(finished.status == .exited(0))
        #expect(finished.errors.contains("ended with status 3"))
    }

    @Test func `an interrupt kills a running command as well`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let program = try watch(
            site, site.address + "/a.html", "--exec",
            "trap '' TERM; echo '<begun>'; while :; do sleep 1; done")
        try await program.wait(for: "watching")
        try site.folder.write(Self.page("two"), to: "a.html")
        try await program.wait(for: "<begun>")
        await program.signal(2)
        #expect(try await program.finish().status == .exited(0))
    }

    @Test func `a file lists pages, one a line, and each is reported by its address`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one"), "b.html": Self.page("one")])
        let list =
            "# pages\n\n  \(site.address)/a.html \r\n\(site.address)/b.html\n\(site.address)/a.html#x\n"
        try site.home.write(list, to: "list")
        let file = site.home.path("list")
        let finished = try await site.sonic("watch", file, "--every", "50ms", "--times", "2", "--json")
        #expect(finished.status == .exited(0))
        let told = try lines(finished)
        #expect(Set(told.compactMap(\.url)) == [site.address + "/a.html", site.address + "/b.html"])
        #expect(told.last?.runs == 4)
        try site.home.write("ok.example\n\nhttp://[::1\n", to: "list")
        let mistake = try await site.sonic("watch", file)
        #expect(mistake.status == .exited(2))
        #expect(mistake.errors.contains("list:3: "))
    }

    @Test func `a change of data that is not HTML is reported by the lines shown`() async throws {
        let site = try await Site.serving(["a.json": "{\"n\": 1}"])
        let program = try watch(site, site.address + "/a.json", "--exec", "cat; echo '<end>'")
        try await program.wait(for: "watching")
        try site.folder.write("{\"n\": 2}", to: "a.json")
        try await program.wait(for: "<end>")
        await program.signal(2)
        let output = try await program.finish().output
        #expect(output.contains(#"+     "n": 2"#))
        #expect(output.contains(" 1 changed"))
    }

    @Test func `a change stored meanwhile by another program is still reported`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let program = try Program(
            binary(named: "sonic"), ["watch", "--every", "1", "--json", site.address + "/a.html"],
            environment: site.environment)
        try await program.wait(for: "begun")
        try site.folder.write(Self.page("two"), to: "a.html")
        _ = try await site.get("/a.html")
        try await program.wait(for: #""event":"changed""#)
        await program.signal(2)
        #expect(try lines(try await program.finish()).map(\.event) == ["begun", "changed", "ended"])
    }

    @Test func `a change that the configuration ignores is not reported`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        try site.home.write(
            #"{ "compare-ignore": ["/Updated */"], "watch-every": 0.05 }"#, to: "config/sonic/config.json5")
        try site.folder.write(Self.page("one</p><p>Updated 1"), to: "a.html")
        for (page, goal) in [("one</p><p>Updated 2", "dataUpdate"), ("two</p><p>Updated 2", "change")] {
            let program = try Program(
                binary(named: "sonic"), ["watch", site.address + "/a.html", "--json", "--until", goal],
                environment: site.environment)
            try await program.wait(for: "begun")
            try site.folder.write(Self.page(page), to: "a.html")
            let told = try lines(try await program.finish())
            #expect(told.map(\.event) == ["begun", goal == "change" ? "changed" : "met", "ended"])
            #expect(told.last?.changes == (goal == "change" ? 1 : 0))
        }
    }

    @Test(
        arguments: [
            (["--every", "soon"], "--every takes a time"), (["--every", "1ms"], "--every takes a time"),
            (["--until", "dawn"], "--until takes one of"), (["--times", "0"], "--times takes a number"),
            (["--exec-timeout", "5"], "--exec-timeout requires --exec"),
            (["--offline"], "sonic watch URL...|FILE|- takes no --offline"),
        ])
    func `usage errors say what to do`(_ options: [String], _ words: String) async throws {
        let home = try TemporaryFolder()
        let finished = try await run(
            binary(named: "sonic"), ["watch", "http://127.0.0.1:1/"] + options,
            environment: Site.environment(home))
        #expect(finished.status == .exited(2))
        #expect(finished.errors.contains(words))
        let nothing = try await run(binary(named: "sonic"), ["watch"], environment: Site.environment(home))
        #expect(nothing.status == .exited(2))
    }
}

/// Watching in the browser, with a server whose file changes.
@Suite struct BrowserWatchTests {
    private static func page(_ news: String) -> String {
        "<title>News</title><!--sonicdiff-a--><p>\(news)<!--sonicdiff-a-end--><p>The end.</p>"
    }

    @Test(arguments: [(24, 80), (60, 200)])
    func `a watched page follows its file, can be paused, and survives its server`(rows: Int, columns: Int)
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("Monday")])
        try site.home.write("{ retries: 0, \"watch-every\": 0.1 }", to: "config/sonic/config.json5")
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: rows,
            columns: columns)
        _ = try await pty.waitUntil("the page") { $0.contains("Monday") && $0.contains("FIRST LOAD") }
        await pty.send("w")
        _ = try await pty.waitUntil(contains: "watching every 100 ms")
        try site.folder.write(Self.page("Tuesday"), to: "a.html")
        _ = try await pty.waitUntil(contains: "Tuesday")
        await pty.send("w")
        _ = try await pty.waitUntil(contains: "watch paused")
        await pty.send(":watch 50ms")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "watching every 50 ms")
        try await site.stop()
        let screen = try await pty.waitUntil(contains: "OFFLINE")
        #expect(screen.contains("Tuesday"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `a watched local file is shown as soon as it is saved`() async throws {
        let site = try await Site.serving([:])
        let path = try site.home.write(Self.page("Monday"), to: "a.html")
        let pty = try Pty(
            binary(named: "sonic"), [path], environment: site.environment, rows: 24, columns: 80)
        _ = try await pty.waitUntil(contains: "Monday")
        await pty.send(":watch 1h\r")
        _ = try await pty.waitUntil(contains: "watching every 1 h")
        for day in ["Tuesday", "Wednesday"] {
            try site.home.write(Self.page(day), to: "a.html")
            _ = try await pty.waitUntil(contains: day)
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        try await site.stop()
    }
}
