import TestSupport
import Testing

/// The walk-through of docs/guide/debugging.md, key by key, and the overlays that it uses.
@Suite struct DebuggingTests {
    private func browser(_ site: Site, _ path: String) throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + path], environment: site.environment, rows: 40,
            columns: 120)
    }

    /// Closes an overlay; a key right after Esc would be read as Alt with it.
    private func leave(_ pty: Pty) async throws {
        await pty.press(.escape)
        _ = try await pty.waitUntil("the panes") {
            !$0.contains("Esc close") && !$0.contains("Esc leave")
        }
    }

    @Test func `a page that is always a template change is traced to the bytes that differ`()
        async throws
    {
        let site = try await Site.demo()
        let pty = try browser(site, "/visitors")
        let first = try await pty.waitUntil("the page") {
            $0.contains("FIRST LOAD") && $0.contains("You are visitor number 41001.")
        }
        #expect(!first.contains("TEMPLATE CHANGE"))
        // 1. Nothing relevant changed, yet the full page is received.
        await pty.send("r")
        let state = try await pty.waitUntil("the change") {
            $0.contains("TEMPLATE CHANGE") && $0.contains("You are visitor number 41002.")
        }
        #expect(state.contains("full page received"))
        // 2. What is wrong: the finding names the bytes.
        await pty.send("!")
        let drift = try await pty.waitUntil(contains: "template-drifts")
        #expect(drift.contains("had “41001” and has “41002”"))
        #expect(drift.contains("fix: If it differs on each load, put it into a block"))
        // 3. After another reload the finding is certain.
        try await leave(pty)
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "You are visitor number 41003.")
        await pty.send("!")
        let sure = try await pty.waitUntil(contains: "error template-unsteady")
        #expect(sure.contains("differs on each of the last three loads"))
        #expect(!sure.contains("template-drifts"))
        // 4. Why the server sent the full page, in the details of the session.
        try await leave(pty)
        await pty.send("=")
        _ = try await pty.waitUntil(contains: "About this session")
        await pty.send("G")
        let facts = try await pty.waitUntil(contains: "Shown")
        #expect(facts.contains("Decided") || facts.contains("Verified"))
        // 5. Everything for a report.
        try await leave(pty)
        await pty.send("yx")
        _ = try await pty.waitUntil(contains: "The session explained was")
        let report = try #require(Clipboard.texts(in: await pty.output).last)
        #expect(report.contains(": template change, code 2000\n"))
        #expect(report.contains("\n  error template-unsteady: "))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `the explanation of an update can be read on the screen`() async throws {
        let site = try await Site.demo()
        let pty = try browser(site, "/clock")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "DATA UPDATE")
        await pty.send("=")
        let top = try await pty.waitUntil(contains: "About this session")
        #expect(top.contains("outcome") && top.contains("data update, code 200"))
        var seen = top.text
        while !seen.contains("Shown") {
            let before = await pty.screen.text
            // Rows drawn after the first change of the screen are complete by now.
            seen += before
            await pty.send(" ")
            seen += try await pty.waitUntil("the next screen") { $0.text != before }.text
        }
        for step in ["Cached", "Asked", "Answered", "Classified", "Verified", "Decided", "Stored"] {
            #expect(seen.contains(" \(step) "), "\(step)")
        }
        #expect(seen.contains("accept-diff: true") && seen.contains("yes data-update: "))
    }

    @Test func `findings are shown on the screen with the reason and the fix`() async throws {
        let site = try await Site.demo()
        let pty = try browser(site, "/faults/weak-etag")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("!")
        let found = try await pty.waitUntil(contains: "warning etag-weak")
        #expect(found.contains("why: Sonic servers compare the bare tag"))
        #expect(found.contains("fix: Name another header in sonic-etag-key"))
        try await leave(pty)
    }
}
