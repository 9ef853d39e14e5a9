import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// The screens for server developers on plain and wide terminals, row by row (docs/guide/debugging.md).
@Suite struct WorkbenchTests {
    private static func harbour(_ day: String, style: String = "plain") -> String {
        "<title>Harbour</title><body class=\(style)><h1>Harbour</h1>\n"
            + "<!--sonicdiff-now--><p>Rain until \(day)</p><!--sonicdiff-now-end-->\n"
            // Enough text around the block for an update to be smaller than the page.
            + String(repeating: "<p>always the same\n", count: 30)
    }

    private func browser(_ site: Site, _ words: [String], rows: Int, columns: Int) throws -> Pty {
        try Pty(binary(named: "sonic"), words, environment: site.environment, rows: rows, columns: columns)
    }

    /// The words of rows, without borders, runs of blanks and the server's port.
    private func words(_ screen: TestSupport.Screen, _ rows: ClosedRange<Int>, of site: Site) -> [String] {
        screen.rows[rows].map { row in
            row.replacing(site.address, with: "http://SITE").split { $0 == " " || $0 == "│" }
                .joined(separator: " ")
        }
    }

    @Test func `a wide terminal shows an update's changes next to the page, and the inspector`()
        async throws
    {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        _ = try await site.get("/n.html")
        try site.folder.write(Self.harbour("Thursday"), to: "n.html")
        let pty = try browser(site, [site.address + "/n.html"], rows: 60, columns: 200)
        let panes = try await pty.waitUntil("the update with its diff") {
            $0.contains("DATA UPDATE") && $0.contains("+ Rain until Thursday")
        }
        #expect(panes.contains("- Rain until Wednesday") && panes.contains("▌Rain until Thursday"))
        #expect(panes.rows.contains { $0.contains("▶data update◀") })
        await pty.send("I4")
        let blocks = try await pty.waitUntil(contains: "▸4 Blocks")
        #expect(
            words(blocks, 2...6, of: site) == [
                "1 Headers 2 Body 3 Template ▸4 Blocks 5 Merged 6 Timing 7 Connection 8 Callback",
                "Request: GET http://SITE/n.html → 200 OK",
                "2 blocks in a page of 698 B, 1 changed",
                "1 title 22 B at 0 to 22",
                "▌2 now 70 B at 57 to 127, changed",
            ])
        await pty.send("5/thursday\r")
        let page = try await pty.waitUntil(contains: "1 of 1: thursday")
        #expect(
            page.rows[4].contains("Merged page: stored version 1 with the data of the update, 698 B, SHA-1 "))
        #expect(
            page.rows[6].contains("<!--sonicdiff-now--><p>Rain until Thursday</p><!--sonicdiff-now-end-->"))
        await pty.send("q")
        _ = try await pty.waitUntil("the panes again") { !$0.contains("Inspector") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    // MARK: Intercepted and edited responses

    /// The outcome of the edited response.
    enum Said: String, CaseIterable, Sendable {
        case firstLoad = "FIRST LOAD"
        case dataUpdate = "DATA UPDATE"
        case templateChange = "TEMPLATE CHANGE"
        case allCached = "ALL CACHED"
    }

    /// The edited response, as a server would send it.
    private func answer(_ said: Said) -> String {
        let page = Self.harbour("Friday", style: said == .dataUpdate ? "plain" : "wide")
        let bytes = Array(page.utf8)
        let tag = Hashes.nettle.sha1(PageSplit(html: bytes).templateBytes(of: bytes))
        let hash = Hashes.nettle.sha1(bytes)
        func head(_ change: String) -> String {
            "HTTP/1.1 200 OK\nContent-Type: text/html\nEtag: \(hash)\ntemplate-tag: \(tag)\n"
                + "template-change: \(change)\nCache-Offline: true\n\n"
        }
        switch said {
        case .firstLoad, .templateChange: return head("true") + page
        case .dataUpdate:
            let json: JSONValue = [
                "data": [
                    "{title}": "<title>Harbour</title>",
                    "{now}": "<!--sonicdiff-now--><p>Rain until Friday</p><!--sonicdiff-now-end-->",
                ],
                "diff": "", "template-tag": .string(tag), "html-sha1": .string(hash),
            ]
            return head("false") + json.text() + "\n"
        case .allCached: return "HTTP/1.1 304 Not Modified\n\n"
        }
    }

    @Test(arguments: Said.allCases)
    func `an edited response has the same outcome as if the server had sent it`(said: Said) async throws {
        let site = try await Site.serving(["n.html": Self.harbour("Wednesday")])
        if said != .firstLoad { _ = try await site.get("/n.html") }
        // To become “all cached”, the intercepted response has to be an update.
        if said == .allCached { try site.folder.write(Self.harbour("Thursday"), to: "n.html") }
        let scripts = try TemporaryFolder()
        let text = try scripts.write(answer(said), to: "answer")
        var environment = site.environment
        environment["TMPDIR"] = scripts.path
        environment["EDITOR"] = "sh \(try scripts.write("cat \(text) > \"$1\"\n", to: "editor"))"
        let pty = try Pty(
            binary(named: "sonic"), [], environment: environment, rows: 24, columns: 80)
        _ = try await pty.waitUntil(contains: "q quit")
        await pty.send("i\r")
        _ = try await pty.waitUntil(contains: "Intercepting responses.")
        await pty.send("o\u{15}\(site.address)/n.html\r")
        let held = try await pty.waitUntil(contains: "intercepted for")
        #expect(held.rows[0].hasPrefix(" INTERCEPTED 1 "))
        await pty.send("E")
        _ = try await pty.waitUntil(contains: "Edited: a forwards it.")
        await pty.send("a")
        let shown = try await pty.waitUntil(contains: "\(said.rawValue) edited by hand")
        #expect(shown.contains("Rain until \(said == .allCached ? "Wednesday" : "Friday")"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        let stored = try await site.sonic("cache", "show", site.address + "/n.html", "merged")
        #expect(stored.output.contains("Rain until \(said == .allCached ? "Wednesday" : "Friday")"))
    }

    // MARK: On a terminal without the browser

    @Test func `explanation, clients and check are readable on a terminal`() async throws {
        let site = try await Site.demo()
        func screen(_ words: [String], rows: Int, columns: Int) async throws -> TestSupport.Screen {
            let pty = try browser(site, words, rows: rows, columns: columns)
            #expect(try await pty.waitForExit() == .exited(0))
            return await pty.screen
        }
        _ = try await site.get("/clock")
        let told = try await screen(["get", "--explain", site.address + "/clock"], rows: 120, columns: 200)
        for step in ["Cached", "Asked", "Answered", "Classified", "Verified", "Decided", "Stored"] {
            #expect(told.rows.contains(step), "\(step)")
        }
        let phones = try await screen(["get", "--clients", site.address + "/clock"], rows: 24, columns: 80)
        #expect(phones.contains("  iOS has the same page") && phones.contains("  Android has the same page"))
        let check = try await screen(["check", site.address + "/static"], rows: 60, columns: 200)
        #expect(check.contains("ok 1 - complete: Each request gets a response, received in full"))
        #expect(
            check.contains(
                "ok 22 - update-sha1: The merged page has the SHA-1 that `html-sha1` names, in lower"))
        #expect(check.contains("# 32 rules met, 0 broken"))
    }
}
