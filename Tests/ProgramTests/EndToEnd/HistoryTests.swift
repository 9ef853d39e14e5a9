import FoundationEssentials
import TestSupport
import Testing

/// Past sessions, older versions and unread changes, with the real programs and a real server.
@Suite struct HistoryTests {
    private func page(_ weather: String, _ bridge: String = "Bridge closed") -> String {
        "<title>News</title><h1>News</h1>"
            + "<!--sonicdiff-weather--><p>\(weather)</p><!--sonicdiff-weather-end-->"
            + "<!--sonicdiff-bridge--><p>\(bridge)</p><!--sonicdiff-bridge-end-->"
    }

    private func browser(
        _ site: Site, _ words: [String], rows: Int = 24, columns: Int = 80
    ) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    /// A site whose page is stored in three versions, none of which has been read.
    private func three() async throws -> Site {
        let site = try await Site.serving(["a.html": page("Rain")])
        _ = try await site.get("/a.html")
        try site.folder.write(page("Snow"), to: "a.html")
        _ = try await site.get("/a.html")
        try site.folder.write(page("Snow", "Bridge open"), to: "a.html")
        _ = try await site.get("/a.html")
        return site
    }

    @Test func `sessions are listed latest first, with their outcomes and versions`() async throws {
        let site = try await three()
        _ = try await site.get("/none.html")
        let all = try await site.sonic("history", "--json")
        let sessions = try all.output.split(separator: "\n").map { line in
            try JSONDecoder().decode(Past.self, from: Data(line.utf8))
        }
        #expect(sessions.map(\.outcome) == ["failed", "dataUpdate", "dataUpdate", "firstLoad"])
        #expect(sessions.map(\.left) == [nil, 3, 2, 1])
        #expect(sessions.map(\.found) == [nil, 2, 1, nil])
        #expect(sessions[1].changedBlocks == ["bridge"] && sessions[1].url == site.address + "/a.html")
        let one = try await site.sonic("history", site.address + "/a.html", "--count", "1")
        #expect(one.output.contains("dataUpdate (200)") && one.output.contains("v2 → v3"))
        #expect(one.output.split(separator: "\n").count == 1)
        let file = site.home.path("cache/sonic/default/sessions")
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    }

    @Test func `nothing is recorded in private or without a session, and a damaged line is reported`()
        async throws
    {
        let site = try await Site.serving(["a.html": page("Rain")])
        _ = try await site.get("/a.html", "--private")
        let none = try await site.sonic("history")
        #expect(none.status == .exited(0) && none.errors.contains("no past sessions"))
        _ = try await site.get("/a.html")
        let file = site.home.path("cache/sonic/default/sessions")
        let bytes = try Data(contentsOf: URL(filePath: file))
        try bytes.dropLast(20).write(to: URL(filePath: file))
        _ = try await site.get("/a.html")
        let told = try await site.sonic("history")
        #expect(told.errors.contains("1 line of the history that cannot be read"))
        #expect(told.output.contains("allCached") && !told.output.contains("firstLoad"))
        #expect(try await site.sonic("history", "--count", "0").status == .exited(2))
        #expect(try await site.sonic("history", "a", "b").status == .exited(2))
    }

    @Test func `changes stored unread are marked when the page is opened, and only once`() async throws {
        let site = try await Site.serving(["a.html": page("Rain")])
        let url = site.address + "/a.html"
        func screen(rows: Int = 30, columns: Int = 120, until text: String) async throws -> TestSupport.Screen
        {
            let pty = try browser(site, [url], rows: rows, columns: columns)
            let screen = try await pty.waitUntil(contains: text)
            await pty.send("q")
            #expect(try await pty.waitForExit() == .exited(0))
            return screen
        }
        _ = try await screen(until: "FIRST LOAD")
        try site.folder.write(page("Snow"), to: "a.html")
        _ = try await site.get("/a.html")
        try site.folder.write(page("Snow", "Bridge open"), to: "a.html")
        _ = try await site.get("/a.html")
        let news = try await screen(until: "v1 → v3: 2 lines changed")
        #expect(news.rows[2...8].joined(separator: "\n").contains("▌Snow"))
        #expect(news.rows[2...8].joined(separator: "\n").contains("▌Bridge open"))
        #expect(news.contains("- Rain") && news.contains("+ Snow"))
        let shown = try await site.sonic("cache", "show", url)
        #expect(shown.output.contains("  version 3\n"), "it was read")
        let again = try await screen(until: "ALL CACHED")
        #expect(!again.contains("▌") && !again.contains("since you"), "they have been seen")
    }

