import TestSupport
import Testing

/// What `y` and `Y` send to a real terminal.
@Suite struct CopyTests {
    @Test func `everything in the copy menu is sent to the terminal as Base64`() async throws {
        let page = "<title>News</title>\n<p>x\n<!--sonicdiff-a-->one<!--sonicdiff-a-end-->\n"
        let site = try await Site.serving(["a.html": page])
        let url = site.address + "/a.html"
        let pty = try Pty(
            binary(named: "sonic"), [url, "-H", "Cookie: a=hidden"], environment: site.environment, rows: 30,
            columns: 120)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        let keys = [
            ("yy", "The address was copied"), ("yc", "The request for curl was"), ("yh", "The headers were"),
            ("yb", "The block “a” was"), ("yx", "The session explained was"),
            ("Y", "The request for curl was"),
        ]
        for (key, words) in keys {
            await pty.send(key)
            _ = try await pty.waitUntil(contains: words)
        }
        let copied = Clipboard.texts(in: await pty.output)
        try #require(copied.count == keys.count)
        #expect(copied[0] == url)
        #expect(copied[1].hasPrefix("curl --noproxy '*' '\(url)' -H '") && copied[1] == copied[5])
        #expect(copied[2].hasPrefix("GET /a.html HTTP/1.1\n") && copied[2].contains("\n\nHTTP/1.1 200 OK\n"))
        #expect(copied[3] == "<!--sonicdiff-a-->one<!--sonicdiff-a-end-->")
        #expect(copied[4].hasPrefix("\(url): first load, code 1000\n"))
        #expect(copied[4].contains("\nBody, \(page.utf8.count) bytes, text/html"))
        #expect(copied.allSatisfy { !$0.contains("hidden") })
        #expect(copied[1].contains("Cookie: a=***") && copied[4].contains("  Cookie: a=***"))
    }
}
