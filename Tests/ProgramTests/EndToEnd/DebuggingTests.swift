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

    @Test func `the explanation of an update can be read on the screen`() async throws {
        let site = try await Site.demo()
        let pty = try browser(site, "/clock")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "DATA UPDATE")
        await pty.send("=")
        let top = try await pty.waitUntil(contains: "Session details")
        #expect(top.contains("outcome") && top.contains("data update, code 200"))
        var seen = top.text
        while !seen.contains("Shown") {
            let before = await pty.screen.text
            // Rows drawn after the first change of the screen are complete by now.
            seen += before
            await pty.send(" ")
            seen += try await pty.waitUntil("the next screen") { $0.text != before }.text
        }
        for step in ["Cached", "Requested", "Received", "Classified", "Verified", "Decided", "Stored"] {
            #expect(seen.contains(" \(step) "), "\(step)")
        }
        #expect(seen.contains("accept-diff: true") && seen.contains("yes data-update: "))
    }
}
