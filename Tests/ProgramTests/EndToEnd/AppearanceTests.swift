import TestSupport
import Testing

/// Help, the list of commands and themes on real screens.
@Suite struct AppearanceTests {
    private static let pages = [
        "log.html": "<title>Log</title><h1>Log</h1><p><a href=pier.html>The pier</a></p>"
            + (1...99).map { "<p>Entry \($0).</p>" }.joined(),
        "pier.html": "<title>Pier</title><h1>The long pier</h1>",
    ]

    private func browser(
        _ site: Site, _ words: [String] = [], _ environment: [String: String] = [:], rows: Int = 24,
        columns: Int = 80
    ) async throws -> Pty {
        let pty = try Pty(
            binary(named: "sonic"), words + [site.address + "/log.html"],
            environment: site.environment.merging(environment) { $1 }, rows: rows, columns: columns)
        _ = try await pty.waitUntil("the page") {
            $0.contains("The pier") && ($0.contains("LOAD") || $0.contains("CACHED"))
        }
        return pty
    }

    @Test(arguments: [(24, 80), (12, 40), (60, 200)])
    func `a theme applies at once and is restored at the next start`(rows: Int, columns: Int)
        async throws
    {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, rows: rows, columns: columns)
        var shades = try #require(await pty.screen.cell(of: "The pier"))
        for (key, name) in [
            ("t", "2 of 1"), ("t", "Theme contrast, 3 of 1"), ("T", "Theme contrast-light, "),
        ] {
            await pty.send(key)
            let before = shades
            let screen = try await pty.waitUntil("other colours and a name") { screen in
                screen.cell(of: "The pier") != before && screen.rows.suffix(3).contains { $0.contains(name) }
            }
            shades = try #require(screen.cell(of: "The pier"))
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        let again = try await browser(site, rows: rows, columns: columns).screen
        #expect(again.cell(of: "The pier") == shades)
    }

    @Test(arguments: [([], ["NO_COLOR": "1"]), (["--color", "never"], [:]), ([], ["TERM": "vt100"])])
    func `every theme is readable without colours`(words: [String], environment: [String: String])
        async throws
    {
        let site = try await Site.serving(Self.pages)
        let pty = try await browser(site, words, environment)
        for _ in 1...3 {
            await pty.send("t")
            _ = try await pty.waitUntil(contains: "Theme ")
            let screen = await pty.screen
            let colours = screen.cells.joined().flatMap { [$0.foreground, $0.background] }
            #expect(colours.allSatisfy { $0 == .standard })
            #expect(screen.cell(of: "The pier")?.isUnderlined == true)
        }
    }
}
