import TestSupport
import Testing

/// The browser without its server, and pages that are pinned for offline use.
@Suite struct OfflineTests {
    private static let pages = [
        "index.html":
            "<title>Home</title><link rel=stylesheet href=/style.css><h1>Home</h1>"
            + "<p class=menu>menu</p><a href=/other.html>other</a> <a href=/third.html>third</a>",
        "other.html": "<title>Other</title><h1>The other page</h1>",
        "third.html": "<title>Third</title><h1>The third page</h1>",
        "style.css": ".menu { display: none }",
    ]

    private func browser(_ site: Site, _ words: [String]) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: 24, columns: 120)
    }

    @Test func `a page is pinned with its style sheet, and both are available offline`() async throws {
        let site = try await Site.serving(Self.pages)
        _ = try await site.sonic("get", site.address + "/other.html")
        var pty = try browser(site, [site.address + "/index.html"])
        _ = try await pty.waitUntil("the page with its sheet") {
            $0.contains("FIRST LOAD") && $0.contains("Home") && !$0.contains("menu")
        }
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "Pinned: this page is kept regardless of the cache limits.")
        await pty.send("=")
        _ = try await pty.waitUntil(contains: ", with 1 resource")
        await pty.send("q")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        let shown = try await site.sonic("cache", "show", site.address + "/index.html")
        #expect(shown.output.contains("  resource  \(site.address)/style.css\n"))

        pty = try browser(site, ["--offline", site.address + "/index.html"])
        _ = try await pty.waitUntil("the page with its sheet and age") {
            $0.contains("OFFLINE · as of ") && !$0.contains("menu")
        }
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil("the other page") {
            $0.contains("The other page") && $0.contains("OFFLINE · as of ")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a style sheet loaded after the pin is added to it`() async throws {
        var pages = Self.pages
        pages["index.html"] = "<title>Home</title><h1>Home</h1>"
        let site = try await Site.serving(pages)
        let pty = try browser(site, [site.address + "/index.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "Pinned: ")
        try site.folder.write(Self.pages["index.html"] ?? "", to: "index.html")
        await pty.send("r=")
        _ = try await pty.waitUntil(contains: ", with 1 resource")
        await pty.send("q")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a page that is not stored is requested after switching to online`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try browser(site, ["--offline", site.address + "/third.html"])
        _ = try await pty.waitUntil("what to do") {
            $0.contains("This page is not stored") && $0.contains("O Offline: show stored pages")
        }
        await pty.send("O")
        _ = try await pty.waitUntil("the page") {
            $0.contains("The third page") && $0.contains("FIRST LOAD") && !$0.contains("OFFLINE")
        }
        try await site.stop()
        await pty.send("r")
        _ = try await pty.waitUntil("the page with its age") {
            $0.contains("The third page") && $0.contains("OFFLINE · as of ")
                && $0.contains("cannot connect to")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a page in memory only cannot be pinned`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try browser(site, ["--private", site.address + "/other.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "Pages are in memory only and cannot be pinned.")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
