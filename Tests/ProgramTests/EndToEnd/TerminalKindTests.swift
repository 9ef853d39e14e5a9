import Glibc
import TestSupport
import Testing

/// The real browser on terminals of many kinds and sizes.
@Suite struct TerminalKindTests {
    private static let pages = [
        "log.html": "<title>宽标题 Log</title><h1>Log</h1><p><a href=pier.html>The pier</a></p>"
            + "<!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"
            + (1...200).map { "<p>Entry \($0) of the log.</p>" }.joined(),
        "pier.html": "<title>Pier</title><h1>The long pier</h1>",
    ]

    private func browser(
        _ site: Site, _ environment: [String: String] = [:], rows: Int = 24, columns: Int = 80
    ) async throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + "/log.html"],
            environment: site.environment.merging(environment) { $1 }, rows: rows, columns: columns)
    }

    @Test(arguments: [
        "linux", "screen", "screen-256color", "tmux", "tmux-256color", "vt100", "vt220", "ansi", "rxvt",
        "xterm", "xterm-mono",
    ])
    func `a page can be read, scrolled and closed on this kind of terminal`(type: String) async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, ["TERM": type])
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1 of") && $0.contains("LOAD") }
        await pty.send("jjj")
        _ = try await pty.waitUntil("three lines further down") {
            !$0.contains("The pier") && $0.contains("Entry 3 of")
        }
        let colours = Set(
            await pty.screen.cells.joined().flatMap { [$0.foreground, $0.background] }.map(Shade.init))
        await pty.send("=")
        _ = try await pty.waitUntil(contains: "Session details")
        await pty.send("q")
        _ = try await pty.waitUntil("the page again") { !$0.contains("Session details") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
        let written = await pty.written
        let isXterm = ["screen", "tmux", "rxvt", "xterm"].contains { type.hasPrefix($0) }
        #expect(written.contains("\u{1B}[?1002h") == isXterm)
        #expect(written.contains("\u{1B}]2;") == isXterm)
        if ["vt100", "vt220", "xterm-mono"].contains(type) {
            #expect(colours == [.standard])
        }
    }

    /// A colour, reduced to whether it is the default.
    private enum Shade: Hashable {
        case standard
        case coloured

        init(_ color: ScreenColor) { self = color == .standard ? .standard : .coloured }
    }

    @Test func `a terminal without cursor addressing gets an error with an alternative`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, ["TERM": "dumb"], columns: 200)
        #expect(try await pty.waitForExit() == .exited(1))
        let screen = await pty.screen
        #expect(screen.text.contains("“dumb” cannot place the cursor"))
        #expect(screen.text.contains("use another one, or: sonic dump URL"))
    }

    @Test func `inside tmux a page can be read, and the window resized to any size`() async throws {
        let site = try await Site.serving(Self.pages)
        let socket = site.home.path("tmux")
        let command = "\(try binary(named: "sonic")) \(site.address)/log.html; echo left"
        let pty = try Pty(
            "/usr/bin/tmux", ["-f", "/dev/null", "-S", socket, "new-session", command + "; sleep 1000"],
            environment: site.environment)
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1 of") && $0.contains("LOAD") }
        await pty.send("jjj")
        _ = try await pty.waitUntil("three lines further down") { $0.contains("Entry 8 of") }
        for (rows, columns) in [(12, 40), (6, 20), (60, 200), (24, 80)] {
            await pty.resize(rows: rows, columns: columns)
            _ = try await pty.waitUntil("the page at \(columns)×\(rows)") { screen in
                // The last row is tmux's status line.
                screen.contains("Entry") && screen.rows.dropLast(2).allSatisfy { !$0.contains("[0]") }
                    && screen.rows.last?.contains("[0]") == true
            }
        }
        await pty.send("q")
        _ = try await pty.waitUntil("the end") { $0.rows.contains { $0 == "left" } }
        _ = try await run("/usr/bin/tmux", ["-S", socket, "kill-server"])
        _ = try await pty.waitForExit()
    }

    @Test func `a suspended browser resumes with the current size of the window`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try Pty(
            "/bin/bash", ["--norc", "-i"], environment: site.environment.merging(["PS1": "shell> "]) { $1 })
        _ = try await pty.waitUntil(contains: "shell>")
        await pty.send("\(try binary(named: "sonic")) \(site.address)/log.html; echo ended\r")
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1 of") && $0.reportsMouse }
        await pty.press(.control("z"))
        let stopped = try await pty.waitUntil(contains: "Stopped")
        #expect(!stopped.isAlternate && !stopped.reportsMouse)
        await pty.resize(rows: 12, columns: 40)
        await pty.send("fg\r")
        let again = try await pty.waitUntil("the page again") {
            $0.isAlternate && $0.reportsMouse && $0.contains("Entry 1 of")
        }
        #expect(again.rows.count == 12)
        await pty.send("q")
        _ = try await pty.waitUntil(contains: "ended")
    }

    /// The traffic on a slow line: the bytes from a key to the frame that it causes.
    @Test func `a key costs few bytes`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site)
        _ = try await pty.waitUntil("the page") { $0.contains("Entry 1 of") && $0.contains("LOAD") }
        let whole = await pty.output.count
        let first = await pty.screen.rows[1..<20]
        let line = try await bytes(pty, "j", until: "one line further down") { $0.rows[1..<20] != first }
        await pty.press(.control("t"))
        await pty.send(site.address + "/pier.html\r")
        _ = try await pty.waitUntil(contains: "The long pier")
        let tab = try await bytes(pty, "<", until: "the first tab") { $0.contains("Entry 3 of") }
        let notice = try await bytes(pty, "~", until: "a word in the bottom line") {
            $0.contains("~ does nothing")
        }
        #expect(whole < 16_000, "the first screen took \(whole) bytes")
        #expect(line < 1600, "a line took \(line) bytes")
        #expect(tab < 3000, "a tab took \(tab) bytes")
        #expect(notice < 700, "a word took \(notice) bytes")
    }

    private func bytes(
        _ pty: Pty, _ keys: String, until what: String, _ condition: @Sendable (Screen) -> Bool
    ) async throws -> Int {
        _ = await pty.screen
        let before = await pty.output.count
        await pty.send(keys)
        _ = try await pty.waitUntil(what, condition)
        return await pty.output.count - before
    }
}
