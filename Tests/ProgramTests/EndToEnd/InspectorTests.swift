import FoundationEssentials
import TestSupport
import Testing

/// Inspecting a session in the real browser, with real servers.
@Suite struct InspectorTests {
    private func browser(_ site: Site, _ words: [String], rows: Int = 24, columns: Int = 80) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    /// The text inside the inspector's border, without the line that contains the server's port.
    private func inside(_ screen: TestSupport.Screen, rows count: Int) -> String {
        let rows = screen.rows[2..<(2 + count)].map { row in
            var inside = row.drop { $0 == "│" }
            while let last = inside.last, last == "│" || last == " " { inside.removeLast() }
            return String(inside)
        }
        return rows.enumerated().filter { $0.offset != 1 }.map(\.element).joined(separator: "\n")
    }

    private static func harbour(_ day: String) -> String {
        "<title>Harbour</title><h1>Harbour</h1>\n"
            + "<!--sonicdiff-now--><p>Rain until \(day)</p><!--sonicdiff-now-end-->\n"
    }

    @Test func `an update is inspected: headers, body, template, blocks, page, timing and connection`()
        async throws
    {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        _ = try await site.get("/n.html")
        try site.folder.write(Self.harbour("Thursday"), to: "n.html")
        let pty = try browser(site, [site.address + "/n.html"])
        _ = try await pty.waitUntil(contains: "DATA UPDATE")
        await pty.send("I")
        let heads = try await pty.waitUntil(contains: "▸1 Headers")
        #expect(heads.contains("│ GET /n.html HTTP/1.1␍ "))
        #expect(heads.contains("│ accept-diff: true␍ "))
        #expect(heads.rows[3].contains("/n.html → 200 OK"))
        #expect(heads.rows[3].hasSuffix("raw, x: table │"))
        await pty.send("x")
        let table = try await pty.waitUntil(contains: "table, x: raw")
        #expect(table.contains("│ accept-diff              true "))
        #expect(table.contains("· servers use Sonic for requests with this header"))
        await pty.send("\\")
        let body = try await pty.waitUntil(contains: "▸2 Body")
        #expect(body.rows[3].contains("pretty, x: raw"))
        #expect(body.contains("│   \"data\": {"))
        #expect(body.contains("\"{now}\": \"<!--sonicdiff-now--><p>Rain until Thursday</p>"))
        await pty.send("x")
        let raw = try await pty.waitUntil(contains: "raw, x: hex")
        #expect(inside(raw, rows: 4).contains("\n {\"data\":{\"{"))
        await pty.send("3")
        let template = try await pty.waitUntil(contains: "▸3 Template")
        #expect(template.contains("│ {title}<h1>Harbour</h1> "))
        #expect(template.contains("│ {now} "))
        await pty.send("4")
        let blocks = try await pty.waitUntil(contains: "▸4 Blocks")
        #expect(
            inside(blocks, rows: 5) == """
                 1 Headers 2 Body 3 Template▸4 Blocks 5 Merged 6 Timing 7 Conn 8 Callback
                 2 blocks in a page of 110 B, 1 changed
                  1 title                            22 B at 0 to 22
                 ▌2 now                              70 B at 39 to 109, changed
                """)
        await pty.send("))")
        let block = try await pty.waitUntil(contains: "Block 2 of 2, now: 70 B at 39 to 109, changed")
        #expect(block.contains("│ <!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end--> "))
        await pty.send("5")
        let page = try await pty.waitUntil(contains: "▸5 Merged")
        #expect(page.contains("│ Merged page: stored version 1 with the data of the update, 110 B"))
        #expect(page.contains("│ <title>Harbour</title><h1>Harbour</h1> "))
        await pty.send("6")
        let times = try await pty.waitUntil(contains: "▸6 Timing")
        for name in ["cache", "wait", "receive", "verify", "store", "painted"] {
            #expect(times.rows.contains { $0.hasPrefix("│ \(name) ") && $0.contains(" ms ") }, "\(name)")
        }
        await pty.send("7")
        let connection = try await pty.waitUntil(contains: "▸7 Conn")
        #expect(connection.contains("│ protocol     HTTP/1.1 "))
        #expect(connection.contains("│ opened       for this request "))
        #expect(connection.contains("│ TLS          none: the connection is not encrypted "))
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("Inspector") && $0.contains("Thursday") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `an encoded body has two sizes, and is printed either way`() async throws {
        let page = "<title>Long</title>\n" + String(repeating: "<p>the same words again</p>\n", count: 200)
        let site = try await Site.serving(["long.html": page])
        let url = site.address + "/long.html"
        let pty = try browser(site, ["--private", url])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\\")
        let body = try await pty.waitUntil(contains: "▸2 Body")
        #expect(body.rows[4].contains(" on the wire ("))
        #expect(body.rows[4].contains("), 5,620 B decoded"))
        #expect(body.contains("│ <p>the same words again</p> "))
        await pty.send("xxx")
        let wire = try await pty.waitUntil(contains: "wire, x: highlighted")
        #expect(wire.contains("│ 00000000: "))
        let decoded = try await site.sonic("get", "--private", "--print", "body", url)
        #expect(decoded.output == page)
        let coded = try await site.sonic("get", "--private", "--print", "wire", url)
        #expect(coded.status == .exited(0) && coded.outputBytes.count < 1000)
        let asked = try await site.sonic("get", "--private", "--print", "request", url)
        #expect(asked.output.hasPrefix("GET /long.html HTTP/1.1\r\nHost: "))
        #expect(asked.output.hasSuffix("\r\n\r\n"))
    }

