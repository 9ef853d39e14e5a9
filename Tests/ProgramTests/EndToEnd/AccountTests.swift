import TestSupport
import Testing

/// Accounts in the browser do not share pages, cookies or passwords.
@Suite struct AccountTests {
    @Test func `a page is new under another account and unchanged under the first`() async throws {
        let site = try await Site.demo()
        let page = site.address + "/cookies"
        let pty = try Pty(
            binary(named: "sonic"), ["--account", "ann", page], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil("a first load of ann's") {
            $0.contains("ann · FIRST LOAD") && $0.contains("Cookie jar")
        }
        await pty.send("r")
        // The number of visits shows which cookie the server received.
        _ = try await pty.waitUntil("the cookie that came with the first answer") {
            $0.contains("visits=1") && $0.contains("ann · DATA UPDATE")
        }

        await pty.send("un")
        _ = try await pty.waitUntil(contains: "Account:")
        await pty.send("ben")
        await pty.press(.enter)
        let start = try await pty.waitUntil(contains: "Switched to account “ben”.")
        #expect(start.rows[0].contains("ben") && !start.contains("/cookies"))
        await pty.send("B")
        _ = try await pty.waitUntil(contains: "there is no page to go back to")
        await pty.send("o" + page)
        await pty.press(.enter)
        let first = try await pty.waitUntil("a first load of ben's") {
            $0.contains("ben · FIRST LOAD") && $0.contains("Cookie jar")
        }
        #expect(!first.contains("visits="))

        await pty.send("u")
        let list = try await pty.waitUntil(contains: "Accounts")
        #expect(list.contains("( ) ann") && list.contains("(•) ben") && list.contains("( ) no account"))
        await pty.send("k")
        await pty.press(.enter)
        let back = try await pty.waitUntil("ann's page") {
            $0.contains("Switched to account “ann”.") && $0.contains("visits=1")
        }
        #expect(back.rows[0].contains("ann"))
        await pty.send("r")
        _ = try await pty.waitUntil("ann's page and cookie") {
            $0.contains("visits=2") && $0.contains("ann · DATA UPDATE")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a page stored under an account is all cached when opened under it again`() async throws {
        let site = try await Site.serving(["a.html": "<h1>Harbour</h1>"])
        _ = try await site.sonic("get", "--account", "ann", site.address + "/a.html")
        let pty = try Pty(
            binary(named: "sonic"), [], environment: site.environment, rows: 30, columns: 120)
        let start = try await pty.waitUntil(contains: "Type an address to open.")
        #expect(!start.contains("a.html"))
        await pty.send("u")
        _ = try await pty.waitUntil(contains: "( ) ann")
        await pty.send("j")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "/a.html")
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil("all cached") {
            $0.contains("ann · ALL CACHED") && $0.contains("Harbour")
        }
    }

    @Test func `a password entered under one account is unknown under another`() async throws {
        let site = try await Site.demo()
        let page = site.address + "/login"
        let pty = try Pty(
            binary(named: "sonic"), ["--account", "ann", page], environment: site.environment, rows: 30,
            columns: 120)
        for word in ["User for", "Password of guest"] {
            _ = try await pty.waitUntil(contains: word)
            await pty.send("guest")
            await pty.press(.enter)
        }
        _ = try await pty.waitUntil(contains: "Welcome, guest.")
        await pty.send("unben")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Switched to account “ben”.")
        await pty.send("o" + page)
        await pty.press(.enter)
        let asked = try await pty.waitUntil(contains: "User for")
        #expect(!asked.contains("Welcome"))
    }

    @Test func `an account name that is not a valid folder name is refused, and the page stays`() async throws
    {
        let site = try await Site.serving(["a.html": "<h1>Harbour</h1>"])
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil("the page") { $0.contains("FIRST LOAD") && $0.contains("Harbour") }
        await pty.send("un" + String(repeating: "x", count: 300))
        await pty.press(.enter)
        let refused = try await pty.waitUntil(contains: "too long")
        #expect(refused.contains("Harbour") || refused.contains("Account"))
    }
}
