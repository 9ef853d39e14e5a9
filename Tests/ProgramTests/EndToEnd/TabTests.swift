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
}
