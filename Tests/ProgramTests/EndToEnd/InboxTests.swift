import FoundationEssentials
import TestSupport
import Testing

/// Bookmarks, the inbox, the digest and forgetting, with the real programs and a real server.
@Suite struct InboxTests {
    private static let bookmarks = "state/sonic/default/bookmarks"

    private func page(_ title: String, _ weather: String) -> String {
        "<title>\(title)</title><h1>\(title)</h1>" + (1...40).map { "<p>line \($0)</p>" }.joined()
            + "<!--sonicdiff-weather--><p>\(weather)</p><!--sonicdiff-weather-end-->"
    }

    private func browser(
        _ site: Site, _ words: [String], rows: Int = 24, columns: Int = 80
    ) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    private func quit(_ pty: Pty) async throws {
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    /// Reads a page in the browser and bookmarks it.
    private func bookmark(_ site: Site, _ path: String) async throws {
        let pty = try browser(site, [site.address + path])
        _ = try await pty.waitUntil(contains: "checked")
        await pty.send("\u{1B}d")
        _ = try await pty.waitUntil(contains: "Bookmarked")
        try await quit(pty)
    }

    /// The inbox in a browser that restores no tabs.
    private func inbox(_ site: Site, rows: Int = 24, columns: Int = 80) throws -> Pty {
        try site.home.write("{ restore: false }", to: "config/sonic/config.json5")
        return try browser(site, [], rows: rows, columns: columns)
    }

    /// A site of two pages that were read and bookmarked, the first of which has changed since.
    private func changed() async throws -> Site {
        let site = try await Site.serving([
            "news.html": page("The news", "Rain"), "clock.html": page("The clock", "Noon"),
        ])
        try await bookmark(site, "/news.html")
        try await bookmark(site, "/clock.html")
        try site.folder.write(page("The news", "Snow"), to: "news.html")
        return site
    }

    /// A row of the screen with runs of blanks collapsed.
    private func row(_ screen: TestSupport.Screen, _ text: String) -> String {
        (screen.rows.first { $0.contains(text) } ?? "").split(separator: " ").joined(separator: " ")
    }

    private func host(_ site: Site) -> String { site.address.replacing("http://", with: "") }

    @Test func `the inbox shows what is new, and Enter opens a page at its first new line`() async throws {
        let site = try await changed()
        let pty = try inbox(site)
        let screen = try await pty.waitUntil("both pages were asked for") {
            $0.contains("1 new") && row($0, "The clock").hasSuffix("all cached")
        }
        #expect(screen.contains("Inbox") && screen.contains("Bookmarks"))
        #expect(row(screen, "The news").hasPrefix("1 new The news \(host(site))"))
        #expect(row(screen, "The news").hasSuffix("data update"))
        #expect(row(screen, "The clock").hasPrefix("- The clock \(host(site))"))
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "▌Snow")
        // It has been read now, and nothing else is new.
        await pty.send("\u{1B}h")
        _ = try await pty.waitUntil("the page is read") { row($0, "The news").hasPrefix("- The news") }
        try await quit(pty)
        let told = try await site.sonic("unread")
        #expect(told.output == "" && told.errors.contains("nothing new in 2 bookmarked pages"))
    }

    @Test(arguments: [(12, 40), (60, 200)])
    func `the inbox fits its screen, and a failure is shown in its row`(rows: Int, columns: Int) async throws
    {
        let site = try await changed()
        try FileManager.default.removeItem(atPath: site.folder.path("clock.html"))
        let pty = try inbox(site, rows: rows, columns: columns)
        let screen = try await pty.waitUntil("both pages were asked for") {
            $0.contains("1 new") && (columns == 40 || $0.contains("! failed 404"))
        }
        if columns == 40 {
            // A page takes two lines if the screen is too narrow for columns.
            let line = screen.rows.firstIndex { $0.contains("The news") } ?? 0
            #expect(screen.rows[line + 1].contains("1 new · "))
            await pty.press(.tab)
            _ = try await pty.waitUntil(contains: "! failed 404")
        }
        try await quit(pty)
    }

    @Test func `the next change continues from page to page`() async throws {
        let site = try await changed()
        try site.folder.write(page("The clock", "Midnight"), to: "clock.html")
        let pty = try inbox(site)
        _ = try await pty.waitUntil("both pages were asked for") {
            row($0, "The news").hasPrefix("1 new") && row($0, "The clock").hasPrefix("1 new")
                && !$0.contains("loading")
        }
        await pty.send("}")
        _ = try await pty.waitUntil(contains: "▌Snow")
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("}")
        let screen = try await pty.waitUntil(contains: "▌Midnight")
        #expect(screen.rows[0].contains("/clock.html"))
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("}")
        _ = try await pty.waitUntil(contains: "no change further down")
        try await quit(pty)
    }

    @Test func `new entries of a bookmarked feed are counted`() async throws {
        func feed(_ numbers: ClosedRange<Int>) -> String {
            let items = numbers.reversed().map {
                "<item><title>Entry \($0)</title><link>/\($0)</link></item>"
            }
            return "<rss version=\"2.0\"><channel><title>The feed</title>\(items.joined())</channel></rss>"
        }
        let site = try await Site.serving(["news.rss": feed(1...4)])
        try await bookmark(site, "/news.rss")
        try site.folder.write(feed(1...6), to: "news.rss")
        let told = try await site.sonic("unread")
        #expect(told.output == "2 entries The feed  \(site.address)/news.rss\n")
        let pty = try inbox(site)
        _ = try await pty.waitUntil("the feed's row") { row($0, "The feed").hasPrefix("2 entries The feed") }
        try await quit(pty)
    }

