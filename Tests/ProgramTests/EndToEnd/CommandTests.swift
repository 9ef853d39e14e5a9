import TestSupport
import Testing

/// Commands by name, and preloaded pages, in the real browser.
@Suite struct CommandTests {
    private static let pages = [
        "a.html": "<title>A</title><h1>Harbour</h1>" + (1...200).map { "<p>Line \($0)." }.joined(),
        "b.html": "<title>B</title><h1>Lighthouse</h1><p><a href=a.html>to the harbour</a>",
    ]

    @Test(arguments: [(24, 80), (12, 40)])
    func `commands are chosen by name and do what their keys do`(rows: Int, columns: Int) async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: rows,
            columns: columns)
        _ = try await pty.waitUntil("the page") { $0.contains("Harbour") && $0.contains("FIRST LOAD") }
        await pty.send(":")
        _ = try await pty.waitUntil("all commands") { $0.contains("Commands") && $0.contains("next-link") }
        await pty.send("op \(site.address)/b.html")
        _ = try await pty.waitUntil("one command") { $0.contains("▸ open URL") && !$0.contains("next-link") }
        await pty.press(.enter)
        _ = try await pty.waitUntil("the other page") {
            $0.contains("Lighthouse") && $0.contains("FIRST LOAD")
        }
        // An error is reported and can be corrected.
        await pty.send(":layout wide")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Unknown layout")
        await pty.press(.control("w"))
        await pty.send("read")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Layout read")
        // Previous commands are in the history.
        await pty.send(":")
        await pty.press(.up, .up)
        _ = try await pty.waitUntil("the line before") { $0.rows[rows - 1].contains(":open") }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.rows[rows - 1].contains(":open") }
        await pty.send(":back")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Harbour")
        await pty.send(":50%")
        await pty.press(.enter)
        _ = try await pty.waitUntil("the middle") { $0.contains("Line 10") && !$0.contains("Harbour") }
        await pty.send(":forward")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Lighthouse")
        await pty.send(":forward")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "there is no page to go")
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.rows[rows - 1].contains(":forward") }
        await pty.send(":quit")
        await pty.press(.enter)
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `help can be searched and runs a command`() async throws {
        let site = try await Site.serving(Self.pages)
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("?/reload without")
        _ = try await pty.waitUntil("one key") { $0.contains("▸R") && !$0.contains("One line down") }
        await pty.press(.enter, .enter)
        _ = try await pty.waitUntil("the page, loaded anew") {
            $0.contains("Harbour") && $0.contains("FIRST LOAD")
        }
    }

    @Test func `an address is completed from the stored pages`() async throws {
        let site = try await Site.serving(Self.pages)
        _ = try await site.get("/b.html")
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("ob.html")
        _ = try await pty.waitUntil("the page kept") { $0.contains("Pages") && $0.contains("/b.html") }
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil(contains: "Lighthouse")
    }

    /// A server that records its requests in order.
    private func server(_ first: String) -> RawServer {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n\r\n"
        return RawServer { connection in
            [.readRequest, .send(head + (connection == 0 ? first : "<p>The page on \(connection).</p>"))]
        }
    }

    /// The request line of a connection.
    private func request(_ number: Int, to server: RawServer) async -> String {
        for await event in server.events {
            if case .request(let bytes, connection: number) = event {
                return String(decoding: bytes.prefix { $0 != 13 }, as: UTF8.self)
            }
        }
        return ""
    }

    @Test func `a link that stays selected is preloaded if the configuration says so`() async throws {
        let server = server("<p><a href=/logout rel=nofollow>out</a> <a href=/next>onward</a>")
        let site = try await Site.serving([:])
        try site.home.write("{ \"preload\": \"chosen\" }", to: "config/sonic/config.json5")
        let pty = try Pty(binary(named: "sonic"), [server.url()], environment: site.environment)
        _ = try await pty.waitUntil("the first page") { $0.contains("onward") && $0.contains("FIRST LOAD") }
        await pty.press(.tab, .tab)
        #expect(await request(1, to: server) == "GET /next HTTP/1.1")
        _ = try await pty.waitUntil(contains: "Loaded ahead: ")
        await pty.send("@")
        _ = try await pty.waitUntil(contains: "its link stays chosen")
        await pty.press(.escape, .enter)
        _ = try await pty.waitUntil(contains: "The page on 1.")
        withExtendedLifetime(server) {}
    }

    @Test func `the next page is preloaded if the site's section says so, and any page by its address`()
        async throws
    {
        let server = server("<link rel=next href=/page/2><p>Page one")
        let site = try await Site.serving([:])
        try site.home.write(
            "{ \"sites\": { \"127.0.0.1\": { \"preload\": \"next\" } } }", to: "config/sonic/config.json5")
        let pty = try Pty(binary(named: "sonic"), [server.url()], environment: site.environment)
        #expect(await request(1, to: server) == "GET /page/2 HTTP/1.1")
        _ = try await pty.waitUntil(contains: "Loaded ahead: ")
        await pty.send(":preload \(server.url())x")
        await pty.press(.enter)
        #expect(await request(2, to: server) == "GET /x HTTP/1.1")
        withExtendedLifetime(server) {}
    }
}
