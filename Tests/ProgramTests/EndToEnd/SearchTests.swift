import TestSupport
import Testing

/// Search and navigation on a page, in the real browser.
@Suite struct SearchTests {
    private func browser(_ site: Site, _ path: String, rows: Int, columns: Int) throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + path], environment: site.environment, rows: rows,
            columns: columns)
    }

    private static let page =
        "<title>Log</title>"
        + (1...300).map { number in
            (number % 50 == 1 ? "<h2>Day \(number / 50 + 1)</h2>" : "")
                + "<p>Entry \(number): the white boat was \(number == 250 ? "seen from the pier" : "out")."
                + (number == 250 ? " <a href=/pier.html>The pier</a>" : "") + "</p>"
        }.joined()

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `a text is found, its matches can be visited, and the position is restored`(rows: Int, columns: Int)
        async throws
    {
        let site = try await Site.serving(["log.html": Self.page])
        let pty = try browser(site, "/log.html", rows: rows, columns: columns)
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1:") && $0.contains("FIRST LOAD") }
        await pty.send("/seen from the p")
        _ = try await pty.waitUntil("the match and the count") {
            $0.contains("Entry 250") && $0.contains("1 of 1")
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the place before") { $0.contains("Entry 1:") && !$0.contains("/seen") }
        await pty.send("/boat")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "1 of 300: boat")
        await pty.send("N")
        _ = try await pty.waitUntil("the last one") {
            $0.contains("300 of 300") && $0.contains("Entry 300")
        }
        await pty.send("''")
        _ = try await pty.waitUntil(contains: "Entry 1:")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `headings, links and marks are jumped to`() async throws {
        let site = try await Site.serving(["log.html": Self.page, "pier.html": "<h1>The long pier</h1>"])
        let pty = try browser(site, "/log.html", rows: 24, columns: 80)
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1:") && $0.contains("FIRST LOAD") }
        await pty.send("H")
        _ = try await pty.waitUntil("the headings") { $0.contains("Day 4") && $0.contains("6/6") }
        await pty.send("day 5")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Entry 201")
        await pty.send("mA")
        _ = try await pty.waitUntil(contains: "Mark A set")
        await pty.send("Lpier")
        _ = try await pty.waitUntil("the link alone") { $0.contains("1/1") && $0.contains("/pier.html") }
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "The long pier")
        await pty.send("'A")
        _ = try await pty.waitUntil("the place of the letter") {
            $0.contains("Entry 201") && $0.contains("Day 5")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
