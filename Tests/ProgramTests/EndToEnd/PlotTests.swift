import TestSupport
import Testing

/// Timelines and bars of a page's last sessions, on real screens.
@Suite struct PlotTests {
    private static func page(_ weather: String) -> String {
        "<title>News</title><h1>News</h1><!--sonicdiff-a--><p>\(weather)</p><!--sonicdiff-a-end-->"
            + (1...200).map { "<p>Line \($0) stays as it is.</p>" }.joined()
    }

    /// A site whose page was received in full, then as a data update.
    private func twice() async throws -> Site {
        let site = try await Site.serving(["a.html": Self.page("Rain")])
        _ = try await site.get("/a.html")
        try site.folder.write(Self.page("Snow"), to: "a.html")
        _ = try await site.get("/a.html")
        return site
    }

    private func browser(
        _ site: Site, _ environment: [String: String] = [:], rows: Int, columns: Int
    ) async throws -> Pty {
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"],
            environment: site.environment.merging(environment) { $1 }, rows: rows, columns: columns)
        _ = try await pty.waitUntil("the page") { $0.contains("Snow") && $0.contains("ALL CACHED") }
        return pty
    }

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `the state pane plots the sessions of earlier runs and of this one`(rows: Int, columns: Int)
        async throws
    {
        let site = try await twice()
        for _ in 1...2 {
            let pty = try await browser(site, rows: rows, columns: columns)
            if columns < 200 { await pty.send("2") }
            let screen = try await pty.waitUntil("the strip") { $0.contains("▲●·") && $0.contains(" of ") }
            #expect(screen.contains(columns == 40 ? "last" : "· same ● data ▲ full"))
            await pty.send("q")
            #expect(try await pty.waitForExit() == .exited(0))
            #expect(await pty.isRestored)
        }
    }

    @Test func `the list of sessions has a symbol and the changes for each`() async throws {
        let site = try await twice()
        let pty = try await browser(site, rows: 24, columns: 80)
        await pty.send("s")
        _ = try await pty.waitUntil("the list") {
            $0.contains(" ● data update") && $0.contains(" ▲ first load")
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("Sessions") }
        await pty.send("@")
        _ = try await pty.waitUntil("the log") { $0.contains("Log of this session") && $0.contains("▲●·") }
    }

    @Test(arguments: [["TERM": "linux"], ["LANG": "C"], ["LC_ALL": "de_DE.ISO-8859-1"]])
    func `plots are ASCII if the terminal has no other symbols`(environment: [String: String]) async throws {
        let site = try await twice()
        let pty = try await browser(site, environment, rows: 24, columns: 80)
        await pty.send("2")
        let screen = try await pty.waitUntil("the strip") {
            $0.contains("last    ^o.") && $0.contains("__ 3 loads: ") && $0.contains("^ full")
        }
        #expect(!screen.contains("▁") && !screen.contains("▲"))
    }

    @Test func `a watch ends with a plot of its runs on a terminal, and without one elsewhere`()
        async throws
    {
        let site = try await twice()
        let words = ["watch", site.address + "/a.html", "--every", "50ms", "--times", "3"]
        let pty = try Pty(
            binary(named: "sonic"), words, environment: site.environment, rows: 24, columns: 80)
        let screen = try await pty.waitUntil(contains: "· same")
        #expect(screen.contains("runs     ···"))
        #expect(screen.rows.contains { $0.contains("latency  ") && $0.contains("█") })
        #expect(try await pty.waitForExit() == .exited(0))
        let piped = try await run(binary(named: "sonic"), words, environment: site.environment)
        #expect(!piped.output.contains("latency  ") && !piped.output.contains("·"))
    }
}
