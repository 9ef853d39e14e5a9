import FoundationEssentials
import SonicProtocol
import SystemLibraries
import TestSupport
import Testing

/// Responses written or edited by hand, with the real programs.
@Suite struct InterceptTests {
    private static let filler = (0..<40).map { "<p>always the same \($0)\n" }.joined()

    private static func page(_ block: String, class name: String = "plain") -> String {
        "<title>News</title><body class=\(name)>\n<h1>News</h1>\n<!--sonicdiff-a--><p>\(block)"
            + "<!--sonicdiff-a-end-->\n" + filler
    }

    /// A server's response with the full page, as a file of HTTP.
    private static func whole(_ page: String) -> String {
        let bytes = Array(page.utf8)
        let split = PageSplit(html: bytes)
        return """
            HTTP/1.1 200 OK
            Content-Type: text/html
            Etag: \(Hashes.nettle.sha1(bytes))
            template-tag: \(Hashes.nettle.sha1(split.templateBytes(of: bytes)))
            template-change: true
            Cache-Offline: true
            Content-Length: 1

            \(page)
            """
    }

    /// A server's data update for another version with the same template.
    private static func update(_ block: String) -> String {
        let bytes = Array(page(block).utf8)
        let split = PageSplit(html: bytes)
        let (tag, hash) = (Hashes.nettle.sha1(split.templateBytes(of: bytes)), Hashes.nettle.sha1(bytes))
        let json: JSONValue = [
            "data": [
                "{title}": "<title>News</title>",
                "{a}": .string("<!--sonicdiff-a--><p>\(block)<!--sonicdiff-a-end-->"),
            ],
            "diff": "", "template-tag": .string(tag), "html-sha1": .string(hash),
        ]
        return """
            HTTP/1.1 200 OK
            Content-Type: text/html
            Etag: \(hash)
            template-tag: \(tag)
            template-change: false
            Cache-Offline: true

            \(json.text())

            """
    }

    @Test func `responses from files lead to each of the four outcomes, without a server`() async throws {
        let site = try await Site.serving([:])
        let files = try TemporaryFolder()
        try await site.stop()
        let turns = [
            ("firstLoad", Self.whole(Self.page("one")), "one"), ("dataUpdate", Self.update("two"), "two"),
            ("templateChange", Self.whole(Self.page("two", class: "wide")), "wide"),
            ("allCached", "HTTP/1.1 304 Not Modified\n\n", "wide"),
        ]
        for (outcome, text, word) in turns {
            let file = try files.write(Array(text.utf8), to: outcome)
            let answer = try await site.get("/a.html", "--respond", file)
            #expect(answer.outcome == outcome, "\(answer.reason)")
            #expect(answer.edited.map(\.what) == ["answer"] && answer.edited.first?.original == nil)
            #expect(answer.edited.first?.words.isEmpty == false)
            let merged = try await site.sonic("cache", "show", site.address + "/a.html", "merged")
            #expect(merged.output.contains(word))
        }
        let shown = try await site.sonic("cache", "show", site.address + "/a.html").output
        #expect(shown.split(separator: "\n").count { $0.hasSuffix("edited by hand") } == 3)
        #expect(try await site.sonic("cache", "list").output.contains("edited by hand"))
        let told = try await site.sonic("get", "--respond", files.path("allCached"), site.address + "/a.html")
        #expect(told.output.contains("\n  edited: "))
        #expect(told.output.contains("answered by: intercept"))
    }

