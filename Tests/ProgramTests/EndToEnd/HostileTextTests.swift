import TestSupport
import Testing

/// No byte of a page, a header, an address, a file or an argument controls the terminal, wherever it is shown.
@Suite struct HostileTextTests {
    private func sonic(_ words: [String], _ home: TemporaryFolder) async throws -> Finished {
        try await run(binary(named: "sonic"), words, environment: Site.environment(home))
    }

    @Test func `a server's text stays text in everything that is printed about a session`() async throws {
        let server = HostileText.server()
        let home = try TemporaryFolder()
        let url = server.url(HostileText.path)
        let har = home.path("session.har")
        let junit = home.path("junit.xml")
        for words in [
            ["get", "--har", har, url], ["get", url], ["get", "--json", url], ["get", "--explain", url],
            ["get", "--explain", "--json", url], ["get", "--clients", "ios,android", url],
            ["get", "--har", "-", url],
            ["dump", url], ["dump", "--headers", "--links", url],
            ["dump", "--color", "never", "--width", "20", url],
            ["check", url], ["check", "--json", url],
            ["check", "--clients", "ios,android", "--junit", junit, url],
            ["watch", "--every", "50ms", "--times", "3", url],
            ["watch", "--every", "50ms", "--times", "3", "--json", url],
            ["cache", "list"], ["cache", "list", "--json"], ["cache", "show", url],
            ["cache", "show", "--json", url],
            ["cache", "verify"], ["cache", "prune"], ["replay", har],
            ["replay", "--json", har],
            ["get", "--offline", "--account", "none", url], ["cache", "remove", url],
        ] {
            let finished = try await sonic(words, home)
            #expect(finished.outputBytes.count + finished.errorBytes.count > 0, "\(words)")
            #expect(HostileText.leak(finished) == nil, "\(words)")
        }
        #expect(HostileText.leak(try #require(home.read("session.har"))) == nil)
        #expect(HostileText.leak(try #require(home.read("junit.xml"))) == nil)
        withExtendedLifetime(server) {}
    }

