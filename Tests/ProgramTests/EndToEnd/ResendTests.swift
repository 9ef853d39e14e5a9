import TestSupport
import Testing

/// Edited and resent requests: `e` on the real screen, `sonic get` with overrides, `sonic diff`.
@Suite struct ResendTests {
    private static let page = """
        <title>News</title><!--sonicdiff-a--><p>one<!--sonicdiff-a-end--><p>end
        """
    private static func page(_ words: String) -> String {
        "<title>News</title><!--sonicdiff-a--><p>\(words)<!--sonicdiff-a-end--><p>end"
    }

    /// A site whose page is stored in two versions.
    private func siteWithHistory() async throws -> Site {
        let site = try await Site.serving(["a.html": Self.page("one")])
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        try site.folder.write(Self.page("two words"), to: "a.html")
        #expect(try await site.get("/a.html").outcome == "dataUpdate")
        return site
    }

    // MARK: The command line

    @Test func `overrides get the server's response, and nothing is stored`() async throws {
        let site = try await siteWithHistory()
        let truth = try await site.get("/a.html", "--no-store")
        #expect(truth.outcome == "allCached" && truth.status == 304)
        let none = try await site.get("/a.html", "--override", "no-tags")
        #expect(none.status == 200, "\(none.reason)")
        let old = try await site.get("/a.html", "--override", "old-tags=1")
        #expect(old.outcome == "dataUpdate" && old.changedBlocks == ["a"], "\(old.reason)")
        #expect(try await site.get("/a.html", "--override", "old-tags").outcome == "dataUpdate")
        let wrong = try await site.get("/a.html", "--override", "wrong-tag")
        #expect(wrong.status == 200)
        let plain = try await site.get("/a.html", "--override", "no-tags", "--override", "no-accept-diff")
        #expect(plain.by == "client", "\(plain.reason)")
        // The options' former names are accepted and not documented.
        #expect(try await site.get("/a.html", "--aside").outcome == "allCached")
        #expect(try await site.get("/a.html", "--lie", "no-tags").status == 200)
        let help = try await site.sonic("get", "--help").output
        #expect(help.contains("--override") && !help.contains("--lie") && !help.contains("--aside"))
        // The stored page is unchanged.
        let list = try await site.sonic("cache", "list")
        #expect(list.output.contains("2 versions"), "\(list.output)")
        #expect(try await site.get("/a.html").outcome == "allCached")
    }

    @Test func `a HEAD request and the requests of a file are sent without storing`() async throws {
        let site = try await siteWithHistory()
        let head = try await site.sonic("get", "-I", site.address + "/a.html")
        let lines = head.output.split(separator: "\r\n")
        #expect(head.status == .exited(0) && lines.first == "HTTP/1.1 200 OK")
        #expect(
            lines.contains { $0.lowercased().hasPrefix("content-type: text/html") }
                && !head.output.contains("<p>"))
        for options in [["-X", "POST"], ["-d", "x"], ["-o", "file"]] {
            let refused = try await run(
                binary(named: "sonic"), ["get", "-I", site.address + "/a.html"] + options,
                environment: site.environment)
            #expect(refused.status == .exited(2), "\(options)")
        }

