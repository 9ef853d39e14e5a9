import FoundationEssentials
import TestSupport
import Testing

/// Several tabs in the real browser, with real servers.
@Suite struct TabTests {
    private static let pages = [
        "a.html":
            "<title>Harbour</title><h1>Harbour</h1><p><a href=b.html>Weather</a> <a href=c.html>Library</a>",
        "b.html": "<title>Weather</title><h1>Weather</h1>"
            + "<!--sonicdiff-now--><p>Rain until Wednesday</p><!--sonicdiff-now-end-->",
        "c.html": "<title>Library</title><h1>Library</h1>" + (1...90).map { "<p>Shelf \($0)</p>" }.joined(),
    ]

    private func browser(
        _ site: Site, _ words: [String], rows: Int = 24, columns: Int = 80
    ) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    /// Compares rows of the screen that contain no times.
    private func expect(
        _ screen: TestSupport.Screen, _ rows: Range<Int>, _ text: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(screen.rows[rows].joined(separator: "\n") == text, sourceLocation: sourceLocation)
    }

    /// Opens `a.html` and its two links in background tabs.
    private func three(_ site: Site, rows: Int = 24, columns: Int = 80) async throws -> Pty {
        let pty = try browser(site, [site.address + "/a.html"], rows: rows, columns: columns)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.press(.tab)
        await pty.send(",")
        await pty.press(.tab)
        await pty.send(",")
        return pty
    }

    @Test func `links opened in the background appear in the tab bar, with a mark on a changed page`()
        async throws
    {
        let site = try await Site.serving(Self.pages)
        _ = try await site.get("/b.html")
        try site.folder.write(
            Self.pages["b.html"]?.replacing("Wednesday", with: "Thursday") ?? "", to: "b.html")
        let pty = try await three(site)
        let screen = try await pty.waitUntil("both titles") {
            $0.rows[0].contains("2●Weather") && $0.rows[0].contains("3 Library")
        }
        expect(
            screen, 2..<7,
            """
              Harbour
              ═══════
              Weather Library


            """)
        #expect(screen.rows[0] == "▸1 Harbour                 2●Weather                 3 Library")
        await pty.send(">")
        let weather = try await pty.waitUntil(contains: "Thursday")
        #expect(weather.rows[0] == " 1 Harbour                ▸2●Weather                 3 Library")
        #expect(weather.rows[1].contains("DATA UPDATE"))
        expect(
            weather, 2..<5,
            """
              Weather
              ═══════
             ▌Rain until Thursday
            """)
        await pty.send("\u{1B}3")
        _ = try await pty.waitUntil(contains: "Shelf 9")
        await pty.send("l")
        let list = try await pty.waitUntil(contains: "┌ Tabs")
        for name in [" 1   Harbour ", " 2 ● Weather ", "▸ 3•  Library "] {
            #expect(list.rows.contains { $0.contains(name) }, "\(name)")
        }
        #expect(list.rows.contains { $0.contains("2 ● Weather") && $0.contains("data update, 1 changed") })
        await pty.send("q")
        _ = try await pty.waitUntil("the list gone") { !$0.contains("┌ Tabs") }
        await pty.send("c")
        _ = try await pty.waitUntil("two tabs") { !$0.rows[0].contains("Library") && $0.contains("Thursday") }
        await pty.send("U")
        _ = try await pty.waitUntil(contains: "Shelf 9")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test(arguments: [
        (rows: 12, columns: 40, line: "▸1 Harbour    2 Weather    3 Library"),
        (60, 200, "▸1 Harbour                     2 Weather                     3 Library"),
    ])
    func `the tab bar fits small and large screens`(rows: Int, columns: Int, line: String)
        async throws
    {
        let site = try await Site.serving(Self.pages)
        let pty = try await three(site, rows: rows, columns: columns)
        _ = try await pty.waitUntil("three tabs") { $0.rows[0] == line }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `two tabs on one page share one session, and both get its page`() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
            return switch connection {
            case 0: [.readRequest, .send(head + "<title>One</title><a href=/x>x</a>")]
            case 1:
                [
                    .readRequest, .send(head + "<title>Shared</title><p>Be"), .wait(gate),
                    .send("ginning.</p>"),
                ]
            default: [.readRequest, .send(head + "<title>Asked for twice</title>")]
            }
        }
        let site = try await Site.serving([:])
        let pty = try browser(site, [server.url()])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.press(.tab)
        await pty.send(",")
        _ = try await pty.waitUntil("the title of the second tab") { $0.rows[0].contains("2▶Shared") }
        await pty.send(",")
        _ = try await pty.waitUntil("the title of the third tab") { $0.rows[0].contains("3▶Shared") }
        gate.open()
        _ = try await pty.waitUntil("both pages") {
            $0.rows[0].contains("2 Shared") && $0.rows[0].contains("3 Shared")
        }
        for tab in 2...3 {
            await pty.send(">")
            _ = try await pty.waitUntil("tab \(tab)") {
                $0.rows[0].contains("▸\(tab) Shared") && $0.contains("Beginning.")
            }
        }
        await pty.send("q")
        let end = try await pty.waitForExit()
        #expect(end == .exited(0))
        withExtendedLifetime(server) {}
    }

