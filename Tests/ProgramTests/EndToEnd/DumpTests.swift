import TestSupport
import Testing

/// What `sonic dump` prints of files, errors and links.
@Suite struct DumpTests {
    private func dump(_ words: String..., in folder: TemporaryFolder) async throws -> Finished {
        try await run(
            binary(named: "sonic"), ["dump"] + words, environment: Site.environment(folder))
    }

    @Test(arguments: ["a.txt", "a.json", "a.c", "A.TXT"])
    func `a file with the extension of a text is printed as it is`(name: String) async throws {
        let folder = try TemporaryFolder()
        let text = "if a<b then x\n  and &amp; stays\n\n# last\n"
        let path = try folder.write(text, to: name)
        #expect(try await dump(path, in: folder).output == text)
        #expect(try await dump("--source", path, in: folder).output == text)
    }

    @Test func `a file without a known extension is a page, and so is standard input`() async throws {
        let folder = try TemporaryFolder()
        let page = "<p>one<p>two"
        let path = try folder.write(page, to: "page")
        #expect(try await dump(path, in: folder).output == "one\n\ntwo\n")
        let piped = try await run(
            "/bin/sh", ["-c", "\"$0\" dump - < \(path)", binary(named: "sonic")],
            environment: Site.environment(folder))
        #expect(piped.output == "one\n\ntwo\n")
    }

    @Test func `XML is a page if its root element is HTML, from a file and from a server`() async throws {
        let page =
            "<?xml version='1.0'?><html xmlns='http://www.w3.org/1999/xhtml'><title/><p>one<b/></p></html>"
        let data = "<?xml version='1.0'?>\n<list>a &amp; b</list>\n"
        let site = try await Site.serving(["a.xml": page, "b.xml": data])
        for (name, text) in [("a.xml", "one\n"), ("b.xml", data)] {
            #expect(try await dump(site.folder.path(name), in: site.folder).output == text)
            #expect(try await site.sonic("dump", site.address + "/" + name).output == text)
        }
    }

    @Test
    func `text without a known extension is printed as it is, and so is a text response without a type`()
        async throws
    {
        let folder = try TemporaryFolder()
        let text = "NOTES on it\n\n  call: it [-n] <some-name>\n        go on\n"
        let path = try folder.write(text, to: "NOTES")
        #expect(try await dump(path, in: folder).output == text)
        let piped = try await run(
            "/bin/sh", ["-c", "\"$0\" dump - < \(path)", binary(named: "sonic")],
            environment: Site.environment(folder))
        #expect(piped.output == text)
        for type in ["", "Content-Type: */*\r\n", "Content-Type: text\r\n"] {
            let server = RawServer([
                .readRequest,
                .send("HTTP/1.1 200 OK\r\n\(type)Content-Length: \(text.utf8.count)\r\n\r\n" + text),
            ])
            #expect(try await dump("--private", server.url(), in: folder).output == text, "\(type)")
        }
    }

    private static let markdown = "# Head\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n- [x] done\n"
    private static let feed = """
        <?xml version="1.0"?><rss version="2.0"><channel><title>Port</title><link>http://port.test/</link>
        <item><title>In</title><link>/1</link><pubDate>Mon, 01 Jan 2024 00:00:00 GMT</pubDate>
        <description>&lt;p&gt;A &lt;b&gt;ship&lt;/b&gt;&lt;/p&gt;</description></item></channel></rss>

        """

    @Test func `Markdown and feeds are printed as pages, from a file and from a server`()
        async throws
    {
        let site = try await Site.serving([
            "a.md": Self.markdown, "a.xml": Self.feed, "a.rss": Self.feed,
        ])
        for name in ["a.md", "a.xml", "a.rss"] {
            let (path, text) = (site.folder.path(name), name == "a.md" ? Self.markdown : Self.feed)
            let words =
                name == "a.md" ? ["Head", "[x] done"] : ["Port", "In", "2024-01-01 00:00 UTC", "A ship"]
            for told in [
                try await dump(path, in: site.folder).output,
                try await site.sonic("dump", site.address + "/" + name).output,
            ] {
                let lines = told.split(separator: "\n").map { $0.drop { "• ".contains($0) } }
                for word in words { #expect(lines.contains { $0 == word }, "\(name): \(told)") }
                #expect(!told.contains("|") && !told.contains("<"), "\(name): \(told)")
            }
            #expect(try await dump("--source", path, in: site.folder).output == text)
            #expect(try await dump("--type", "text", "--width", "200", path, in: site.folder).output == text)
        }
        let links = try await dump("--links", site.folder.path("a.rss"), in: site.folder).output
        #expect(links.contains("1. http://port.test/\n2. /1\n"))
    }

    @Test func `a given type overrides the name and the bytes`() async throws {
        let site = try await Site.serving(["a.txt": "*one* <b>two</b>\n", "b.html": "<p>one"])
        func text(_ type: String, _ name: String) async throws -> [String] {
            [
                try await dump("--type", type, site.folder.path(name), in: site.folder).output,
                try await site.sonic("dump", "--type", type, site.address + "/" + name).output,
            ]
        }
        #expect(try await text("markdown", "a.txt") == ["one two\n", "one two\n"])
        #expect(try await text("html", "a.txt") == ["*one* two\n", "*one* two\n"])
        #expect(try await text("text/csv", "b.html") == ["<p>one\n", "<p>one\n"])
        let wrong = try await dump("--type", "sound", site.folder.path("a.txt"), in: site.folder)
        #expect(wrong.status == .exited(2) && wrong.errors.contains("unknown type “sound”"))
    }

    @Test func `binary data is written to pipes, and not to a terminal`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write([0x7F, 0x45, 0x4C, 0x46, 0, 1, 2, 3], to: "program")
        #expect(try await dump(path, in: folder).status == .exited(0))
        let pty = try Pty(
            binary(named: "sonic"), ["dump", path], environment: Site.environment(folder), rows: 24,
            columns: 80)
        _ = try await pty.waitUntil(contains: "is not text (application/octet-stream)")
        #expect(try await pty.waitForExit() == .exited(1))
    }