    @Test(arguments: [(24, 80), (60, 200)])
    func `a text is searched for in headers, body and bytes`(rows: Int, columns: Int) async throws {
        let lines = (1...9000).map { "<p>line \($0)\($0 % 1000 == 0 ? " has a Boat" : "")</p>\n" }.joined()
        let site = try await Site.serving(["boats.html": lines])
        let pty = try browser(site, [site.address + "/boats.html"], rows: rows, columns: columns)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\\/a boat")
        let found = try await pty.waitUntil("the first match") {
            $0.contains("<p>line 1000 has a Boat</p>") && $0.contains("1 of 9")
        }
        #expect(found.rows[rows - 1].hasPrefix(" /a boat"))
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "1 of 9: a boat")
        await pty.send("N")
        _ = try await pty.waitUntil("the last match") {
            $0.contains("<p>line 9000 has a Boat</p>") && $0.contains("9 of 9, continued at the end: a boat")
        }
        await pty.send("x")
        _ = try await pty.waitUntil(contains: "raw, x: ")
        await pty.send("x")
        _ = try await pty.waitUntil(contains: "hex, x: ")
        await pty.send("/6c69 6e65 2039\r")
        let bytes = try await pty.waitUntil(contains: "1 of ")
        #expect(bytes.contains("line 9"))
        await pty.send("1/content-length\r")
        _ = try await pty.waitUntil("the header") {
            $0.contains("▸1 Headers") && $0.contains("1 of 1: content-length")
        }
        // The first Esc clears the highlighting; a key right after Esc would be read as Alt with it.
        await pty.press(.escape)
        _ = try await pty.waitUntil("the marks gone") { $0.contains("Esc close") && $0.contains("Inspector") }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("Inspector") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `while a watch polls, the inspector says when its session is not the newest`()
        async throws
    {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        let pty = try browser(site, [site.address + "/n.html"])
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send(":watch 1s\r")
        _ = try await pty.waitUntil(contains: "watching every")
        await pty.send("\\")
        _ = try await pty.waitUntil(contains: "▸2 Body")
        let earlier = try await pty.waitUntil(contains: " Inspector: an earlier session, . shows the newest ")
        #expect(earlier.contains("▸2 Body"))
        try site.folder.write(Self.harbour("Thursday"), to: "n.html")
        // The newest session contains the change once the watch has polled again.
        while !(await pty.screen.contains("Thursday")) {
            await pty.send(".")
            _ = try await pty.waitUntil("the newest, or one that is newer still") {
                $0.contains("Thursday") || $0.contains("an earlier session")
            }
        }
        await pty.press(.escape)
        _ = try await pty.waitUntil("the page again") { !$0.contains("Inspector") }
        await pty.send("wq")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a large body can be scrolled to its end and back`() async throws {
        let lines = (1...12_000).map { "<p>line \($0) of many that are all alike</p>\n" }.joined()
        let site = try await Site.serving(["large.html": lines])
        let pty = try browser(site, [site.address + "/large.html"], rows: 30, columns: 100)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\\")
        _ = try await pty.waitUntil(contains: "│ <p>line 1 of many that are all alike</p> ")
        await pty.send("G")
        _ = try await pty.waitUntil(contains: "│ <p>line 12000 of many that are all alike</p> ")
        _ = try await pty.waitUntil(contains: " 12000/12000 ┐")
        await pty.send("b")
        _ = try await pty.waitUntil(contains: "line 11960 of many")
        await pty.send("g")
        _ = try await pty.waitUntil(contains: "│ <p>line 1 of many")
    }

    @Test func `a page shown without a request says so, and is shown from the cache`() async throws {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        _ = try await site.get("/n.html")
        try await site.stop()
        let pty = try browser(site, ["--offline", site.address + "/n.html"], rows: 14, columns: 60)
        _ = try await pty.waitUntil(contains: "Rain until Wednesday")
        await pty.send("I")
        let heads = try await pty.waitUntil(contains: "▸1 Headers")
        #expect(heads.contains("│ No request ") && heads.contains("│ No request was made: "))
        await pty.send("5")
        let page = try await pty.waitUntil(contains: "▸5 Merged")
        #expect(page.contains("│ The page: stored version 1, "))
        #expect(page.contains("<p>Rain until Wednesday</p>"))
    }

    @Test func `protocol, cipher, certificate and verification of a TLS connection are shown`()
        async throws
    {
        let server = try await TLSServer()
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), ["--insecure", server.address], environment: Site.environment(home),
            rows: 30,
            columns: 100)
        _ = try await pty.waitUntil(contains: "checked ")
        await pty.send("I7")
        // The last line of the overlay means that all of it is drawn.
        let screen = try await pty.waitUntil("the connection") {
            $0.contains("▸7 Connection") && $0.contains("Tab view")
        }
        #expect(screen.rows.contains { $0.hasPrefix("│ TLS          TLSv1.3 / TLS_") })
        #expect(screen.contains("│ for          CN=localhost "))
        #expect(screen.contains("│ issued by    CN=localhost "))
        #expect(screen.rows.contains { $0.hasPrefix("│ valid until  ") && $0.contains("GMT") })
        #expect(screen.rows.contains { $0.hasPrefix("│ checked      result: self") })
        let told = try await run(
            binary(named: "sonic"),
            ["get", "--json", "--private", "--cacert", server.certificate, server.address],
            environment: Site.environment(home))
        let answer = try JSONDecoder().decode(Requests.self, from: Data(told.outputBytes))
        #expect(answer.requests.first?.certificate?.subject == "CN=localhost")
        #expect(answer.requests.first?.certificate?.verdict == "ok.")
        #expect(answer.requests.first?.timings?["securing"] != nil)
    }

    /// The part of each request in `sonic get --json` that is read here.
    private struct Requests: Decodable {
        struct Request: Decodable {
            var certificate: Certificate?
            var timings: [String: Double]?
        }

        struct Certificate: Decodable {
            var subject: String
            var verdict: String
        }

        var requests: [Request]
    }
}
