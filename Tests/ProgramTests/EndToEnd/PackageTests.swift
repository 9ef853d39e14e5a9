import TestSupport
import Testing

@Suite struct PackageTests {
    /// A site that serves a folder, with the folder imported as the package `news`.
    private static func site() async throws -> Site {
        let site = try await Site.serving([
            "app/index.html": "<link rel=stylesheet href=p.css><p>version one<p><a href=more.html>more</a>",
            "app/p.css": "p {}",
        ])
        let base = site.address + "/app/"
        let folder = site.folder.path("app")
        let made = try await site.sonic(
            "package", "make", folder, site.home.path("news.tar.gz"), "--name", "news", "--base", base,
            "--updates",
            base + "manifest.json")
        #expect(made.output == "news 1  2 files, 79 bytes  for \(base)  from \(base)manifest.json\n")
        #expect(made.errors == "")
        let imported = try await site.sonic("package", "import", site.home.path("news.tar.gz"))
        #expect(imported.output == made.output)
        #expect(imported.errors == "")
        return site
    }

    @Test func `a package is served without its server, under both its addresses`() async throws {
        let site = try await Self.site()
        try await site.stop()
        #expect(try await site.sonic("dump", "package://news/").output == "version one\n\nmore\n")
        let online = try await site.sonic("get", site.address + "/app/")
        #expect(online.output.contains("\n  answered by: package\n"))
        #expect(online.output.contains("note: package news, version 1, answered with index.html\n"))
        #expect(online.status == .exited(0))
    }

    @Test func `packages are served with --offline too, without any request`() async throws {
        let site = try await Self.site()
        let folder = site.folder.path("app")
        try site.folder.write("<p>version two", to: "app/index.html")
        _ = try await site.sonic("package", "make", folder)
        for address in ["package://news/", site.address + "/app/"] {
            for _ in 0..<2 {
                let dump = try await site.sonic("dump", "--offline", address)
                #expect(dump.output == "version one\n\nmore\n", "no newer version is fetched")
            }
        }
        let lacking = try await site.sonic("get", "--offline", "package://news/other.html")
        #expect(lacking.status == .exited(1))
        #expect(lacking.output.contains("the request was not sent (offline, nothing is requested)"))
        let pty = try Pty(
            binary(named: "sonic"), ["--offline", site.address + "/app/"], environment: site.environment,
            rows: 30, columns: 120)
        _ = try await pty.waitUntil("the package's page") {
            $0.contains("version one") && $0.contains("via package")
        }
        await pty.send("o" + site.address + "/elsewhere")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "This page is not stored")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        try await site.stop()
    }

    @Test func `a package is imported from an address, and the downloaded archive is removed`() async throws {
        let site = try await Self.site()
        #expect(try await site.sonic("package", "remove", "news").status == .exited(0))
        try site.folder.write(try #require(site.home.read("news.tar.gz")), to: "news.tar.gz")
        var environment = site.environment
        environment["TMPDIR"] = site.home.path
        let before = site.home.names.filter { $0.contains("sonic-package") }
        let ended = try await run(
            binary(named: "sonic"), ["package", "import", site.address + "/news.tar.gz"],
            environment: environment)
        #expect(ended.status == .exited(0) && ended.output.hasPrefix("news 1  2 files"), "\(ended.errors)")
        for (address, words) in [("/none.tar.gz", "404"), ("/app/p.css", "")] {
            let refused = try await run(
                binary(named: "sonic"), ["package", "import", site.address + address],
                environment: environment)
            #expect(refused.status == .exited(1) && refused.errors.contains(words), "\(refused.errors)")
        }
        #expect(site.home.names.filter { $0.contains("sonic-package") } == before)
        #expect(try await site.sonic("package", "list").output.hasPrefix("news 1"))
    }

    @Test func `a file missing from the package is fetched from its online address`() async throws {
        let site = try await Self.site()
        try site.folder.write("<p>more of it", to: "app/more.html")
        let missing = try await site.sonic("get", "gc://news/more.html")
        #expect(missing.output.contains("  302 from gc://news/more.html\n"))
        #expect(
            missing.output.contains(
                "note: package news, version 1, has no more.html; requested online\n"))
        #expect(try await site.sonic("dump", "package://news/more.html").output == "more of it\n")
    }

    @Test func `the next version is fetched in the background and shown next time`() async throws {
        let site = try await Self.site()
        let folder = site.folder.path("app")
        try site.folder.write("<p>version two", to: "app/index.html")
        #expect(try await site.sonic("package", "make", folder).output.hasPrefix("news 2  2 files"))
        #expect(
            try await site.sonic("dump", "--private", "package://news/").output == "version one\n\nmore\n")
        #expect(try await site.sonic("dump", "--private", "package://news/").output == "version two\n")

        try site.folder.write("<p>version three", to: "app/index.html")
        _ = try await site.sonic("package", "make", folder)
        #expect(try await site.sonic("package", "update").output == "news updated 2 → 3, 1 file fetched\n")
        #expect(try await site.sonic("package", "update", "news").output == "news 3 is the newest\n")
        #expect(try await site.sonic("package", "list").output.hasPrefix("news 3  2 files"))
        #expect(try await site.sonic("package", "list", "--json").output.contains("\"version\": 3"))
        #expect(try await site.sonic("package", "remove", "news").status == .exited(0))
        #expect(try await site.sonic("package", "list").output == "")
    }

    @Test func `a page of a package is browsed like any other`() async throws {
        let site = try await Self.site()
        try site.folder.write("<p>from the server", to: "app/more.html")
        let pty = try Pty(
            binary(named: "sonic"), ["package://news/"], environment: site.environment, rows: 30, columns: 120
        )
        _ = try await pty.waitUntil("the package") {
            $0.contains("version one") && $0.contains("more") && $0.contains("FIRST LOAD via package")
        }
        await pty.press(.tab, .enter)
        _ = try await pty.waitUntil(contains: "from the server")
        await pty.send("B")
        _ = try await pty.waitUntil(contains: "version one")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}