    @Test func `bookmarks, history and forgotten pages are printed as text`() async throws {
        let server = HostileText.server()
        let home = try TemporaryFolder()
        let url = server.url(HostileText.path)
        _ = try await sonic(["get", url], home)
        let title = HostileText.word.filter { !$0.isNewline }
        let lines = ["5 \(url) \(title)", title, "6 http://127.0.0.1:1/\(title) \(title)"]
        try home.write(lines.joined(separator: "\n") + "\n", to: "state/sonic/default/bookmarks")
        #expect(try await sonic(["unread"], home).output.contains("7777m"), "something hostile was there")
        for words in [
            ["unread"], ["unread", "--json"], ["unread", "--offline"], ["unread", "--account", title],
            ["history"], ["history", "--json"], ["watch", "--every", "50ms", "--times", "2", url + title],
            ["check", url + title], ["cache", "list"], ["cache", "list", "--json"], ["cache", "verify"],
            ["forget", "page", url], ["forget", "site", title], ["forget", title],
        ] {
            let finished = try await sonic(words, home)
            #expect(finished.outputBytes.count + finished.errorBytes.count > 0, "\(words)")
            #expect(HostileText.leak(finished) == nil, "\(words)")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `the contents and names of files are printed as text`() async throws {
        let home = try TemporaryFolder()
        let page = try home.write(HostileText.page(1), to: "page.html")
        let json = #"{"data":{"{news}":"\#(HostileText.word)","{\#(HostileText.word)}":"x"},"#
        let update = try home.write(json + #""html-sha1":"\#(HostileText.word)"}"#, to: "update.json")
        let words = HostileText.word.filter { $0 != "\\" }
        let settings = try home.write(
            #"{ "\#(words)": 1, theme: "\#(words)", rules: ["\#(words)"], sites: { "\#(words)": {} } }"#,
            to: "config/sonic/config.json5")
        let name = home.path("a" + HostileText.word.filter { $0 != "/" })
        for words in [
            ["dump", page], ["dump", "--links", page], ["split", page], ["split", "--json", page],
            ["split", "--print", "block:\(HostileText.word)", page], ["merge", page, update],
            ["merge", "--json", page, update], ["config", "check", settings], ["config"],
            ["config", "http://a.example/"], ["dump", name], ["split", name], ["merge", name, name],
            ["replay", name], ["replay", page], ["replay", update], ["config", "check", name],
            ["watch", name], ["check", "--urls", name], ["package", "make", name],
            ["package", "import", name],
            ["get", "--cacert", name, "https://127.0.0.1:1/"],
        ] {
            let finished = try await sonic(words, home)
            #expect(finished.outputBytes.count + finished.errorBytes.count > 0, "\(words)")
            #expect(HostileText.leak(finished) == nil, "\(words)")
        }
    }

    @Test(arguments: [
        "get", "dump", "check", "watch", "cache", "config", "replay", "split", "package", "engine",
    ])
    func `arguments are printed as text`(_ command: String) async throws {
        let home = try TemporaryFolder()
        let word = HostileText.word
        for words in [
            [word], [command, word], [command, "--\(word)"], [command, "-H", word, "http://127.0.0.1:1/"],
            [command, "--account", word, "http://127.0.0.1:1/\(word)"],
            [command, "http://127.0.0.1:1/\(word)"],
            [command, "--print", word, "http://127.0.0.1:1/"], [command, "--timeout", word, "http://a/"],
            [command, "--rule", word, "http://127.0.0.1:1/"],
            [command, "--cache", "/proc/\(word)", "http://127.0.0.1:1/"],
            [command, "--proxy", word, "http://127.0.0.1:1/"],
            [command, "--resolve", word, "http://127.0.0.1:1/"],
        ] where words.count > 1 || command == "get" {
            let finished = try await sonic(command == "watch" ? words + ["--times", "1"] : words, home)
            #expect(HostileText.leak(finished) == nil, "\(words)")
        }
    }

    @Test func `exact bytes are written to pipes, and shown on a terminal as text`() async throws {
        let server = HostileText.server()
        let home = try TemporaryFolder()
        let url = server.url("/")
        let page = try home.write(HostileText.page(0), to: "page.html")
        for words in [["dump", "--source", page], ["split", "--print", "title", page]] {
            let exact = try await sonic(words, home)
            #expect(exact.outputBytes.contains(0x1B), "\(words)")
            #expect(try await onTerminal(words, home) == nil, "\(words)")
        }
        for words in [
            ["dump", "--source", url], ["dump", "--headers", url], ["dump", "--color", "always", url],
            ["get", "--print", "headers", url], ["get", "--print", "body", url],
            ["get", "--print", "merged", url],
            ["get", "--print", "template", url], ["get", "--print", "diff", url],
            ["cache", "show", url, "merged"],
            ["cache", "show", url, "headers"], ["cache", "show", url, "diff"],
            ["cache", "show", url, "template"],
            ["split", "--print", "template", page], ["get", url], ["cache", "list"],
        ] {
            #expect(try await onTerminal(words, home) == nil, "\(words)")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `no overlay, list, pane or prompt of the browser lets a page control the terminal`()
        async throws
    {
        let server = HostileText.server()
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url(HostileText.path)], environment: Site.environment(home),
            rows: 40,
            columns: 120)
        try await pty.waitUntil("the page") { $0.contains("Owned heading") && $0.contains("FIRST LOAD") }
        for screen in ["debug", "read", "watch"] {
            await pty.send("v")
            try await pty.waitUntil(contains: "Layout \(screen)")
        }
        await pty.send("r")
        try await pty.waitUntil(contains: "TEMPLATE CHANGE")
        for (key, title) in [
            ("=", "Session details"), ("@", "Log of this session"), ("!", "Findings"), ("l", "Tabs"),
            ("u", "Accounts"), (":", "Commands"), ("o", "Open:"), ("?", "Keys"), ("I", "Inspector"),
            ("s", "Sessions"), ("D", "Versions of this page"),
            ("x", "Save to a file"), ("y", "Copy"), ("H", "Headings:"), ("L", "Links:"),
            ("e", "Edit and resend (not stored)"),
        ] {
            await pty.send(key)
            try await pty.waitUntil(contains: title)
            // Typed and pasted text is shown as well.
            await pty.send("\u{1B}[200~\(HostileText.word)\u{1B}[201~")
            await pty.press(.escape)
            try await pty.waitUntil("\(title) to be left") { !$0.contains(title) }
        }
        // The selected link's address, the fields, and a tab with the page's title.
        for _ in 0..<6 { await pty.press(.tab) }
        await pty.send("yy")
        try await pty.waitUntil(contains: "was copied")
        await pty.send("Y")
        await pty.press(.control("t"))
        try await pty.waitUntil(contains: "New tab:")
        await pty.send("\(server.url("/second"))\r")
        try await pty.waitUntil("two tabs") { $0.contains("Owned heading") && $0.rows[0].contains("2") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(HostileText.leak(onTerminal: await pty.output) == nil)
        withExtendedLifetime(server) {}
    }

    /// What reached the terminal from a command that runs on one.
    private func onTerminal(_ words: [String], _ home: TemporaryFolder) async throws -> String? {
        let pty = try Pty(binary(named: "sonic"), words, environment: Site.environment(home), columns: 100)
        _ = try await pty.waitForExit()
        let output = await pty.output
        #expect(output.count > 40, "\(words): \(String(decoding: output, as: UTF8.self))")
        return HostileText.leak(onTerminal: output)
    }
}
