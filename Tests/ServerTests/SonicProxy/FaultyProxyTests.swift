import Glibc
import SonicProtocol
import TestSupport
import Testing

/// Faults, dialects, the control page and the log with another server's pages.
@Suite struct FaultyProxyTests {
    private static let page =
        "<!DOCTYPE html><title>Board</title><h1>a</h1><!--sonicdiff-hour--><p>1</p><!--sonicdiff-hour-end-->"
    private static let asking = ["accept-diff: true"]

    /// A page at every path; below `/files/` this many bytes of another type, in chunks below `/chunks/`.
    private static func server() -> PlainServer {
        PlainServer { request in
            let words = request.line.split(separator: " ")[1].prefix { $0 != "?" }.split(separator: "/")
            let body = [UInt8](repeating: 0x61, count: words.last.flatMap { Int($0) } ?? 0)
            switch words.first {
            case "files": return PlainServer.answer(body, ["Content-Type: text/plain"])
            case "chunks":
                let head = "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n\r\n"
                let size = String(body.count, radix: 16)
                return Array("\(head)\(size)\r\n".utf8) + body + "\r\n0\r\n\r\n".utf8
            default: return PlainServer.page(page, ["Set-Cookie: a=1"])
            }
        }
    }

    /// A proxy with these fault rules.
    private static func proxy(_ rules: String, _ options: String...) async throws -> RunningProxy {
        let folder = try TemporaryFolder()
        try folder.write(rules, to: "rules")
        let server = server()
        return try await RunningProxy(
            to: "127.0.0.1:\(server.port)", ["--faults", folder.path("rules")] + options,
            keeping: (server, folder))
    }

    private static func tag(_ reply: Wire.Reply) -> String {
        "template-tag: \(reply.headers.first("template-tag") ?? "")"
    }

