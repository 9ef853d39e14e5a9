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
}
