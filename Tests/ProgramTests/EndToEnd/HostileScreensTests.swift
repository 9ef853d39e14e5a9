import FoundationEssentials
import TestSupport
import Testing

/// The screens behind the first ones: hostile input stays text in every view, form, list and prompt that shows
/// it.
@Suite struct HostileScreensTests {
    private let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    private func browser(_ server: RawServer) async throws -> Pty {
        let pty = try Pty(
            binary(named: "sonic"), [server.url(HostileText.path)], environment: Site.environment(home),
            rows: 40, columns: 130)
        try await pty.waitUntil("the page") { $0.contains("Owned heading") && $0.contains("FIRST LOAD") }
        return pty
    }

    private func end(_ pty: Pty, _ server: RawServer) async throws {
        await pty.press(.control("c"))
        #expect(try await pty.waitForExit() == .exited(0))
        let output = await pty.output
        #expect(String(decoding: output, as: UTF8.self).contains("Owned"), "something hostile was there")
        #expect(HostileText.leak(onTerminal: output) == nil)
        withExtendedLifetime(server) {}
    }

    /// Presses keys, waits for words, and closes what appeared with Esc.
    private func look(_ pty: Pty, _ keys: String, for words: String) async throws {
        await pty.send(keys)
        try await pty.waitUntil(contains: words)
        await pty.press(.escape)
        try await pty.waitUntil("“\(words)” to be left") { !$0.contains(words) }
    }

    @Test func `every view and form of the inspector is safe`() async throws {
        let server = HostileText.server()
        let pty = try await browser(server)
        await pty.send("r")
        try await pty.waitUntil(contains: "TEMPLATE CHANGE")
        await pty.send("I")
        try await pty.waitUntil(contains: "Inspector")
        for view in 1...7 {
            await pty.send("\(view)")
            // Each form of the view, and the first again, each scrolled to its end.
            for _ in 0..<4 { await pty.send("Gxg") }
            await pty.send("}})({")
        }
        await pty.send("3")
        try await pty.waitUntil("the view of the template") { $0.contains("Template, ") }
        await pty.press(.escape)
        try await pty.waitUntil("the inspector to be left") { !$0.contains("Inspector") }
        try await end(pty, server)
    }

    @Test func `versions, sessions and comparisons are safe`() async throws {
        let server = HostileText.server()
        let pty = try await browser(server)
        await pty.send("r")
        try await pty.waitUntil(contains: "TEMPLATE CHANGE")
        await pty.send("d[")
        try await pty.waitUntil("the first version") { $0.rows[0].contains("v1 of 2") }
        await pty.send("D")
        try await pty.waitUntil(contains: "Versions of this page")
        await pty.send(" ")
        try await pty.waitUntil(contains: "◆")
        await pty.send("gD")
        try await pty.waitUntil(contains: "┌ Comparison")
        await pty.press(.escape)
        try await pty.waitUntil("the comparison to be left") { !$0.contains("┌ Comparison") }
        await pty.press(.escape)
        try await pty.waitUntil("the versions to be left") { !$0.contains("Versions of this page") }
        try await look(pty, "s", for: "┌ Sessions")
        await pty.send("s")
        try await pty.waitUntil(contains: "┌ Sessions")
        await pty.send("\r")
        try await pty.waitUntil("a version or a telling") {
            !$0.contains("┌ Sessions") && $0.contains("Owned")
        }
        try await end(pty, server)
    }

    @Test func `lists of addresses, fields, options, accounts and files are safe`() async throws {
        let server = HostileText.server()
        let pty = try await browser(server)
        try await look(pty, "o127", for: "Open:")
        try await look(pty, "xs", for: "File for ")
        try await look(pty, "f", for: "[1]")
        // The select field: its list shows the name of the field and the options of the page.
        for _ in 0..<3 { await pty.press(.tab) }
        try await look(pty, "\r", for: "┌ s ")
        await pty.send("/\u{1B}[200~\(HostileText.word)\u{1B}[201~\r")
        await pty.send("un")
        try await pty.waitUntil(contains: "Account:")
        await pty.send("\u{1B}[200~a\(HostileText.word.filter { $0 != "\n" })\u{1B}[201~\r")
        await pty.press(.control("g"))
        try await look(pty, "l", for: "Tabs")
        try await end(pty, server)
    }

    @Test func `history, comparisons, logs and the engine are safe`() async throws {
        let server = HostileText.server()
        let url = server.url(HostileText.path)
        let log = home.path("log")
        for words in [
            ["get", "--log", log, url], ["get", "--log", log, url], ["history"], ["history", "--json"],
            ["history", url], ["history", "--json", url], ["dump", "--offline", url], ["cache", "show", url],
            ["package", "list"], ["config", url],
        ] {
            let ended = try await run(
                binary(named: "sonic"), words, environment: Site.environment(home))
            #expect(HostileText.leak(ended) == nil, "\(words)")
        }
        #expect(HostileText.leak(try #require(home.read("log"))) == nil)
        // A comparison prints exact bytes to programs, and visible characters to a terminal.
        let terminal = try Pty(
            binary(named: "sonic"), ["diff", url, server.url("/other")], environment: Site.environment(home))
        _ = try await terminal.waitForExit()
        #expect(HostileText.leak(onTerminal: await terminal.output) == nil)
        let engine = try Program(
            binary(named: "sonic"), ["engine", "--stdio"], environment: Site.environment(home),
            input: Array("{\"id\":1,\"url\":\"\(url)\",\"sonic\":true}\nno \(HostileText.word)\n".utf8))
        let told = try await engine.finish()
        #expect(told.output.contains("\"outcome\""))
        #expect(HostileText.leak(told) == nil)
        withExtendedLifetime(server) {}
    }
}
