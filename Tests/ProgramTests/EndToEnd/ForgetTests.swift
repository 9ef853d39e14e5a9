import FoundationEssentials
import TestSupport
import Testing

/// Forgetting pages, sites, the last hour and everything, with the real programs and a real server.
@Suite struct ForgetTests {
    private static let pages = [
        "a.html": "<title>A</title><link rel=stylesheet href=a.css><p>Page A",
        "b.html": "<title>B</title><p>Page B", "a.css": "p { color: red }",
    ]

    private func addresses(_ site: Site, _ words: String...) async throws -> [String] {
        let list = try await run(
            binary(named: "sonic"), ["cache", "list"] + words, environment: site.environment)
        return list.output.split(separator: "\n").compactMap { line in
            line.split(separator: " ").first { $0.hasPrefix("http") }.map(String.init)
        }
    }

    private func sessions(_ site: Site) async throws -> Int {
        try await site.sonic("history").output.split(separator: "\n").count
    }

    @Test func `a page is forgotten with its sessions, and the output counts what was removed`() async throws
    {
        let site = try await Site.serving(Self.pages)
        for path in ["/a.html", "/a.html", "/b.html"] { _ = try await site.get(path) }
        let told = try await site.sonic("forget", "page", site.address + "/a.html")
        #expect(told.status == .exited(0))
        #expect(told.output.hasPrefix("Removed 1 page, 1 version, 2 sessions, "))
        #expect(try await addresses(site) == [site.address + "/b.html"])
        #expect(try await sessions(site) == 1)
        let again = try await site.sonic("forget", "page", site.address + "/a.html")
        #expect(again.output == "There was nothing to forget.\n")
    }

    @Test func `a site is forgotten with its cookies, the last hour with its pages, accounts separately`()
        async throws
    {
        let site = try await Site.demo()
        let cookies = ["127.0.0.1", "other.example"].map { domain in
            #"{"name":"a","value":"1","domain":"\#(domain)","subdomains":false,"path":"/","expires":4102444800000,"#
                + #""created":1700000000000,"secure":false,"httpOnly":false}"#
        }
        let file = try site.home.write(
            #"{"version":1,"cookies":[\#(cookies.joined(separator: ","))]}"#,
            to: "state/sonic/default/cookies")
        for path in ["/clock", "/clock", "/static"] { _ = try await site.get(path) }
        _ = try await site.get("/clock", "--account", "ann")
        let told = try await site.sonic("forget", "site", "127.0.0.1")
        #expect(
            told.output.hasPrefix("Removed 2 pages, 3 versions, 3 sessions, 1 cookie, "), "\(told.output)")
        let left = try String(contentsOf: URL(filePath: file), encoding: .utf8)
        #expect(left.contains("other.example") && !left.contains("127.0.0.1"))
        #expect(try await addresses(site, "--account", "ann") == [site.address + "/clock"])
        #expect(try await sessions(site) == 0)
        let hour = try await site.sonic("forget", "hour", "--account", "ann")
        #expect(hour.output.contains("1 page, 1 version, 1 session"), "\(hour.output)")
        #expect(try await addresses(site, "--account", "ann") == [])
    }

    @Test
    func `the browser forgets everything after confirmation, including the page on the screen`()
        async throws
    {
        let site = try await Site.serving(Self.pages)
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: site.environment, rows: 24,
            columns: 80)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("\u{1B}d")
        _ = try await pty.waitUntil(contains: "Bookmarked")
        await pty.send(":forget all\r")
        _ = try await pty.waitUntil(contains: "Forget all pages, sessions, cookies and bookmarks?")
        await pty.send("y")
        let screen = try await pty.waitUntil(contains: "Removed 1 page, 1 version, 1 session")
        #expect(screen.contains("1 bookmark") && screen.contains("Page A"))
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(try await addresses(site) == [])
        #expect(try await sessions(site) == 0)
        #expect(try await site.sonic("unread").errors.contains("no bookmarks"))
        let start = try Pty(
            binary(named: "sonic"), [], environment: site.environment, rows: 24, columns: 80)
        let page = try await start.waitUntil(contains: "Press o")
        #expect(!page.contains("a.html"))
        await start.send("q")
        #expect(try await start.waitForExit() == .exited(0))
    }

    @Test func `invalid arguments are reported`() async throws {
        let site = try await Site.serving([:])
        for (words, message) in [
            ([], "forget takes page|site|hour|all"), (["everything"], "use page|site|hour|all"),
            (["page"], "page takes one URL: sonic forget page URL"), (["all", "x"], "all takes no arguments"),
        ] {
            let told = try await run(
                binary(named: "sonic"), ["forget"] + words, environment: site.environment)
            #expect(told.status == .exited(2), "\(words)")
            #expect(told.errors.contains(message), "\(words)")
        }
    }
}
