import TestSupport
import Testing

/// Forms and numbered links in the real browser, on the demo site.
@Suite struct FormTests {
    private func browser(_ site: Site, _ path: String) async throws -> Pty {
        try Pty(
            binary(named: "sonic"), [site.address + path], environment: site.environment, rows: 30,
            columns: 100)
    }

    @Test func `a form is filled in and posted, and posted again only after confirmation`() async throws {
        let site = try await Site.demo()
        let pty = try await browser(site, "/form")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        // The link back, the search field and its button come first.
        await pty.press(.tab, .tab, .tab, .tab, .enter)
        _ = try await pty.waitUntil(contains: " name:")
        await pty.send("Ann Lee\r")
        _ = try await pty.waitUntil(contains: "[Ann Lee_____________]")
        await pty.press(.tab, .enter)
        await pty.send("secret\r")
        _ = try await pty.waitUntil(contains: "[••••••____]")
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil(contains: "(•) second order")
        await pty.send("j\r")
        _ = try await pty.waitUntil(contains: "[third order  ▾]")
        await pty.press(.tab, .enter, .tab, .tab, .enter, .tab, .enter)
        _ = try await pty.waitUntil(contains: " words:")
        await pty.send("one\u{0F}two & three\r")
        _ = try await pty.waitUntil(contains: "[one↵two & three")
        await pty.send("S")
        let answer = try await pty.waitUntil("the answer") {
            $0.contains("It came by POST") && $0.contains("PLAIN")
        }
        for (name, value) in [
            ("name", "Ann Lee"), ("password", "secret"), ("lens", "third order"), ("gift", "yes"),
            ("by", "boat"),
            ("words", "one"), ("from", "demo"), ("act", "order"),
        ] {
            #expect(answer.rows.contains { $0.contains(name) && $0.contains(value) }, "\(name)")
        }
        #expect(answer.contains("two & three"))
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "again?")
        await pty.send("n")
        _ = try await pty.waitUntil(contains: "Nothing was sent.")
        await pty.send("ry")
        _ = try await pty.waitUntil("no question") {
            !$0.contains("again?") && $0.contains("It came by POST")
        }
        await pty.send("B")
        _ = try await pty.waitUntil(contains: "[Ann Lee_____________]")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        // The response to a POST is not in the cache.
        let list = try await site.sonic("cache", "list")
        #expect(!list.output.contains("/form/answer"))
    }

    @Test func `a search is submitted with its button, selected by number`() async throws {
        let site = try await Site.demo()
        let pty = try await browser(site, "/form")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("f")
        _ = try await pty.waitUntil(contains: "Follow: ")
        await pty.send("2")
        _ = try await pty.waitUntil(contains: " q:")
        await pty.send("fresnel lens\r")
        _ = try await pty.waitUntil(contains: "[fresnel lens____________]")
        await pty.send("f3")
        _ = try await pty.waitUntil("the answer") {
            $0.contains("/form/answer?q=fresnel+lens") && $0.contains("It came by GET")
                && $0.contains("fresnel lens")
        }
    }

    @Test func `link numbers are shown and hidden again`() async throws {
        let links = (1...150).map { "<a href=\"p\($0).html\">link \($0)</a>" }.joined(separator: " ")
        let site = try await Site.serving(["a.html": "<p>\(links)", "p107.html": "<h1>Page 107</h1>"])
        let pty = try await browser(site, "/a.html")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("f")
        let numbered = try await pty.waitUntil(contains: "[150]")
        #expect(numbered.contains("[1]"))
        await pty.press(.escape)
        _ = try await pty.waitUntil("no numbers") { !$0.contains("[150]") && $0.contains("link 150") }
        await pty.send("f107")
        _ = try await pty.waitUntil(contains: "Page 107")
    }
}
