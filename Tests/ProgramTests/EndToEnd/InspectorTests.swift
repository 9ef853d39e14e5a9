import FoundationEssentials
import TestSupport
import Testing

/// Inspecting a session in the real browser, with real servers.
@Suite struct InspectorTests {
    private func browser(_ site: Site, _ words: [String], rows: Int = 24, columns: Int = 80) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    private static func harbour(_ day: String) -> String {
        "<title>Harbour</title><h1>Harbour</h1>\n"
            + "<!--sonicdiff-now--><p>Rain until \(day)</p><!--sonicdiff-now-end-->\n"
    }

    @Test func `while a watch polls, the inspector says when its session is not the newest`()
        async throws
    {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        let pty = try browser(site, [site.address + "/n.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send(":watch 1s\r")
        _ = try await pty.waitUntil(contains: "watching every")
        await pty.send("\\")
        _ = try await pty.waitUntil(contains: "▸2 Body")
        let earlier = try await pty.waitUntil(contains: " Inspector: an earlier session, . shows the newest ")
        #expect(earlier.contains("▸2 Body"))
        try site.folder.write(Self.harbour("Thursday"), to: "n.html")
        // The newest session contains the change once the watch has polled again.
        while !(await pty.screen.contains("Thursday")) {
            await pty.send(".")
            _ = try await pty.waitUntil("the newest, or one that is newer still") {
                $0.contains("Thursday") || $0.contains("an earlier session")
            }
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("Inspector") }
        await pty.send("wq")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
