import Glibc
import SonicProtocol
import TestSupport
import Testing

/// How the proxy serves Sonic clients, in front of servers without Sonic.
@Suite struct SonicHalfTests {
    private static func html(_ hour: Int, _ frame: String = "a") -> String {
        "<!DOCTYPE html><title>Board</title><h1>\(frame)</h1><!--sonicdiff-hour--><p>\(hour)</p><!--sonicdiff-hour-end-->"
    }

    private static let asking = ["accept-diff: true"]

    private static func tags(of reply: Wire.Reply) -> [String] {
        asking + [
            "template-tag: \(reply.headers.first("template-tag") ?? "")",
            "If-None-Match: \(reply.headers.first("etag") ?? "")",
        ]
    }

    @Test
    func `the proxy produces first loads, 304s, data updates and template changes without keeping state`()
        async throws
    {
        let pages = [Self.html(1), Self.html(1), Self.html(2), Self.html(2, "b")]
        let server = PlainServer { request in
            PlainServer.page(
                pages[request.number],
                [
                    "Set-Cookie: n=\(request.number)", "ETag: \"theirs\"",
                    "Last-Modified: Fri, 01 May 2026 12:00:00 GMT", "Cache-Control: max-age=60",
                ])
        }
        let proxy = try await RunningProxy(to: server)
        let first = try #require(proxy.reply("/", Self.asking))
        #expect(first.status == 200 && first.text == pages[0])
        #expect(first.headers.all("etag").count == 1 && first.headers.first("template-change") == "true")
        #expect(
            first.headers.all("cache-control") == ["private, no-cache"]
                && !first.headers.contains("last-modified"))
        #expect(
            first.headers.all("content-type") == ["text/html"] && first.headers.first("set-cookie") == "n=0")
        // Another proxy in front of the same server continues where this one stopped.
        let second = try await RunningProxy(to: server)
        let same = try #require(second.reply("/", Self.tags(of: first)))
        #expect(same.status == 304 && same.body.isEmpty && same.headers.first("set-cookie") == "n=1")
        let update = try #require(proxy.reply("/", Self.tags(of: first)))
        #expect(update.status == 200 && update.headers.first("template-change") == "false")
        #expect(update.text.contains(#""{hour}":"<!--sonicdiff-hour--><p>2</p><!--sonicdiff-hour-end-->""#))
        let changed = try #require(second.reply("/", Self.tags(of: first)))
        #expect(changed.headers.first("template-change") == "true" && changed.text == pages[3])
        let told = try await proxy.stop().output
        #expect(told.contains(" GET / 200 firstLoad ") && told.contains(" GET / 200 dataUpdate "))
        #expect(try await second.stop().output.contains(" 0/\(pages[1].utf8.count) "))
    }

    @Test func `HEAD has the same tags as GET, and the same 304`() async throws {
        let server = PlainServer { _ in PlainServer.page(Self.html(1)) }
        let proxy = try await RunningProxy(to: server)
        let page = try #require(proxy.reply("/", Self.asking))
        let head = try #require(proxy.reply("/", method: "HEAD", Self.asking))
        let names = ["etag", "template-tag", "template-change", "content-length", "content-type"]
        #expect(names.map { head.headers.first($0) } == names.map { page.headers.first($0) })
        #expect(proxy.reply("/", method: "HEAD", Self.tags(of: page))?.status == 304)
    }

    @Test func `a client without Sonic gets the page unchanged`() async throws {
        let server = PlainServer { _ in PlainServer.page(Self.html(1), ["ETag: \"theirs\""]) }
        let reply = try await RunningProxy(to: server).reply("/")
        #expect(reply?.text == Self.html(1) && reply?.headers.all("etag") == ["\"theirs\""])
        #expect(
            reply?.headers.contains("template-tag") == false && reply?.headers.contains("x-sonic") == false)
    }

    @Test(arguments: TableRow.rows("unchanged", in: "Tests/ServerTests/SonicServer/scrutiny.table"))
    func `a response that cannot be a Sonic page is forwarded unchanged, with the reason`(row: TableRow)
        async throws
    {
        let (status, fields, reason) = (row[1], row.lines(2), row[3])
        var body = Array("<title>caf".utf8) + [0xE9] + Array("</title>".utf8)
        if fields.contains("X-Long: 1") { body += [UInt8](repeating: 0x61, count: 5 << 20) }
        let sent = body
        let server = PlainServer { _ in
            guard fields.contains("X-Chunked: 1") else {
                return PlainServer.answer(sent, fields, status: status)
            }
            let head =
                "HTTP/1.1 \(status)\r\n\(fields.joined(separator: "\r\n"))\r\nTransfer-Encoding: chunked\r\n\r\n"
            return Array((head + String(sent.count, radix: 16) + "\r\n").utf8) + sent
                + Array("\r\n0\r\n\r\n".utf8)
        }
        let reply = try #require(try await RunningProxy(to: server).reply("/", Self.asking))
        #expect(reply.body == sent && reply.headers.all("x-sonic") == [reason])
        #expect(!reply.headers.contains("template-tag"))
        for field in fields { #expect(reply.headers.fields.contains { "\($0.name): \($0.value)" == field }) }
    }

    @Test func `responses of an upstream with Sonic are forwarded byte for byte`() async throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.html(1), to: "index.html")
        let inner = try Program(binary(named: "sonic-server"), ["serve", folder.path])
        let port = try await inner.line(beginning: "listening on http://127.0.0.1:")
        let proxy = try await RunningProxy(to: "127.0.0.1:\(port)")
        let direct = Wire(to: UInt16(port) ?? 0)
        direct.ask("/", Self.asking)
        let first = try #require(direct.reply())
        let through = try #require(proxy.reply("/", Self.asking))
        #expect(through.body == first.body)
        let names = { (reply: Wire.Reply) in reply.headers.fields.filter { !$0.isNamed("date") } }
        #expect(Set(names(through)) == Set(names(first)))
        #expect(proxy.reply("/", Self.tags(of: first))?.status == 304)
        try folder.write(Self.html(2), to: "index.html")
        #expect(proxy.reply("/", Self.tags(of: first))?.text.hasPrefix("{\"data\":") == true)
    }

    @Test(arguments: ["gzip", "deflate"]) func `an upstream that compresses unasked makes no difference`(
        _ coding: String
    ) async throws {
        let packed = try await Self.packed(Array(Self.html(1).utf8), coding)
        let server = PlainServer { request in
            PlainServer.answer(
                packed,
                [
                    "Content-Type: text/html", "Content-Encoding: \(coding)",
                    "X-Asked: \(request.headers.first("accept-encoding") ?? "")",
                ])
        }
        let proxy = try await RunningProxy(to: server)
        let reply = try #require(proxy.reply("/", Self.asking + ["Accept-Encoding: br"]))
        #expect(reply.text == Self.html(1) && !reply.headers.contains("content-encoding"))
        #expect(reply.headers.first("x-asked") == "identity" && reply.headers.contains("template-tag"))
        // With gzip, a client gets the compressed page as received, with the page's own tags, and data uncompressed.
        let taking = Self.asking + ["Accept-Encoding: gzip, br"]
        let same = try #require(proxy.reply("/", taking))
        #expect(same.headers.first("x-asked") == "gzip")
        #expect(same.body == (coding == "gzip" ? packed : reply.body))
        #expect(same.headers.first("content-encoding") == (coding == "gzip" ? "gzip" : nil))
        #expect(same.headers.first("etag") == reply.headers.first("etag"))
        let update = try #require(proxy.reply("/", taking + [Self.tags(of: same)[1]]))
        #expect(try DataUpdate(json: update.body).data.count == 2)
        #expect(!update.headers.contains("content-encoding"))
        let plain = try #require(proxy.reply("/", ["Accept-Encoding: gzip"]))
        #expect(plain.body == packed && plain.headers.first("content-encoding") == coding)
    }

    /// The bytes compressed by gzip; for deflate without gzip's header and trailer, as some servers send it.
    private static func packed(_ bytes: [UInt8], _ coding: String) async throws -> [UInt8] {
        let packed = try await run("/bin/gzip", ["-cn"], input: bytes).outputBytes
        return coding == "gzip" ? packed : Array(packed.dropFirst(10).dropLast(8))
    }

    @Test func `a page truncated by the upstream is an error, not a short page`() async throws {
        let server = RawServer([
            .readRequest,
            .send("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 900\r\n\r\n<p>beginning"),
            .reset,
        ])
        let reply = try await RunningProxy(to: server).reply("/", Self.asking)
        #expect(reply?.status == 502 && reply?.text.contains("beginning") == false)
    }

    @Test func `blocks are inserted by selectors, and a changed blocks file is reloaded`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("hour = #hour\nnone = .nowhere\n", to: "blocks")
        let html = "<title>T</title><p id=hour>1</p><p id=day>2</p>"
        let server = PlainServer { _ in PlainServer.page(html) }
        let proxy = try await RunningProxy(to: server, "--blocks", folder.path("blocks"))
        let first = try #require(proxy.reply("/", Self.asking))
        #expect(
            first.text
                == "<title>T</title><!--sonicdiff-hour--><p id=hour>1</p><!--sonicdiff-hour-end--><p id=day>2</p>"
        )
        #expect(first.headers.first("x-sonic") == "blocks skipped: none (no element)")
        #expect(proxy.reply("/")?.text == html)
        try folder.write("hour = #hour\nday = #day, ..\n", to: "blocks")
        #expect(proxy.reply("/", Self.asking)?.text.contains("sonicdiff-day") == false)
        try folder.write("[/other]\nhour = #hour\n[/*]\nday = #day\n", to: "blocks")
        let changed = try #require(proxy.reply("/", Self.asking))
        #expect(changed.text.contains("<!--sonicdiff-day-->") && !changed.text.contains("sonicdiff-hour"))
        let ended = try await proxy.stop()
        #expect(ended.errors.contains("blocks:2:7: "))
        #expect(ended.output.contains("blocks skipped: none (no element)"))
    }

    @Test func `an error in the blocks file is reported before anything is served`() async throws {
        let folder = try TemporaryFolder()
        try folder.write("hour = #hour\nday\n", to: "blocks")
        let ended = try await run(
            binary(named: "sonic-server"), ["proxy", "localhost:1", "--blocks", folder.path("blocks")])
        #expect(ended.status == .exited(1) && ended.output.isEmpty)
        #expect(ended.errors.contains("blocks:2:4: "))
    }

    @Test func `a recording contains the exchanges as sent, readable only by its owner`() async throws {
        let folder = try TemporaryFolder()
        let server = PlainServer { _ in PlainServer.page(Self.html(1)) }
        let proxy = try await RunningProxy(to: server, "--record", folder.path("record"))
        let first = try #require(proxy.reply("/a?b", Self.asking + ["COOKIE: x=1"]))
        _ = proxy.reply("/a?b", Self.tags(of: first))
        let wire = Wire(to: proxy.port)
        wire.send("POST /form HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\na=b&c")
        _ = wire.reply()
        _ = try await proxy.stop()
        let text = String(decoding: try #require(folder.read("record")), as: UTF8.self)
        #expect(text.ranges(of: "\n>>> REQUEST\n").count == 3)
        for part in [
            ">>> REQUEST\nGET /a?b HTTP/1.1\r\nHost: proxy.example\r\naccept-diff: true\r\nCOOKIE: x=1\r\n\n<<< RESPONSE head\nHTTP/1.1 200\r\n",
            "\(Self.html(1))\n\n### ", "GET /a?b 304 allCached",
            ">>> REQUEST body (5 bytes, 5 follow)\na=b&c\n\n",
        ] { #expect(text.contains(part), "\(part)") }
        var status = stat()
        #expect(stat(folder.path("record"), &status) == 0 && status.st_mode & 0o777 == 0o600)
    }
}