    // MARK: After a restart

    @Test func `tabs are restored after a restart, with their scroll positions`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await three(site)
        _ = try await pty.waitUntil("both titles") {
            $0.rows[0].contains("2 Weather") && $0.rows[0].contains("3 Library")
        }
        await pty.send("K")
        _ = try await pty.waitUntil(contains: "Shelf 2")
        await pty.send("  ")
        let left = try await pty.waitUntil(contains: "Shelf 20")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        let path = site.home.path("state/sonic/default/tabs")
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)

        let again = try browser(site, [])
        let screen = try await again.waitUntil("the page and its tabs") {
            $0.contains("ALL CACHED") && $0.contains("Shelf 20")
        }
        #expect(screen.rows[0] == " 1○Harbour                 2○Weather                ▸3 Library")
        #expect(screen.rows[2..<20] == left.rows[2..<20])
        await again.send("\u{1B}1")
        _ = try await again.waitUntil(contains: "Weather Library")
        await again.send("q")
        #expect(try await again.waitForExit() == .exited(0))
    }

    @Test func `the last tabs of a file beyond a megabyte are dropped`() async throws {
        let site = try await Site.serving(Self.pages)
        let filler = String(repeating: "x", count: 1000)
        let lines = (0..<1100).map { "0 \(site.address)/a.html?\($0)=\(filler) Tab \($0)\n" }
        var (bytes, whole) = (2, 0)
        for line in lines {
            bytes += line.utf8.count
            if bytes <= 1 << 20 { whole += 1 }
        }
        #expect(whole < lines.count)
        try site.home.write("0\n" + lines.joined(), to: "state/sonic/default/tabs")
        let pty = try browser(site, [])
        try await pty.waitUntil(contains: "Harbour")
        await pty.send("l")
        try await pty.waitUntil(contains: "Tabs")
        await pty.send("G")
        let last = "Tab \(whole - 1)"
        let screen = try await pty.waitUntil("the last tab that is left") { $0.contains(last) }
        #expect(!screen.contains("Tab \(whole + 1)"))
        await pty.press(.escape)
        try await pty.waitUntil("the list to be left") { !$0.contains(last) }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a run with an address saves its tab, and the tabs of the previous run can be reopened`()
        async throws
    {
        let site = try await Site.serving(Self.pages)
        try site.home.write(
            "1\n0 \(site.address)/a.html Harbour\n0 \(site.address)/b.html Weather\n",
            to: "state/sonic/default/tabs")
        let first = try browser(site, [site.address + "/c.html"])
        let alone = try await first.waitUntil(contains: "FIRST LOAD")
        #expect(!alone.contains("Weather") && !alone.contains("Harbour"))
        await first.send("q")
        #expect(try await first.waitForExit() == .exited(0))
        let path = site.home.path("state/sonic/default/tabs")
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == """
                0
                0 \(site.address)/c.html Library
                closed 0 \(site.address)/a.html Harbour
                closed 0 \(site.address)/b.html Weather

                """)

        let second = try browser(site, [])
        _ = try await second.waitUntil(contains: "Shelf 1")
        await second.send("U")
        // The tab that was in front is reopened first.
        _ = try await second.waitUntil("both tabs") { $0.rows[0].contains("▸2 Weather") }
        await second.send("U")
        _ = try await second.waitUntil("all tabs") { $0.rows[0].contains("▸3 Harbour") }
        await second.send("q")
        #expect(try await second.waitForExit() == .exited(0))
        #expect(!(try String(contentsOfFile: path, encoding: .utf8).contains("closed")))
    }

    @Test(arguments: ["--private", "restore: false"])
    func `nothing is restored or written if restoring is disabled`(reason: String) async throws {
        let site = try await Site.serving(Self.pages)
        let first = try await three(site)
        _ = try await first.waitUntil("both titles") { $0.rows[0].contains("3 Library") }
        await first.send("q")
        #expect(try await first.waitForExit() == .exited(0))
        let path = site.home.path("state/sonic/default/tabs")
        let before = try String(contentsOfFile: path, encoding: .utf8)
        #expect(before.split(separator: "\n").count == 4)

        if reason.hasPrefix("restore") {
            try site.home.write("{ restore: false }", to: "config/sonic/config.json5")
        }
        let words = ["--private": ["--private"]][reason] ?? []
        let pty = try browser(site, words)
        let screen = try await pty.waitUntil("no tabs") {
            $0.contains("Visited pages") || $0.contains("Recent pages")
        }
        #expect(!screen.rows[0].contains("Weather"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(try String(contentsOfFile: path, encoding: .utf8) == before)
    }
}
