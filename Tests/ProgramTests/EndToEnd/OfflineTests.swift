import Glibc
import PageCache
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// The browser without its server, and pages that are kept for offline use.
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

    @Test func `a page is kept with its style sheet, and both are available offline`() async throws {
        let site = try await Site.serving(Self.pages)
        _ = try await site.sonic("get", site.address + "/other.html")
        var pty = try browser(site, [site.address + "/index.html"])
        _ = try await pty.waitUntil("the page with its sheet") {
            $0.contains("FIRST LOAD") && $0.contains("Home") && !$0.contains("menu")
        }
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "Bookmarked, and kept offline whatever the cache limits.")
        await pty.send("=")
        _ = try await pty.waitUntil(contains: ", kept offline")
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

    @Test func `a style sheet loaded later is kept, too`() async throws {
        var pages = Self.pages
        pages["index.html"] = "<title>Home</title><h1>Home</h1>"
        let site = try await Site.serving(pages)
        let pty = try browser(site, [site.address + "/index.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "kept offline")
        try site.folder.write(Self.pages["index.html"] ?? "", to: "index.html")
        await pty.send("r")
        var shown = ""
        let deadline = ContinuousClock.now + Pty.patience
        while !shown.contains("  resource  \(site.address)/style.css\n"), ContinuousClock.now < deadline {
            shown = try await site.sonic("cache", "show", site.address + "/index.html").output
        }
        #expect(shown.contains("  resource  \(site.address)/style.css\n"))
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

    @Test func `a page that release 0.2.0 pinned is a bookmark after the first start`() async throws {
        let site = try await Site.serving(Self.pages)
        _ = try await site.sonic("get", site.address + "/other.html")
        let cache = PageCache(
            root: site.home.path("cache/sonic"), hashes: .nettle,
            now: { Instant(milliseconds: Int64(time(nil)) * 1000) })
        let id = try #require(try await cache.list().first?.id)
        let pin = try #require(try await cache.pin(id))
        for _ in 0..<2 {
            let pty = try browser(site, ["--offline"])
            _ = try await pty.waitUntil(contains: "Inbox")
            await pty.send("q")
            #expect(try await pty.waitForExit() == .exited(0))
            #expect(
                site.home.read("state/sonic/default/bookmarks").map { Bytes.text($0) }
                    == "+\(pin.since.milliseconds) \(site.address)/other.html \n")
        }
        #expect(try await cache.pin(of: id) == pin)
    }

    @Test func `a page in memory only cannot be kept`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try browser(site, ["--private", site.address + "/other.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("p")
        _ = try await pty.waitUntil(contains: "Nothing is stored: pages cannot be bookmarked.")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