        let file = try site.home.write(
            "GET \(site.address)/a.html\nAccept: text/html\n\n### missing\nGET \(site.address)/b.html\n",
            to: "site.http")
        let first = try await site.sonic("get", "--request", file + "#1", "--print", "request")
        let sent = first.output.split(separator: "\r\n").map { $0.lowercased() }
        #expect(sent.first == "get /a.html http/1.1" && sent.contains("accept: text/html"))
        #expect(!sent.contains { $0.hasPrefix("if-none-match") || $0.hasPrefix("template-tag") })
        #expect(try await site.sonic("get", "--request", file + "#2").status == .exited(1))
        let several = try await site.sonic("get", "--request", file)
        #expect(
            several.status == .exited(2)
                && several.errors.contains("#1 GET \(site.address)/a.html, #2 missing"))
        #expect(try await site.sonic("get", "--request", file, site.address).status == .exited(2))
        #expect(try await site.sonic("get", "--request", "/nowhere.http").status == .exited(2))
        #expect(try await site.sonic("cache", "list").output.contains("2 versions"))
    }

    @Test func `the request is sent as edited`() async throws {
        let server = RawServer { _ in
            [
                .readRequest,
                .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi"),
            ]
        }
        let home = try TemporaryFolder()
        let sonic = try binary(named: "sonic")
        func get(_ options: String...) async throws -> Finished {
            try await run(sonic, ["get", server.url("/x")] + options, environment: Site.environment(home))
        }
        var events = server.events.makeAsyncIterator()
        func request() async -> [String] {
            while let event = await events.next() {
                if case .request(let bytes, _) = event {
                    return String(decoding: bytes, as: UTF8.self).components("\r\n")
                }
            }
            return []
        }
        let put = try await get(
            "--method", "PUT", "--body", "a=1", "--override", "encoding=br", "--without", "accept")
        #expect(put.status == .exited(0), "\(put.output)")
        #expect(put.output.contains("not stored"))
        #expect(put.output.contains("overrides: encoding br"))
        let sent = await request()
        #expect(sent.first == "PUT /x HTTP/1.1" && sent.last == "a=1")
        #expect(sent.contains("Accept-Encoding: br") && sent.contains("accept-diff: true"))
        #expect(!sent.contains { $0.lowercased().hasPrefix("accept:") })
        for (client, own) in [
            ("android", ["accept-diff: true", "If-None-Match:", "template-tag:", "method: GET"]),
            (
                "ios",
                ["accept-diff: true", "method: GET", "accept-Encoding: gzip", "accept-Language: zh-CN,zh;"]
            ),
        ] {
            _ = try await get("--as", client)
            // After the request line and Host, which is set by the connection.
            #expect(Array(await request().dropFirst(2).prefix(own.count)) == own)
        }
        let mistake = try await get("--override", "nonsense")
        #expect(mistake.status == .exited(2) && mistake.errors.contains("unknown override “nonsense”"))
    }

    @Test func `the response to any other method than GET is plain, and the reason is the method`()
        async throws
    {
        let server = RawServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 0\r\n\r\n")]
        }
        let home = try TemporaryFolder()
        func code(_ options: String...) async throws -> String? {
            let finished = try await run(
                binary(named: "sonic"), ["get", "--json", server.url("/x")] + options,
                environment: Site.environment(home))
            return try Answer(finished).reasonCode
        }
        #expect(try await code("--method", "PUT", "--body", "a=1") == "plain.post")
        #expect(try await code("--method", "HEAD") == "plain.post")
        #expect(try await code("--method", "OPTIONS") == "plain.post")
        #expect(try await code("--body", "a=1") == "plain.post")
    }

    @Test func `resent requests are not in the history`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        #expect(try await site.get("/a.html").outcome == "firstLoad")
        let aside = try await site.sonic("get", "--override", "no-tags", site.address + "/a.html")
        #expect(aside.status == .exited(0))
        let history = try await site.sonic("history", "--json")
        #expect(history.output.split(separator: "\n").count == 1, "\(history.output)")
        #expect(history.output.contains("firstLoad"))
        try await site.stop()
    }

    @Test func `two addresses are compared by headers and body`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one"), "b.html": Self.page("other")])
        let same = try await site.sonic("diff", site.address + "/a.html", site.address + "/a.html")
        #expect(same.status == .exited(0) && same.output.isEmpty, "\(same.output)")
        let diff = try await site.sonic("diff", site.address + "/a.html", site.address + "/b.html")
        #expect(diff.status == .exited(1))
        let lines = diff.output.components("\n")
        #expect(lines.contains("--- \(site.address)/a.html headers"))
        #expect(lines.contains { $0.hasPrefix("-") && $0.contains("<p>one") })
        #expect(lines.contains { $0.hasPrefix("+") && $0.contains("<p>other") })
        let list = try await site.sonic("cache", "list")
        #expect(!list.output.contains("a.html"))
    }

    // MARK: The screen

    private func browser(
        _ site: Site, _ options: [String] = [], editor: String? = nil
    ) async throws -> Pty {
        var environment = site.environment
        environment["EDITOR"] = editor
        return try Pty(
            binary(named: "sonic"), [site.address + "/a.html"] + options, environment: environment, rows: 30,
            columns: 100)
    }

    @Test func `a request is overridden, resent, compared and stored`() async throws {
        let site = try await siteWithHistory()
        let pty = try await browser(site)
        _ = try await pty.waitUntil(contains: "ALL CACHED")
        await pty.send("e")
        let form = try await pty.waitUntil(contains: "those of version 1")
        #expect(form.contains("▸  GET \(site.address)/a.html"))
        #expect(form.contains("accept-diff: true") && form.contains("1 [ ] no tags"))
        // The server has a third version now.
        try site.folder.write(Self.page("three"), to: "a.html")
        await pty.send("2")
        _ = try await pty.waitUntil(contains: "2 [x] old tags")
        await pty.press(.enter)
        let answer = try await pty.waitUntil(contains: "Response to the resent request")
        #expect(answer.contains("data update, code 200") && answer.contains("compared with stored version 1"))
        #expect(answer.contains("HTTP/1.1 200 OK"))
        await pty.send("G")
        _ = try await pty.waitUntil(contains: "304")
        // Nothing was stored.
        #expect(try await site.sonic("cache", "list").output.contains("2 versions"))
        await pty.send("e1\r")
        _ = try await pty.waitUntil(contains: "overrides: no tags")
        await pty.press(.alt("a"))
        _ = try await pty.waitUntil(contains: "┌ Comparison")
        await pty.send("qe1\r")
        _ = try await pty.waitUntil(contains: "overrides: no tags")
        await pty.send("w")
        _ = try await pty.waitUntil("the stored page") {
            $0.contains("Stored as version 3.") && $0.contains("three") && $0.contains("of an edited request")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `lines are changed, added and removed, and invalid ones can be corrected`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let pty = try await browser(site)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("ei")
        _ = try await pty.waitUntil(contains: "Method and address: GET ")
        await pty.press(.control("u"))
        await pty.send("HEAD\r")
        _ = try await pty.waitUntil(contains: "“HEAD” is not a valid address")
        await pty.press(.control("u"))
        await pty.send("HEAD \(site.address)/a.html\r")
        _ = try await pty.waitUntil(contains: "▸  HEAD \(site.address)/a.html")
        await pty.send("aX-Mine: 1\r")
        _ = try await pty.waitUntil(contains: "X-Mine: 1")
        await pty.send("jx")
        _ = try await pty.waitUntil("a header less") { !$0.contains("accept-diff: true") }
        await pty.press(.enter)
        let answer = try await pty.waitUntil(contains: "Response to the resent request")
        #expect(answer.contains("HEAD \(site.address)/a.html") && answer.contains("Body, 0 B"))
        await pty.send("w")
        _ = try await pty.waitUntil(contains: "This response has nothing to store")
    }

    @Test func `the whole request is edited in an editor`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let scripts = try TemporaryFolder()
        let editor = try scripts.write("sed -i 's/^Accept:.*/Accept: text\\/x-mine/' \"$1\"\n", to: "editor")
        let pty = try await browser(site, editor: "sh \(editor)")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("ee")
        let form = try await pty.waitUntil(contains: "Edited: Enter sends the request")
        #expect(form.contains("Accept: text/x-mine"))
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Response to the resent request")
        try scripts.write("echo nonsense > \"$1\"\n", to: "editor")
        await pty.send("ee")
        _ = try await pty.waitUntil(contains: "Not changed: line 1: “nonsense”")
    }

    @Test func `a request without a response can be cancelled`() async throws {
        let gate = Gate()
        let page = Self.page
        let server = RawServer { number in
            number == 0
                ? [
                    .readRequest,
                    .send(
                        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
                    ),
                    .send(page),
                ] : [.readRequest, .wait(gate)]
        }
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url("/a")], environment: Site.environment(home), rows: 30,
            columns: 100)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send("e")
        _ = try await pty.waitUntil(contains: "no older version is stored")
        await pty.press(.enter)
        _ = try await pty.waitUntil(contains: "Sending…")
        await pty.press(.escape)
        _ = try await pty.waitUntil(contains: "Cancelled.")
        gate.open()
        // The first one closes the overlay.
        await pty.press(.control("c"), .control("c"))
        let end = try await pty.waitForExit()
        #expect(end == .exited(0))
    }

    @Test func `two addresses are compared on the screen, and the title shows whose headers are sent`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one"), "b.html": Self.page("other")])
        let pty = try await browser(site, ["--as", "ios"])
        let first = try await pty.waitUntil(contains: "FIRST LOAD")
        #expect(first.rows[0].hasPrefix(" AS IOS "))
        await pty.press(.alt("a"))
        _ = try await pty.waitUntil(contains: "There are no two responses of this page yet: e sends")
        await pty.send(":compare \(site.address)/b.html\r")
        let diff = try await pty.waitUntil(contains: "page, source: 1 difference")
        #expect(diff.rows.contains { $0.contains("1+<title>") && $0.contains("<p>other") })
        await pty.send("q:compare http://127.0.0.1:1/\r")
        _ = try await pty.waitUntil(contains: "127.0.0.1:1")
        await pty.send("qq")
        #expect(try await pty.waitForExit() == .exited(0))
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
