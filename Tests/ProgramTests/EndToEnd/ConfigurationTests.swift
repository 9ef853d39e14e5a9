import TestSupport
import Testing

/// The configuration file and the programs that read it.
@Suite struct ConfigurationTests {
    private static let file = "config/sonic/config.json5"

    /// A server that answers every request with the same small page.
    private static func server() -> RawServer {
        let head = [
            "HTTP/1.1 200 OK", "Content-Type: text/html", "Content-Length: 8", "Connection: close",
            "Cache-Control: no-store",
        ]
        return RawServer([
            .readRequest, .send(Array((head.joined(separator: "\r\n") + "\r\n\r\n<p>Hello").utf8)),
        ])
    }

    /// The browser on the page of a site.
    private static func browser(_ site: Site) throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: 24,
            columns: 80)
    }

    /// Opens and closes the address prompt with lynx's key, then quits the browser.
    private static func openAddressAndLeave(_ pty: Pty) async throws {
        await pty.send("g")
        _ = try await pty.waitUntil(contains: "Open:")
        await pty.press(.escape)
        _ = try await pty.waitUntil("the line to be left") { !$0.contains("Open:") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `the defaults can be saved as a file and change nothing`() async throws {
        let site = try await Site.serving([:])
        let standard = try await site.sonic("config")
        #expect(standard.status == .exited(0))
        #expect(standard.output.split(separator: "\n").allSatisfy { $0.hasSuffix("// default") })

        let defaults = try await site.sonic("config", "--defaults").output
        try site.home.write(defaults, to: Self.file)
        let check = try await site.sonic("config", "check")
        #expect(check.status == .exited(0) && check.output == "")
        let values = { (text: String) in
            text.split(separator: "\n").map { $0.split(separator: "//")[0].filter { $0 != " " } }
        }
        let saved = try await site.sonic("config").output
        #expect(values(saved) == values(standard.output))
        #expect(!saved.contains("// default"))
        #expect(try await site.sonic("config", "path").output == site.home.path(Self.file) + "\n")
        try await site.stop()
    }

    @Test func `errors are reported by file, line and column, and are not fatal`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        try site.home.write("{\n  them: 'dark',\n  styles: 'no',\n}\n", to: Self.file)
        let path = site.home.path(Self.file)
        let mistakes: [Substring] = [
            "\(path):2:3: Unknown setting “them”. Did you mean “theme”?",
            "\(path):3:11: “styles” takes true or false, not a string.",
        ]
        let check = try await site.sonic("config", "check")
        #expect(check.status == .exited(1))
        #expect(check.output.split(separator: "\n") == mistakes)
        let named = try await site.sonic("config", "check", path)
        #expect(named.output == check.output)

        let dump = try await site.sonic("dump", site.address + "/a.html")
        #expect(dump.status == .exited(0))
        #expect(dump.output == "Hello\n")
        #expect(dump.errors.split(separator: "\n") == mistakes.map { "sonic: \($0)" })
        #expect(
            try await site.sonic("dump", site.folder.path("a.html")).errors == "", "a file needs no settings")
        try await site.stop()
    }

    @Test func `a configuration that is not a file is reported and not fatal`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        try site.home.write("x", to: Self.file + "/x")
        let dump = try await site.sonic("dump", site.address + "/a.html")
        #expect(dump.output == "Hello\n")
        #expect(dump.errors.contains("config.json5: it cannot be read: it is a folder, not a regular file."))
        #expect(try await site.sonic("config", "check").status == .exited(1))
        #expect(try await site.sonic("config", "check", "/nowhere").status == .exited(1))
        try await site.stop()
    }

    @Test func `a file of more than a megabyte is reported and not read`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        try site.home.write(String(repeating: " ", count: 1 << 20) + "{}", to: Self.file)
        let dump = try await site.sonic("dump", site.address + "/a.html")
        #expect(dump.output == "Hello\n")
        #expect(dump.errors.contains("config.json5: it cannot be read: it is longer than 1 MiB."))
        try await site.stop()
    }

    @Test func `a section applies to its site, and the command line takes precedence`() async throws {
        let server = Self.server()
        var events = server.events.makeAsyncIterator()
        let home = try TemporaryFolder()
        try home.write(
            """
            { "user-agent": "general/1", "request-headers": { "X-General": "1" },
              sites: {
                "127.0.0.1:\(server.port)/news/*": {
                  "user-agent": "news/1", "request-headers": { "Authorization": "Bearer x", Accept: "" } },
                "test.example": { hosts: { "test.example": "127.0.0.1:\(server.port)" } },
              } }
            """, to: Self.file)
        func request(_ words: String...) async throws -> String {
            let finished = try await run(
                binary(named: "sonic"), ["get"] + words, environment: Site.environment(home))
            #expect(finished.status == .exited(0), "\(finished.output)\(finished.errors)")
            guard case .request(let bytes, _) = await events.next() else { return "" }
            return String(decoding: bytes, as: UTF8.self)
        }
        let other = try await request(server.url())
        #expect(other.contains("User-Agent: general/1") && other.contains("X-General: 1"))
        #expect(other.contains("\r\nAccept: ") && !other.contains("Authorization"))
        let news = try await request(server.url("/news/a"))
        #expect(news.contains("User-Agent: news/1") && news.contains("X-General: 1"))
        #expect(!news.contains("\r\nAccept: ") && news.contains("Authorization: Bearer x"))
        let named = try await request("--user-agent", "mine/1", "-H", "X-General: 2", server.url("/news/a"))
        #expect(named.contains("User-Agent: mine/1") && named.contains("X-General: 2"))
        #expect(!named.contains("X-General: 1"))
        #expect(try await request("http://test.example/x").contains("Host: test.example\r\n"))
    }

    @Test func `the browser reports an error, and reads a changed file before the next page`() async throws {
        let server = Self.server()
        var events = server.events.makeAsyncIterator()
        let home = try TemporaryFolder()
        try home.write("{ them: 'light', \"user-agent\": 'one/1' }", to: Self.file)
        let pty = try Pty(
            binary(named: "sonic"), [server.url()], environment: Site.environment(home), rows: 30,
            columns: 120)
        let screen = try await pty.waitUntil("the page and the mistake") {
            $0.contains("Did you mean “theme”?") && $0.contains("Hello") && $0.contains("FIRST LOAD")
        }
        #expect(screen.contains("config.json5, line 1, column 3: Unknown setting “them”."))
        try home.write("{ sites: { '127.*': { \"user-agent\": 'second/2' } } }", to: Self.file)
        await pty.send("r")
        var requests: [String] = []
        while requests.count < 2, case .request(let bytes, _)? = await events.next() {
            requests.append(String(decoding: bytes, as: UTF8.self))
        }
        #expect(requests.first?.contains("User-Agent: one/1") == true)
        #expect(requests.last?.contains("User-Agent: second/2") == true)
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `an added response header turns Sonic on, and the command line overrides it`()
        async throws
    {
        let server = Self.server()
        let home = try TemporaryFolder()
        try home.write("{ \"response-headers\": { 'cache-offline': 'true' } }", to: Self.file)
        for (words, added) in [([], "true"), (["--response-header", "cache-offline: false"], "false")] {
            let finished = try await run(
                binary(named: "sonic"), ["get", "--force", server.url()] + words,
                environment: Site.environment(home))
            #expect(finished.output.hasPrefix("firstLoad (1000)"), "\(finished.output)\(finished.errors)")
            #expect(finished.output.contains("added: cache-offline: \(added)"))
        }
        let refused = try await run(
            binary(named: "sonic"), ["get", "--response-header", "ETag: x", server.url()],
            environment: Site.environment(home))
        #expect(refused.status == .exited(2))
        #expect(refused.errors.contains("ETag cannot be added"))
    }

    @Test func `a private site leaves nothing on the disk`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello", "b.html": "<p>There"])
        try site.home.write("{ sites: { '127.0.0.1/a*': { private: true } } }", to: Self.file)
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        #expect(try await site.get("/b.html").outcome == "firstLoad")
        let list = try await site.sonic("cache", "list").output
        #expect(list.contains("/b.html") && !list.contains("/a.html"))
        try await site.stop()
    }

    @Test func `ignored parameters lead to one stored page, for the cache commands too`()
        async throws
    {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        try site.home.write("{ \"ignore-parameters\": ['utm_*'] }", to: Self.file)
        #expect(try await site.get("/a.html?utm_source=x").outcome == "firstLoad")
        #expect(try await site.get("/a.html?utm_source=y").outcome == "allCached")
        let shown = try await site.sonic("cache", "show", site.address + "/a.html")
        #expect(shown.status == .exited(0))
        try await site.stop()
    }

    @Test(arguments: [
        ("127.0.0.1:8080", nil), ("http://proxy.example:3128", nil), ("socks5h://[::1]:9050", nil), ("", nil),
        (
            "htp://proxy.example",
            "; use one that begins with http://, https://, socks4://, socks4a://, socks5://, socks5h://."
        ),
        ("http://proxy.example:99999", ": Port 99999 is too large"),
        ("proxy.example/path", "; use a host and a port, without a path."),
    ])
    func `the check reports an invalid proxy address`(proxy: String, words: String?) async throws {
        let home = try TemporaryFolder()
        let path = try home.write("{\n  sites: { 'a.example': { proxy: '\(proxy)' } },\n}", to: "c.json5")
        let check = try await run(
            binary(named: "sonic"), ["config", "check", path], environment: Site.environment(home))
        guard let words else { return #expect(check.output == "" && check.status == .exited(0)) }
        #expect(
            check.output.hasPrefix("\(path):2:27: “proxy” is not the address of a proxy: “\(proxy)”" + words))
        #expect(check.status == .exited(1))
    }

    @Test func `user style sheets apply to the pages they are for, and a missing one is reported`()
        async throws
    {
        let page = "<style>.ad{display:block}</style><p class=ad>Buy</p><p class=note>Note</p><p>Text"
        let site = try await Site.serving(["a.html": page])
        try site.home.write(".ad { display: none !important }", to: "config/sonic/all.css")
        try site.home.write(".note { display: none }", to: "config/sonic/site.css")
        let setting =
            "{ 'user-styles': ['all.css'], sites: { '127.0.0.1': { 'user-styles': ['site.css'] } } }"
        try site.home.write(setting, to: Self.file)
        #expect(try await site.sonic("dump", site.address + "/a.html").output == "Text\n")
        #expect(
            try await site.sonic("dump", "--no-css", site.address + "/a.html").output
                == "Buy\n\nNote\n\nText\n")
        try site.home.write(setting.replacing("127.0.0.1", with: "b.example"), to: Self.file)
        #expect(try await site.sonic("dump", site.address + "/a.html").output == "Note\n\nText\n")
        try site.home.write(setting.replacing("all.css", with: "gone.css"), to: Self.file)
        let dump = try await site.sonic("dump", site.address + "/a.html")
        #expect(dump.output == "Buy\n\nText\n" && dump.errors.contains("gone.css: it cannot be read: "))
        #expect(try await site.sonic("config", "check").status == .exited(1))
        try await site.stop()
    }

    @Test func `keys are taken from the file, and a conflict is reported with both commands`() async throws {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        let keys =
            "{\n  'key-preset': 'lynx',\n  keys: {\n    'search': ['&'],\n    'reload': ['g'],\n  },\n}\n"
        try site.home.write(keys, to: Self.file)
        let check = try await site.sonic("config", "check")
        #expect(check.status == .exited(1))
        let clash = "5:16: “g” is a key of “reload” and of “open”; assign other keys to the latter."
        #expect(check.output == "\(site.home.path(Self.file)):\(clash)\n")
        try site.home.write(keys.replacing("['g']", with: "['F5']"), to: Self.file)
        #expect(try await site.sonic("config", "check").output == "")
        let pty = try Self.browser(site)
        _ = try await pty.waitUntil("the page and the keys") {
            $0.contains("Hello") && $0.contains("F5 reload")
        }
        await pty.send("&")
        await pty.send("hello")
        _ = try await pty.waitUntil(contains: "1 of 1")
        await pty.press(.escape)
        _ = try await pty.waitUntil("the line to be left") { !$0.contains("/hello") }
        try await Self.openAddressAndLeave(pty)
        try await site.stop()
    }

    @Test func `a key assigned in the list of keys is saved in the file, whose comments stay`()
        async throws
    {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        let file = "{\n  // mine\n  keys: {\n    'search': '&', // as ever\n  },\n}\n"
        try site.home.write(file, to: Self.file)
        let pty = try Self.browser(site)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("?/reload without\r")
        _ = try await pty.waitUntil(contains: "▸R ")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "New key for force-reload:")
        await pty.send("~")
        _ = try await pty.waitUntil("the new key") {
            $0.contains("▸~ ") && $0.contains("Saved: ~ runs force-reload.")
        }
        let own = "    \"force-reload\": \"~\",\n"
        let written = file.replacing("keys: {\n", with: "keys: {\n" + own)
        #expect(site.home.read(Self.file) == Array(written.utf8))
        // It also applies with a setting of this run, which a saved key then overrides.
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page") { $0.contains("Hello") && !$0.contains("▸~ ") }
        await pty.send(":set keys { search: '%' }\r")
        _ = try await pty.waitUntil(contains: "\"%\"")
        await pty.send("?/reload without\r")
        _ = try await pty.waitUntil(contains: "▸R ")
        await pty.send("a")
        _ = try await pty.waitUntil(contains: "Additional key for force-reload:")
        await pty.send("~")
        _ = try await pty.waitUntil(contains: "▸R ~ ")
        await pty.send("qq")
        #expect(try await pty.waitForExit() == .exited(0))
        let saved = written.replacing(own, with: own.replacing("\"~\"", with: "[\"R\", \"~\"]"))
        #expect(site.home.read(Self.file) == Array(saved.utf8))
        try await site.stop()
    }

    @Test func `a saved setting overrides one of this run, and a conflict of keys is refused`()
        async throws
    {
        let site = try await Site.serving(["a.html": "<p>Hello"])
        let pty = try Self.browser(site)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        for (typed, words) in [
            ("set watch-every 7", "watch-every: 7 "), ("set! watch-every 9", "Saved: watch-every: 9 "),
            ("set text-width 70", "text-width: 70 "), ("set watch-every", "watch-every: 9 (set"),
            ("set text-width", "text-width: 70 (set"),
            ("set keys { search: 'o' }", "“o” is a key of “search” and of “open”"),
            ("set keys", "keys: {} (default"), ("set key-preset lynx", "key-preset: \"lynx\" (set"),
        ] {
            await pty.send(":" + typed + "\r")
            _ = try await pty.waitUntil(contains: words)
        }
        #expect(site.home.read(Self.file) == Array("{\n  \"watch-every\": 9,\n}\n".utf8))
        // The keys of lynx apply at once.
        try await Self.openAddressAndLeave(pty)
        try await site.stop()
    }
}
