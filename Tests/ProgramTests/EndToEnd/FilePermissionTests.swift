import FoundationEssentials
import TestSupport
import Testing

/// Permissions of the files that the programs create.
@Suite struct FilePermissionTests {
    private static let page =
        "<title>N</title><link rel=stylesheet href=s.css><h1>Harbour</h1>"
        + "<!--sonicdiff-a--><p>calm</p><!--sonicdiff-a-end-->"

    /// Files for others to read: a report for CI, a package to be served.
    private static let shared: Set<String> = ["junit.xml", "news.tar.gz"]

    @Test(arguments: ["000", "022", "077"])
    func `files and folders are private to their owner, whatever the umask`(_ mask: String) async throws {
        let site = try await Site.serving(["a.html": Self.page, "s.css": "p {}"])
        let url = site.address + "/a.html"
        let home = site.home
        // A persistent cookie, so that the file of cookies is created.
        let lasting = RawServer([
            .readRequest,
            .send("HTTP/1.1 200 OK\r\nSet-Cookie: a=b; Max-Age=9999\r\nContent-Length: 0\r\n\r\n"),
        ])
        func under(_ program: String, _ words: [String]) throws -> [String] {
            ["-c", "umask \(mask); exec \"$0\" \"$@\"", try binary(named: program)] + words
        }
        for words in [
            ["get", url, "--har", home.path("session.har"), "--log", home.path("log")],
            ["check", url, "--junit", home.path("junit.xml")],
            [
                "package", "make", site.folder.path, home.path("news.tar.gz"), "--name", "news", "--base",
                "http://elsewhere.example/",
            ],
            ["package", "import", home.path("news.tar.gz")],
            ["get", "--account", "ann", url], ["get", lasting.url()], ["cache", "prune"],
        ] {
            let ended = try await run("/bin/sh", under("sonic", words), environment: site.environment)
            #expect(ended.status != .exited(2) && ended.status != .killed(9), "\(words): \(ended.errors)")
        }
        try await browse(url, under("sonic", ["--log", home.path("log")]), site)
        let recording = try Program(
            "/bin/sh",
            under(
                "sonic-server",
                [
                    "serve", site.folder.path, "--listen", "127.0.0.1:0", "--record", home.path("recording"),
                ]),
            environment: site.environment)
        let served = try await recording.line(beginning: "listening on ")
        _ = try await run(
            "/bin/sh", under("sonic", ["get", served + "/a.html"]), environment: site.environment)
        await recording.signal(15)
        _ = try await recording.finish()

        let modes = try Self.modes(below: home.path)
        for (path, mode) in modes {
            let name = path.split(separator: "/").last.map(String.init) ?? ""
            switch mode {
            case .folder(let bits): #expect(bits == 0o700, "\(path)")
            case .file(let bits) where Self.shared.contains(name): #expect(bits & 0o133 == 0, "\(path)")
            case .file(let bits): #expect(bits == 0o600, "\(path)")
            }
        }
        // Each kind of file was created.
        let names = Set(modes.map { $0.path.split(separator: "/").last.map(String.init) ?? "" })
        for name in [
            "html", "temp", "data", "cfg", "current", "lock", "read", "pin", "bookmarks", "sessions",
            "cookies", "tabs",
            "arrangement", "theme", "session.har", "own.har", "page.html", "log", "recording", "junit.xml",
            "news.tar.gz",
        ] { #expect(names.contains(name), "\(name) is not among \(names.sorted())") }
    }

    /// Makes the browser write its files: pages, tabs, choices, exports.
    private func browse(_ url: String, _ words: [String], _ site: Site) async throws {
        let pty = try Pty("/bin/sh", words, environment: site.environment, rows: 30, columns: 120)
        // Tabs are saved only by a browser that was started without an address.
        try await pty.waitUntil(contains: "Type an address")
        await pty.send("o\(url)\r")
        try await pty.waitUntil("the page") { $0.contains("Harbour") && $0.contains("ALL CACHED") }
        await pty.send("p")
        try await pty.waitUntil(contains: "kept offline")
        await pty.send("v")
        try await pty.waitUntil(contains: "Layout ")
        await pty.send("t")
        try await pty.waitUntil(contains: "Theme ")
        for (keys, name) in [("xs", "own.har"), ("xh", "page.html")] {
            await pty.send(keys)
            try await pty.waitUntil(contains: "File for ")
            await pty.press(.control("u"))
            await pty.send(site.home.path(name) + "\r")
            try await pty.waitUntil(contains: "Saved ")
        }
        await pty.send("V")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    private enum Mode {
        case folder(Int)
        case file(Int)
    }

    /// The kind and the permission bits of everything below a folder.
    private static func modes(below path: String) throws -> [(path: String, mode: Mode)] {
        try FileManager.default.subpathsOfDirectory(atPath: path).map { name in
            let facts = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
            let bits = try #require(facts[.posixPermissions] as? Int)
            let isFolder = facts[.type] as? FileAttributeType == .typeDirectory
            return (name, isFolder ? .folder(bits) : .file(bits))
        }
    }
}