    @Test func `a folder is printed as a list, and a data URL as its content`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("x", to: "in/a b.txt")
        try folder.write("<p>yz", to: "in/deep/<c>.html")
        let list = try await dump("--links", folder.path("in"), in: folder)
        #expect(list.status == .exited(0) && list.output.contains("deep/") && list.output.contains("a b.txt"))
        #expect(list.output.contains("/in/a%20b.txt\n") && list.output.contains("/in/deep/\n"))
        let file = try await dump("file://" + folder.path("in/deep") + "/%3Cc%3E.html", in: folder)
        #expect(file.output == "yz\n")
        #expect(try await dump("data:text/html,<p>one%20two", in: folder).output == "one two\n")
        let missing = try await dump("file://" + folder.path("none"), in: folder)
        #expect(missing.status == .exited(1) && missing.output.isEmpty)
        #expect(missing.errors.contains("none cannot be read: No such file or directory"))
    }

    @Test func `a redirect to a file or data URL is not followed`() async throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("secret", to: "a.txt")
        for target in ["file://" + path, "data:text/html,secret"] {
            let server = RawServer([
                .readRequest,
                .send("HTTP/1.1 302 Found\r\nLocation: \(target)\r\nContent-Length: 0\r\n\r\n"),
            ])
            let told = try await dump("--private", server.url(), in: folder)
            #expect(told.status == .exited(1) && !told.output.contains("secret"))
            #expect(told.errors.contains("is not followed"))
        }
    }

    @Test func `an error response is printed, with exit status 1`()
        async throws
    {
        let body = "<h1>Two mistakes</h1><p>Name it."
        let server = RawServer([
            .readRequest,
            .send(
                "HTTP/1.1 422 No\r\nContent-Type: text/html\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
                    + body),
        ])
        let folder = try TemporaryFolder()
        let told = try await dump("http://127.0.0.1:\(server.port)/", in: folder)
        #expect(told.output.contains("Two mistakes") && told.output.contains("Name it."))
        #expect(told.status == .exited(1) && told.errors.contains("422"))
    }

    @Test func `links are listed as absolute addresses`() async throws {
        let links = ["x.html", "../up", "", "?q", "#top", "//b.test/", "mailto:a@b.c", "http://[::1/"]
        let html = links.map { "<a href='\($0)'>to \($0)</a> " }.joined()
        let site = try await Site.serving(["d/a.html": html, "d/b.html": "<base href=/e/><a href=x>x</a>"])
        let listed = try await site.sonic("dump", "--links", site.address + "/d/a.html").output
        let at = site.address
        let expected = [
            "1. \(at)/d/x.html", "2. \(at)/up", "3. \(at)/d/a.html", "4. \(at)/d/a.html?q",
            "5. \(at)/d/a.html#top", "6. http://b.test/", "7. mailto:a@b.c", "8. http://[::1/",
        ]
        let lines = listed.split(separator: "\n").map { String($0) }
        #expect(lines.suffix(8) == expected[...])
        let based = try await site.sonic("dump", "--links", at + "/d/b.html").output
        #expect(based.contains("1. \(at)/e/x\n"))
        let file = try await site.sonic("dump", "--links", site.folder.path("d/a.html")).output
        #expect(file.contains("1. x.html\n") && file.contains("6. //b.test/\n"))
    }

    @Test func `queries of listed links use the page's encoding`() async throws {
        let links = ["/q?q=&#1055;&#1088;", "http://a.test/&#1055;?q=&#1055;#&#1055;", "/q?q=Pr"]
        let html = "<meta charset=windows-1251>" + links.map { "<a href='\($0)'>to</a> " }.joined()
        let server = RawServer([
            .readRequest,
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(html.utf8.count)\r\n\r\n"
                    + html),
            .awaitHangUp,
        ])
        let folder = try TemporaryFolder()
        let address = "http://127.0.0.1:\(server.port)"
        let listed = try await dump("--links", address + "/", in: folder).output
        let expected = [
            "1. \(address)/q?q=%CF%F0", "2. http://a.test/%D0%9F?q=%CF#%D0%9F", "3. \(address)/q?q=Pr",
        ]
        let lines = listed.split(separator: "\n").map { String($0) }
        #expect(lines.suffix(3) == expected[...])
        try folder.write(html, to: "a.html")
        let file = try await dump("--links", folder.path("a.html"), in: folder).output
        #expect(file.contains("2. http://a.test/%D0%9F?q=%CF#%D0%9F\n"))
    }

    @Test func `messages about failures do not mention the browser's keys`() async throws {
        let server = RawServer([.readRequest, .awaitHangUp])
        let folder = try TemporaryFolder()
        let address = "http://127.0.0.1:\(server.port)/"
        let late = try await dump("--timeout", "1", address, in: folder)
        #expect(late.errors.contains("; try again") && !late.errors.contains("with r"))
        let offline = try await dump("--offline", address, in: folder)
        #expect(offline.errors.contains("open it again when they are"))
    }
}
