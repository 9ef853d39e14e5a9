import FoundationEssentials
import TestSupport
import Testing

/// The mouse, pastes and the terminal's replies in the real browser.
@Suite struct MouseTests {
    private static let pages = [
        "news.html": "<title>News</title><h1>News</h1><p>Read <a href=pier.html>about the pier</a> today.</p>"
            + "<!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"
            + (1...200).map { "<p>Entry \($0).</p>" }.joined(),
        "pier.html": "<title>Pier</title><h1>The long pier</h1><p>It is long.</p>",
    ]

    private func browser(
        _ site: Site, rows: Int = 24, columns: Int = 80, environment: [String: String] = [:]
    ) async throws -> Pty {
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/news.html"],
            environment: site.environment.merging(environment) { $1 }, rows: rows, columns: columns)
        _ = try await pty.waitUntil("the page") {
            $0.contains("about the pier") && ($0.contains("LOAD") || $0.contains("CACHED"))
        }
        return pty
    }

    @Test func `dragging copies the selected text to the clipboard`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site)
        try await pty.drag(from: "about", to: "calm")
        _ = try await pty.waitUntil(contains: "The selection was copied")
        let screen = await pty.screen
        #expect(screen.cell(of: "about")?.isReversed != screen.cell(of: "Read")?.isReversed)
        #expect(Clipboard.texts(in: await pty.output) == ["about the pier today.\n\nc"])
    }

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `dragging beyond the edge scrolls and extends the selection`(rows: Int, columns: Int) async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, rows: rows, columns: columns)
        let start = try #require(await pty.screen.position(of: "Entry 1."))
        await pty.mouse(.press, at: start)
        for column in 1...30 {
            await pty.mouse(.drag, at: ScreenPosition(row: rows - 1, column: column))
        }
        _ = try await pty.waitUntil("lines further down") {
            !$0.contains("Entry 1.") && !$0.contains("Entry 2.")
        }
        await pty.mouse(.release, at: ScreenPosition(row: rows - 1, column: 30))
        _ = try await pty.waitUntil(contains: "The selection was copied")
        let text = try #require(Clipboard.texts(in: await pty.output).first)
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines.count > 15)
        #expect(lines == (1...lines.count).map { "Entry \($0)." })
    }

    @Test func `dragging a border resizes panes, and clicking a pane moves the focus`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, rows: 30, columns: 120)
        let border = try #require(await pty.screen.position(of: "2 State")?.column) - 2
        await pty.mouse(.press, at: ScreenPosition(row: 8, column: border))
        await pty.mouse(.drag, at: ScreenPosition(row: 8, column: 50))
        await pty.mouse(.release, at: ScreenPosition(row: 8, column: 50))
        _ = try await pty.waitUntil("the border at its new place") {
            $0.position(of: "2 State")?.column == 52
        }
        try await pty.click("2 State")
        _ = try await pty.waitUntil(contains: "▸2 State")
    }

    // MARK: Replies of the terminal

    private static let question = "\u{1B}]11;?\u{07}"

    @Test func `the theme follows the terminal's background colour`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site)
        let dark = try #require(await pty.screen.cell(of: "about the pier"))
        #expect(await pty.written.contains(Self.question))
        await pty.send("\u{1B}]11;rgb:fdfd/f6f6/e3e3\u{1B}\\")
        _ = try await pty.waitUntil("other colours") {
            $0.cell(of: "about the pier").map { $0.foreground != dark.foreground } ?? false
        }
        // Late and invalid replies are not keys.
        await pty.send("\u{1B}]11;rgb:0000/0000/0000\u{07}\u{1B}]11;q\u{07}")
        _ = try await pty.waitUntil("the colours before") {
            $0.cell(of: "about the pier")?.foreground == dark.foreground
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