    @Test func `faults in heads, tags and updates apply as for the server's own pages`() async throws {
        let proxy = try await Self.proxy(
            """
            /weak weak-etag
            /gone closed
            /304 unasked-304
            /json json-first
            /hash wrong-hash
            /late late 20ms
            /names upper-names
            /both wrong-hash
            /both weak-etag
            """)
        let sound = try #require(proxy.reply("/", Self.asking))
        let having = Self.asking + [Self.tag(sound)]
        #expect(proxy.reply("/weak", Self.asking)?.headers.first("etag")?.hasPrefix("W/") == true)
        #expect(proxy.reply("/gone")?.status == 503)
        // The upstream's other headers stay.
        let same = try #require(proxy.reply("/304", Self.asking))
        #expect(same.status == 304 && same.headers.first("set-cookie") == "a=1")
        let data = try #require(proxy.reply("/json", Self.asking))
        #expect(try DataUpdate(json: data.body).data.count == 2)
        let update = try DataUpdate(json: proxy.reply("/hash", having)?.body ?? [])
        #expect(update.htmlSHA1 == String(repeating: "0", count: 40))
        #expect(proxy.reply("/late")?.text == Self.page)
        let wire = Wire(to: proxy.port)
        wire.ask("/names", Self.asking)
        #expect(wire.readHead()?.contains("SET-COOKIE: a=1") == true)
        let both = try #require(proxy.reply("/both", having))
        #expect(both.headers.first("etag")?.hasPrefix("W/") == true && both.text.contains("00000000"))
        let told = try await proxy.stop().output
        for line in [
            " GET /weak 200 firstLoad ", "# fault weak-etag\n", " GET /gone 503 other ",
            " GET /304 304 allCached ", " GET /json 200 dataUpdate ", " GET /late 200 plain ",
            "# fault wrong-hash; fault weak-etag\n",
        ] { #expect(told.contains(line), "\(line)") }
    }

    @Test(arguments: ["/files/200000", "/chunks/200000", "/page"])
    func `faults in bodies apply to pages and streamed content alike`(_ path: String) async throws {
        let proxy = try await Self.proxy(
            """
            *?cut truncated
            *?reset reset
            *?slow slow 30ms
            *?bomb gzip-bomb 1M
            *?none hang-up
            *?tag wrong-hash
            """)
        let sound = try #require(proxy.reply(path))
        for query in ["cut", "reset"] {
            let wire = Wire(to: proxy.port)
            wire.ask("\(path)?\(query)")
            let head = try #require(wire.readHead())
            #expect(head.contains("Content-Length: \(sound.body.count)"))
            #expect(wire.rest().count <= sound.body.count / 2)
        }
        let slow = proxy.reply(path + "?slow")?.text
        #expect(slow == sound.text)
        let bomb = try #require(proxy.reply(path + "?bomb"))
        #expect(bomb.headers.all("content-encoding") == ["gzip"] && bomb.body.starts(with: [0x1F, 0x8B]))
        let silent = Wire(to: proxy.port)
        silent.ask(path + "?none")
        #expect(silent.rest().isEmpty)
        let untouched = proxy.reply(path + "?tag")?.text
        #expect(untouched == sound.text)
        // A response to HEAD has no body to apply a fault to, and has its length.
        let head = proxy.reply(path + "?cut", method: "HEAD")
        #expect(head?.status == 200 && head?.headers.contains("x-sonic") == false)
        let told = try await proxy.stop().output
        #expect(told.contains("?tag 200 ") && told.contains("# fault wrong-hash does not apply here\n"))
        #expect(told.contains("?none - silent "))
    }

    @Test(arguments: ["/files/5000000", "/chunks/5000000"])
    func `a body too long to buffer is forwarded, and the client and the log are told`(_ path: String)
        async throws
    {
        let proxy = try await Self.proxy("* truncated\n* weak-etag\n* cookies\n")
        let reply = try #require(proxy.reply(path))
        #expect(reply.body.count == 5_000_000)
        let note = "fault truncated skipped: the body has over 4194304 bytes"
        #expect(reply.headers.first("x-sonic") == note && reply.headers.all("set-cookie").count == 4)
        #expect(try await proxy.stop().output.contains(" 5000000/5000000 "))
    }

    @Test func `a body truncated during buffering is truncated for the client`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("* slow 10ms\n", to: "rules")
        let server = RawServer([
            .readRequest,
            .send(
                "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 10000\r\n\r\nthe beginning"),
            .reset,
        ])
        let proxy = try await RunningProxy(to: server, "--faults", folder.path("rules"))
        let wire = Wire(to: proxy.port)
        wire.ask("/")
        let head = try #require(wire.readHead())
        #expect(wire.readBody(of: head) == nil)
        #expect(
            try await proxy.stop().output.contains("closed the connection before its response was complete"))
    }

    @Test func `changed rules apply to the next response`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("* closed\n", to: "rules")
        let proxy = try await RunningProxy(to: Self.server(), "--faults", folder.path("rules"))
        #expect(proxy.reply("/")?.status == 503)
        try folder.write("* closing time\n", to: "rules")
        #expect(proxy.reply("/")?.status == 503)
        try folder.write("# nothing any more\n", to: "rules")
        #expect(proxy.reply("/")?.status == 200)
        #expect(try await proxy.stop().errors.contains("rules:1:3: "))
    }

    @Test func `the control page is the proxy's own, and orders faults for the upstream's pages`()
        async throws
    {
        let proxy = try await RunningProxy(to: Self.server(), "--control")
        func control(_ path: String, _ fields: [String] = [], body: String? = nil) -> Wire.Reply? {
            let wire = Wire(to: proxy.port)
            let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
            let line = "\(body == nil ? "GET" : "POST") /__sonic/\(path) HTTP/1.1"
            wire.send(([line, "Host: localhost"] + fields + length).joined(separator: "\r\n") + "\r\n\r\n")
            wire.send(body ?? "")
            return wire.reply()
        }
        #expect(proxy.reply("/news", Self.asking)?.headers.first("template-change") == "true")
        #expect(control("next", body: "path=/news&fault=json-first")?.status == 303)
        #expect(control("")?.text.contains("/news: json-first") == true)
        #expect(proxy.reply("/news", Self.asking)?.headers.first("template-change") == "false")
        #expect(proxy.reply("/news", Self.asking)?.headers.first("template-change") == "true")
        #expect(control("sessions.json")?.text.contains(#""fault json-first""#) == true)
        // A proxy on this machine may forward for clients elsewhere.
        #expect(control("", ["X-Forwarded-For: 192.0.2.7"])?.status == 403)
        #expect(proxy.reply("/__sonic/")?.status == 403)
        let without = try await RunningProxy(to: Self.server())
        #expect(without.reply("/__sonic/")?.text == Self.page)
    }

    @Test(arguments: ["php", "node", "java"])
    func `the Sonic part follows another server's dialect`(_ name: String) async throws {
        let proxy = try await RunningProxy(to: Self.server(), "--as", name)
        let gzip = name == "node" ? ["Accept-Encoding: gzip"] : []
        let first = try #require(proxy.reply("/", Self.asking + gzip))
        #expect(
            first.headers.first("template-change") == "true" && first.headers.first("set-cookie") == "a=1")
        #expect(first.headers.all("content-type") == ["text/html"])
        #expect(first.headers.first("content-encoding") == (name == "node" ? "gzip" : nil))
        let update = try #require(proxy.reply("/", Self.asking + gzip + [Self.tag(first)]))
        #expect(update.headers.first("template-change") == "false")
        let etag = "If-None-Match: \(first.headers.first("etag") ?? "")"
        let same = try #require(proxy.reply("/", Self.asking + gzip + [etag]))
        #expect(same.status == 304 && same.headers.all("cache-offline").count == (name == "java" ? 2 : 1))
        // Java's filter uses Sonic for every client.
        #expect(proxy.reply("/")?.headers.contains("template-tag") == (name == "java"))
        let told = try await proxy.stop().output
        #expect(told.contains(" firstLoad ") && told.contains(" dataUpdate ") && told.contains(" allCached "))
    }

    @Test func `the log is JSON on request, with a summary at the end`() async throws {
        let proxy = try await RunningProxy(to: Self.server(), "--json", "--stats")
        let first = try #require(proxy.reply("/", Self.asking))
        _ = proxy.reply("/", Self.asking + ["If-None-Match: \(first.headers.first("etag") ?? "")"])
        _ = proxy.reply("/files/70000")
        _ = proxy.reply("/", method: "HEAD")
        _ = proxy.reply("/ws", method: "POST", ["Connection: Upgrade", "Upgrade: websocket"])
        let lines = try await proxy.stop().output.split(separator: "\n")
        let size = Self.page.utf8.count
        for (line, part) in zip(
            lines.dropFirst(),
            [
                #""outcome":"firstLoad""#, #""bytes":0,"plainBytes":\#(size),"#,
                #""outcome":"other","asked":{"etag":null,"template":null},"#,
                #""outcome":"plain""#, #""status":501,"outcome":"other""#,
            ])
        { #expect(line.contains(part), "\(part)") }
        #expect(lines[3].contains(#""bytes":70000,"plainBytes":70000,"#))
        #expect(lines[5].contains(#""notes":["Only a GET without a body"#))
        #expect(lines[6] == "5 requests: 1 plain, 1 firstLoad, 1 allCached, 2 other")
    }
}