    @Test func `an error in a file is reported with its line, and nothing is requested`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let files = try TemporaryFolder()
        let file = try files.write(Array("HTTP/1.1 200 OK\nEtag a\n\n".utf8), to: "answer")
        let told = try await site.sonic("get", "--respond", file, site.address + "/a.html")
        #expect(told.status == .exited(1) && told.output.isEmpty)
        #expect(told.errors.contains("\(file):2: “Etag a” is not a valid header: write NAME: VALUE"))
        let missing = try await site.sonic("get", "--respond", files.path("none"), site.address + "/a.html")
        #expect(missing.errors.contains("none cannot be read: No such file or directory"))
    }

    @Test func `responses of servers are not marked, and a request beyond the files goes to the server`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let files = try TemporaryFolder()
        let file = try files.write(
            Array("HTTP/1.1 302 Found\nLocation: \(site.address)/a.html#x\n\n".utf8), to: "answer")
        let answer = try await site.get("/b.html", "--respond", file)
        #expect(answer.outcome == "firstLoad" && answer.edited.count == 1)
        #expect(!(try await site.sonic("cache", "list").output.contains("edited by hand")))
        #expect(try await site.get("/a.html").edited == [])
    }

    /// A browser on a page, with this script as the editor.
    private func browser(
        _ site: Site, _ scripts: TemporaryFolder, editor script: String, rows: Int = 40, columns: Int = 130
    ) async throws -> Pty {
        var environment = site.environment
        environment["TMPDIR"] = scripts.path
        environment["EDITOR"] = "sh \(try scripts.write(Array(script.utf8), to: "editor"))"
        let pty = try Pty(
            binary(named: "sonic"), [site.address + "/a.html"], environment: environment, rows: rows,
            columns: columns)
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        return pty
    }

    @Test func `an intercepted 304 edited into a data update patches the page and is marked as edited`()
        async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let scripts = try TemporaryFolder()
        let answer = try scripts.write(Array(Self.update("two").utf8), to: "answer")
        let pty = try await browser(
            site, scripts, editor: "cp \"$1\" \(scripts.path)/before; cat \(answer) > \"$1\"")
        await pty.send("i")
        _ = try await pty.waitUntil(contains: ":intercept responses")
        await pty.send(" status=3xx\r")
        _ = try await pty.waitUntil(contains: "Intercepting responses status=3xx.")
        await pty.send("r")
        let held = try await pty.waitUntil(
            "the answer held"
        ) {
            $0.contains("intercepted for")
                && $0.contains("Intercepted: response 304 Not Modified, no body.")
        }
        #expect(held.contains(" INTERCEPTED 1 "))
        #expect(held.contains("a forwards it, E edits it") && !held.contains("ALL CACHED"))
        await pty.send("\u{1B}i")
        let list = try await pty.waitUntil(contains: "HTTP/1.1 304 Not Modified")
        #expect(list.contains("Intercepted") && list.contains("▸ response 304 Not Modified"))
        await pty.send("E")
        let edited = try await pty.waitUntil(contains: "template-change: false")
        #expect(edited.contains("Edited: a forwards it.") && edited.contains("(edited)"))
        #expect(
            String(decoding: scripts.read("before") ?? [], as: UTF8.self).contains(
                "\nHTTP/1.1 304 Not Modified\n"))
        await pty.send("a")
        let update = try await pty.waitUntil("the update") {
            $0.contains("DATA UPDATE edited by hand") && $0.contains("▌two")
        }
        #expect(update.contains("▶data◀") && update.contains("the response was edited by hand; originally"))
        await pty.send("=")
        _ = try await pty.waitUntil("the edit among the facts") {
            $0.contains("About this session")
                && $0.contains("edited       the response was edited by hand; originally 304 Not Modified")
        }
        await pty.send("q")
        _ = try await pty.waitUntil(contains: "▌two")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(try await site.sonic("cache", "list").output.contains("edited by hand"))
        // The server's own next response is not marked.
        let next = try await site.get("/a.html")
        #expect(next.outcome == "dataUpdate" && next.edited == [])
        #expect(!(try await site.sonic("cache", "list").output.contains("edited by hand")))
    }

    @Test func `an invalid edit keeps the response intercepted, and dropping it keeps the page`() async throws
    {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let scripts = try TemporaryFolder()
        let pty = try await browser(site, scripts, editor: "sed -i 's/^HTTP.1.1/HTTP eleven/' \"$1\"")
        await pty.send(":intercept\r")
        _ = try await pty.waitUntil(contains: "Interception is off")
        await pty.send(":intercept status=abc\r")
        _ = try await pty.waitUntil(contains: "“abc” is not a valid status")
        await pty.send("\u{15}intercept responses\r")
        _ = try await pty.waitUntil(contains: "Intercepting responses.")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "s: response 304")
        await pty.send("E")
        let mistake = try await pty.waitUntil(contains: "Not changed: line")
        #expect(mistake.contains("is not a valid status line") && mistake.contains("s: response 304"))
        await pty.send("X")
        let dropped = try await pty.waitUntil(contains: "dropped in the browser")
        #expect(dropped.contains("OFFLINE") && dropped.contains("one"))
        // Esc stops an intercepted session as it stops any other, and nothing stays intercepted.
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "s: response 304")
        await pty.press(.escape)
        let stopped = try await pty.waitUntil("nothing held") {
            !$0.contains("intercepted for") && $0.contains("STOPPED")
        }
        #expect(stopped.contains("one"))
        await pty.send("a")
        _ = try await pty.waitUntil(contains: "nothing is intercepted: press i")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "s: response 304")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
    }

    @Test func `a response under way is intercepted if it has not started`() async throws {
        let (first, second) = (Gate(), Gate())
        let page = "<title>News</title><p>" + String(repeating: "one ", count: 100)
        let head =
            "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\nContent-Length: \(page.utf8.count)\r\n\r\n"
        let server = RawServer { connection in
            connection == 0
                ? [.readRequest, .wait(first), .send(head + page)]
                : [
                    .readRequest, .send(head + String(page.prefix(100))), .wait(second),
                    .send(String(page.dropFirst(100))),
                ]
        }
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url("/a.html")], environment: Site.environment(home), rows: 24,
            columns: 120)
        var events = server.events.makeAsyncIterator()
        _ = await events.next()
        // The first session of the program waits for its response.
        await pty.send("i\r")
        _ = try await pty.waitUntil(contains: "Intercepting responses.")
        first.open()
        let held = try await pty.waitUntil(contains: "intercepted for")
        #expect(held.contains(" INTERCEPTED 1 ") && held.contains("response 200 OK, "))
        await pty.send("a")
        _ = try await pty.waitUntil(contains: "FIRST LOAD")
        await pty.send(":intercept\r")
        _ = try await pty.waitUntil(contains: "Interception off.")
        // A response that has started continues, and a message says so.
        await pty.send("R")
        _ = try await pty.waitUntil("the answer begun") { $0.rows[0].contains("RECEIVING") }
        await pty.send("i\r")
        _ = try await pty.waitUntil(
            contains: "Intercepting responses. The response under way is not: it has started already.")
        second.open()
        _ = try await pty.waitUntil("the page") {
            !$0.rows[0].contains("RECEIVING") && !$0.rows[0].contains("INTERCEPTED")
        }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
    }

    @Test func `a file responds to the page's next request and to an intercepted one`() async throws {
        let site = try await Site.serving(["a.html": Self.page("one")])
        let scripts = try TemporaryFolder()
        let update = try scripts.write(Array(Self.update("two").utf8), to: "update")
        let change = try scripts.write(
            Array(Self.whole(Self.page("three", class: "wide")).utf8), to: "change")
        let pty = try await browser(site, scripts, editor: "true")
        await pty.send(":respond \(update)\r")
        _ = try await pty.waitUntil(contains: "The response is taken from the file.")
        await pty.send("r")
        _ = try await pty.waitUntil("the update") { $0.contains("DATA UPDATE") && $0.contains("▌two") }
        await pty.send(":intercept requests\r")
        _ = try await pty.waitUntil(contains: "Intercepting requests.")
        await pty.send("r")
        _ = try await pty.waitUntil(contains: "s: request GET")
        await pty.send(":respond \(change)\r")
        let changed = try await pty.waitUntil(contains: "TEMPLATE CHANGE")
        #expect(changed.contains("three"))
        await pty.send(":respond /nowhere\r")
        _ = try await pty.waitUntil(contains: "/nowhere cannot be read")
    }
}
