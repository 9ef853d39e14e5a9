import Glibc
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// The real browser on a terminal, with real servers.
@Suite struct BrowserTests {
    private func browser(
        _ site: Site, _ words: [String], rows: Int = 30, columns: Int = 120
    ) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    /// Whether a page of the demo is shown and stored: the title says so once its session has ended. The
    /// state pane may still show the previous page's text for a moment.
    private static func isLoaded(_ path: String, _ screen: TestSupport.Screen) -> Bool {
        screen.rows[0].contains(path) && screen.rows[0].contains("FIRST LOAD")
            && screen.contains("This page was requested once.")
    }

    @Test func `a new user sees first load, data update and template change in the demo`() async throws {
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), ["demo"], environment: Site.environment(home), rows: 40, columns: 120)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil("the clock") { Self.isLoaded("/clock", $0) }
        await pty.send("r")
        let update = try await pty.waitUntil(contains: "DATA UPDATE")
        #expect(update.contains("▶data◀"))
        #expect(update.contains("▌This page was requested twice"))
        #expect(update.contains("- This page was requested once."))
        #expect(update.contains("+ This page was requested twice."))
        await pty.send("B")
        _ = try await pty.waitUntil(contains: "There are four ways this can end")
        // Back on the start page, the followed link is still selected.
        await pty.press(.tab, .tab, .enter)
        _ = try await pty.waitUntil("two faces") { Self.isLoaded("/alternating", $0) }
        await pty.send("r")
        let change = try await pty.waitUntil(contains: "TEMPLATE CHANGE")
        #expect(change.contains("▶template◀"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `the demo server exits when its browser is killed`() async throws {
        let home = try TemporaryFolder()
        let pty = try Pty(binary(named: "sonic"), ["demo"], environment: Site.environment(home), rows: 30)
        let screen = try await pty.waitUntil(contains: "FIRST LOAD")
        let address = try #require(screen.rows[0].split(separator: " ").first)
        await pty.signal(9)
        _ = try await pty.waitForExit()
        // Each run is a new request; the result changes once the server is gone.
        var outcome = ""
        let deadline = ContinuousClock.now + .seconds(20)
        while !outcome.contains("cannot connect to"), ContinuousClock.now < deadline {
            outcome = try await run(binary(named: "sonic"), ["get", "--private", String(address)]).output
        }
        #expect(outcome.contains("cannot connect to"))
    }

    @Test func `a stored page is painted before the server answers`() async throws {
        let page = "<title>N</title><h1>Harbour</h1><!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"
        let tag = Hashes.nettle.sha1(Array(page.utf8))
        let gate = Gate()
        let server = RawServer { connection in
            connection == 0
                ? [
                    .readRequest,
                    .send(
                        "HTTP/1.1 200 OK\r\nEtag: \(tag)\r\ntemplate-tag: t\r\ntemplate-change: true\r\n"
                            + "Content-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n"
                            + "Connection: close\r\n\r\n" + page),
                ]
                : [
                    .readRequest, .wait(gate),
                    .send("HTTP/1.1 304 Not Modified\r\nCache-Offline: store\r\nConnection: close\r\n\r\n"),
                ]
        }
        let site = try await Site.serving([:])
        _ = try await site.sonic("get", server.url())
        let pty = try browser(site, [server.url()])
        let waiting = try await pty.waitUntil(contains: "calm")
        #expect(!waiting.contains("ALL CACHED"))
        gate.open()
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        withExtendedLifetime(server) {}
    }

    @Test func `a large stored page is shown to its end, and rejected when the copy is damaged`()
        async throws
    {
        let words = String(repeating: "words of a long paragraph ", count: 10)
        let paragraphs = (0..<6_000).map { "<p>\($0) \(words)</p>\n" }.joined()
        let page = "<h1>Harbour</h1>" + paragraphs + "<p>The last words.</p>"
        #expect(page.utf8.count > 1 << 20)
        let site = try await Site.serving(["large.html": page])
        let id = try await site.get("/large.html").sessionId
        try await site.stop()
        let pty = try browser(site, [site.address + "/large.html"])
        _ = try await pty.waitUntil(contains: "Harbour")
        await pty.send("G")
        _ = try await pty.waitUntil("the end of the page") {
            $0.contains("The last words.") && $0.contains("100%") && $0.contains("OFFLINE")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))

        let path = site.home.path("cache/sonic/default/pages/\(id)/1/html")
        let file = open(path, O_WRONLY)
        #expect(pwrite(file, "X", 1, 1 << 20) == 1)
        close(file)
        let damaged = try browser(site, [site.address + "/large.html"])
        let screen = try await damaged.waitUntil(contains: "The stored copy is incomplete")
        #expect(!screen.contains("Harbour"))
        await damaged.send("q")
        #expect(try await damaged.waitForExit() == .exited(0))
    }

    @Test func `a slow page appears as it arrives`() async throws {
        let gate = Gate()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        let server = RawServer([
            .readRequest, .send(head + "<p>The beginning.</p><p>"), .wait(gate), .send("The end.</p>"),
        ])
        let site = try await Site.serving([:])
        let pty = try browser(site, [server.url()])
        let early = try await pty.waitUntil(contains: "The beginning.")
        #expect(!early.contains("The end."))
        gate.open()
        let whole = try await pty.waitUntil("the whole page") {
            $0.contains("The end.") && $0.contains("FIRST LOAD")
        }
        #expect(whole.contains("The beginning."))
        withExtendedLifetime(server) {}
    }

    @Test func `a linked style sheet hides a menu once loaded, and can be switched off permanently`()
        async throws
    {
        let site = try await Site.serving([
            "a.html": "<link rel=stylesheet href=s.css><ul class=menu><li>All the menu</ul><h1>Harbour</h1>",
            "s.css": ".menu { display: none }",
        ])
        let pty = try browser(site, [site.address + "/a.html"])
        // The style sheet may arrive before the page is stored, and quitting does not wait for storing.
        _ = try await pty.waitUntil("the page without its menu, stored") {
            $0.contains("Harbour") && !$0.contains("All the menu") && $0.contains("FIRST LOAD")
        }
        await pty.send("V")
        _ = try await pty.waitUntil(contains: "All the menu")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        let again = try browser(site, [site.address + "/a.html"])
        _ = try await again.waitUntil("the same page") {
            $0.contains("All the menu") && $0.contains("ALL CACHED")
        }
        await again.send("=")
        _ = try await again.waitUntil(contains: "off for this site")
    }

    @Test func `a page being preloaded is adopted when opened, and requested once`() async throws {
        let gate = Gate()
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        let server = RawServer { connection in
            switch connection {
            case 0: [.readRequest, .send(head + "<a href=/next>onward</a>")]
            case 1:
                [
                    .readRequest, .send(head + "<p>The beginning.</p><p>"), .wait(gate),
                    .send("The end.</p>"),
                ]
            default: [.readRequest, .send(head + "Asked for twice.")]
            }
        }
        let site = try await Site.serving([:])
        let pty = try browser(site, [server.url()])
        _ = try await pty.waitUntil("the first page") { $0.contains("onward") && $0.contains("FIRST LOAD") }
        await pty.press(.tab)
        await pty.send("P")
        _ = try await pty.waitUntil(contains: "Loading ahead: ")
        for await event in server.events {
            if case .request(_, connection: 1) = event { break }
        }
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "The beginning.")
        gate.open()
        let whole = try await pty.waitUntil(contains: "The end.")
        #expect(!whole.contains("Asked for twice."))
        await pty.send("=")
        _ = try await pty.waitUntil(contains: "before it was opened")
        withExtendedLifetime(server) {}
    }

    @Test func `Sonic-Link resources are fetched before the page has arrived, and once`() async throws {
        let gate = Gate()
        let server = RawServer { connection in
            switch connection {
            case 0:
                [
                    .readRequest,
                    .send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSonic-Link: /s.css;max-age=600\r\n"
                            + "Connection: close\r\n\r\n"),
                    .wait(gate),
                    .send("<link rel=stylesheet href=/s.css><p class=menu>All the menu</p><h1>Harbour</h1>"),
                ]
            case 1:
                [
                    .readRequest,
                    .send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/css\r\nContent-Length: 23\r\n"
                            + "Connection: close\r\n\r\n.menu { display: none }\n"),
                ]
            default: [.readRequest, .send("HTTP/1.1 500 Asked twice\r\nConnection: close\r\n\r\n")]
            }
        }
        let site = try await Site.serving([:])
        let pty = try browser(site, [server.url()])
        for await event in server.events {
            if case .request(let bytes, connection: 1) = event {
                #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("GET /s.css "))
                break
            }
        }
        gate.open()
        _ = try await pty.waitUntil("the page without its menu") {
            $0.contains("Harbour") && !$0.contains("All the menu")
        }
        withExtendedLifetime(server) {}
    }

    @Test func `a page of an unreachable server is shown and marked offline`() async throws {
        let site = try await Site.serving(["a.html": "<h1>Kept</h1>"])
        _ = try await site.get("/a.html")
        try await site.stop()
        let pty = try browser(site, [site.address + "/a.html"])
        let screen = try await pty.waitUntil(contains: "OFFLINE")
        #expect(screen.contains("Kept"))
        #expect(screen.contains("cannot connect to"))
    }

    @Test func `after an error the stored page stays and a key shows the response`() async throws {
        let site = try await Site.demo()
        _ = try await site.get("/faults/flaky-error")
        let pty = try browser(site, [site.address + "/faults/flaky-error"])
        let screen = try await pty.waitUntil(contains: "FAILED 500")
        #expect(!screen.contains("This response is meant to fail."))
        await pty.send("A")
        _ = try await pty.waitUntil(contains: "This response is meant to fail.")
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("This response is meant to fail.") }
    }

    @Test func `every screen of a browser with --insecure says so`() async throws {
        let server = try await TLSServer()
        let site = try await Site.serving([:])
        let strict = try await site.sonic("get", server.address)
        #expect(strict.status == .exited(1))
        let known = try await site.sonic("get", "--cacert", server.certificate, server.address)
        #expect(known.status == .exited(0))
        let told = try await site.sonic("get", "--insecure", server.address)
        #expect(told.errors.contains("any certificate is accepted"))
        let pty = try browser(site, ["--insecure", server.address])
        let screen = try await pty.waitUntil(contains: "compared here")
        #expect(screen.rows[0].contains("INSECURE"))
        await pty.send("?")
        let help = try await pty.waitUntil(contains: "Keys")
        #expect(help.rows[0].contains("INSECURE"))
    }

    @Test func `a signal ends the browser and restores the terminal`() async throws {
        let site = try await Site.serving(["a.html": "<h1>Here</h1>"])
        let pty = try browser(site, [site.address + "/a.html"])
        _ = try await pty.waitUntil(contains: "Here")
        await pty.signal(15)
        #expect(try await pty.waitForExit() == .killed(15))
        #expect(await pty.isRestored)
        #expect(await !pty.screen.isAlternate)
    }

    @Test func `the chosen layout is remembered`() async throws {
        let site = try await Site.serving(["a.html": "<h1>Here</h1>"])
        let first = try browser(site, [site.address + "/a.html"], columns: 80)
        _ = try await first.waitUntil(contains: "FIRST LOAD")
        await first.send("v")
        _ = try await first.waitUntil(contains: "2 State")
        await first.send("q")
        _ = try await first.waitForExit()
        let second = try browser(site, [site.address + "/a.html"], columns: 80)
        _ = try await second.waitUntil(contains: "2 State")
    }

    @Test func `without an address the start page lists recent pages`() async throws {
        let site = try await Site.serving(["a.html": "<h1>Here</h1>"])
        _ = try await site.get("/a.html")
        let pty = try browser(site, [])
        let host = site.address.replacing("http://", with: "")
        _ = try await pty.waitUntil("the page's row") {
            $0.contains("Recent pages") && $0.contains(host + "/a.html") && $0.contains("unread")
        }
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil(contains: "ALL CACHED")
    }
}