    @Test(arguments: [(24, 80), (60, 200)])
    func `older versions can be browsed and compared, and sessions lead to their versions`(
        rows: Int, columns: Int
    ) async throws {
        let site = try await three()
        let pty = try browser(site, [site.address + "/a.html"], rows: rows, columns: columns)
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("[")
        let second = try await pty.waitUntil("the second version") { $0.rows[0].contains("v2 of 3, stored ") }
        #expect(second.contains("▌Bridge closed") && second.contains("Snow"))
        await pty.send("-")
        let first = try await pty.waitUntil("the first version") { $0.rows[0].contains("v1 of 3") }
        #expect(first.contains("▌Rain") && first.contains("Bridge closed"))
        await pty.send("[")
        _ = try await pty.waitUntil(contains: "this is the oldest stored version")
        await pty.send("D")
        let list = try await pty.waitUntil(contains: "Versions of this page")
        #expect(list.contains("▸[ ] v1•"))
        await pty.send(" gD")
        let difference = try await pty.waitUntil(contains: "┌ Comparison")
        #expect(difference.contains("- v1 of ") && difference.contains("+ v3 of "))
        #expect(difference.contains("Rain</p>") && difference.contains("Bridge open</p>"))
        await pty.press(.escape)
        _ = try await pty.waitUntil("the list again") {
            !$0.contains("┌ Comparison") && $0.contains("Versions of this page")
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the list gone") { !$0.contains("Versions of this page") }
        await pty.send("\u{1B}b")
        _ = try await pty.waitUntil(contains: "Block weather is the same in all stored versions")
        await pty.press(.escape)
        _ = try await pty.waitUntil("the newest") {
            $0.contains("Bridge open") && $0.rows[0].contains("ALL CACHED")
        }
        await pty.send("\u{1B}b")
        let block = try await pty.waitUntil(contains: "Block weather changed last in v2")
        #expect(block.contains("▌Snow") && block.rows[0].contains("v2 of 3"))
        await pty.send("s")
        let sessions = try await pty.waitUntil(contains: "┌ Sessions")
        #expect(sessions.rows.contains { $0.contains(" ● ") && $0.contains("this page") })
        await pty.send("/first")
        await pty.press(.enter, .enter)
        _ = try await pty.waitUntil("the version of the first session") { $0.rows[0].contains("v1 of 3") }
        await pty.send("r")
        _ = try await pty.waitUntil("the newest") {
            $0.contains("Bridge open") && $0.rows[0].contains("ALL CACHED")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `a recording is replayed step by step, on a terminal with Enter`() async throws {
        let site = try await three()
        let file = site.home.path("a.har")
        _ = try await site.sonic("get", site.address + "/a.html", "--har", file)
        let piped = try await site.sonic("replay", file, "--step")
        #expect(piped.output.hasPrefix("began\n    do   enter: readingCache\n"))
        #expect(piped.output.contains("headReceived: 304") && piped.output.contains("    now  ended\n"))
        #expect(piped.output.contains("allCached (304)"))
        let json = try await site.sonic("replay", file, "--step", "--json")
        #expect(json.output.hasPrefix(#"{"event":"began","effects":["enter: readingCache","#))
        let pty = try browser(site, ["replay", file, "--step"])
        let begun = try await pty.waitUntil("the first step") { $0.contains("now  readingCache") }
        #expect(!begun.contains("cacheRead (attempt 1)"))
        await pty.press(.enter)
        let next = try await pty.waitUntil("the next step") { $0.contains("cacheRead (attempt 1): version") }
        #expect(!next.contains("headReceived"))
        await pty.send("\u{4}")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}

/// A line of `sonic history --json`.
private struct Past: Decodable {
    var outcome: String
    var url: String
    var found: Int?
    var left: Int?
    var changedBlocks: [String]
}