    @Test func `the digest is printed as text, as JSON and as a number`() async throws {
        let site = try await changed()
        let stale = try await site.sonic("unread", "--offline", "--count")
        #expect(stale.status == .exited(0) && stale.output == "0\n", "nobody has asked yet")
        let told = try await site.sonic("unread")
        #expect(told.status == .exited(0))
        #expect(told.output == "1 new    The news  \(site.address)/news.html\n")
        #expect(try await site.sonic("unread", "--count").output == "1\n")
        let lines = try await site.sonic("unread", "--json").output.split(separator: "\n")
        let entries = try lines.map { try JSONDecoder().decode(Entry.self, from: Data($0.utf8)) }
        #expect(entries.map(\.news) == ["changed", "none"] && entries.map(\.lines) == [1, 0])
        #expect(entries.map(\.title) == ["The news", "The clock"])
        #expect(entries.map(\.outcome) == ["allCached", "allCached"])
        // Polling is not reading: only the browser marks changes as read.
        #expect(try await site.sonic("unread", "--offline").output == told.output)
        #expect(try await site.sonic("unread", "--count", "3").status == .exited(2))
        #expect(try await site.sonic("unread", "x").status == .exited(2))
        #expect(try await site.sonic("unread", "--json", "--count").status == .exited(2))
    }

    private struct Entry: Decodable {
        var url: String
        var title: String
        var news: String
        var lines: Int?
        var outcome: String?
        var failure: String?
    }

    @Test func `the stored pages are used if the server is unreachable`() async throws {
        let site = try await changed()
        _ = try await site.sonic("unread")
        try await site.stop()
        let told = try await site.sonic("unread")
        #expect(told.status == .exited(0))
        #expect(told.output.hasPrefix("1 new    The news"))
        #expect(told.errors.contains("/news.html: offline: "))
        _ = try await site.sonic("forget", "site", "127.0.0.1")
        let missing = try await site.sonic("unread")
        #expect(missing.status == .exited(1), "nothing is stored any more")
        #expect(missing.output.hasPrefix("unread   The news"))
    }

    @Test func `an invalid line of the bookmarks is reported and kept, and accounts have their own`()
        async throws
    {
        let site = try await Site.serving(["a.html": page("A\u{1B}[2J page", "Rain")])
        try site.home.write("no bookmark at all\n", to: Self.bookmarks)
        let pty = try browser(site, [site.address + "/a.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\u{1B}d")
        _ = try await pty.waitUntil(contains: "1 other line of the file is kept.")
        await pty.send("\u{1B}m")
        let screen = try await pty.waitUntil(contains: "★")
        #expect(!screen.rows.joined().unicodeScalars.contains("\u{1B}"))
        await pty.press(.escape)
        _ = try await pty.waitUntil("the list is left") { !$0.contains("★") }
        try await quit(pty)
        let file = try String(contentsOf: URL(filePath: site.home.path(Self.bookmarks)), encoding: .utf8)
        #expect(file.hasPrefix("no bookmark at all\n") && file.contains(" \(site.address)/a.html A"))
        let mode = try FileManager.default.attributesOfItem(atPath: site.home.path(Self.bookmarks))
        #expect(mode[.posixPermissions] as? Int == 0o600)
        #expect(try await site.sonic("unread", "--account", "ann").errors.contains("no bookmarks"))
        #expect(try await site.sonic("unread", "--offline").errors.contains("1 line"))
    }

    @Test func `nothing is bookmarked in private`() async throws {
        let site = try await Site.serving(["a.html": page("A", "Rain")])
        let pty = try browser(site, [site.address + "/a.html", "--private"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\u{1B}d")
        _ = try await pty.waitUntil(contains: "pages cannot be bookmarked")
        try await quit(pty)
        #expect(!FileManager.default.fileExists(atPath: site.home.path(Self.bookmarks)))
    }

    @Test func `pages that were read are listed with their titles and filtered by letters`() async throws {
        let site = try await changed()
        let pty = try browser(site, [site.address + "/news.html"])
        _ = try await pty.waitUntil(contains: "DATA UPDATE")
        await pty.send("\u{1B}f")
        _ = try await pty.waitUntil("both pages") { $0.contains("★ The news") && $0.contains("★ The clock") }
        await pty.send("/clk")
        let screen = try await pty.waitUntil(contains: "1/2")
        #expect(row(screen, "The clock").hasPrefix("│ ▸ ★ The clock \(host(site))/clock."))
        await pty.press(.enter, .enter)
        _ = try await pty.waitUntil("the page") { $0.rows[0].contains("/clock.html") }
        await pty.send("o")
        await pty.send("the news")
        _ = try await pty.waitUntil("the page in the list") { $0.contains("The news") && $0.contains("★") }
        await pty.press(.tab)
        _ = try await pty.waitUntil("the address in the line") {
            $0.rows.last?.contains("Open: \(site.address)/news.html") ?? false
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the line is left") { !($0.rows.last?.contains("Open:") ?? true) }
        try await quit(pty)
    }
}
