import Glibc
import SonicProtocol
import TestSupport
import Testing

/// How the proxy serves clients without Sonic: the real program between real sockets.
@Suite struct ForwardingTests {
    private static func answer(_ text: String) -> [UInt8] { PlainServer.answer(Array(text.utf8)) }

    /// A server that sends back the request as text.
    private static func echo() -> PlainServer {
        PlainServer { request in
            let lines = request.headers.fields.map { "\($0.name): \($0.value)" }
            return Self.answer(([request.line] + lines).joined(separator: "\n"))
        }
    }

    @Test func `a request is forwarded with its fields and the proxy's own`() async throws {
        let server = Self.echo()
        let proxy = try await RunningProxy(to: server)
        let reply = try #require(
            proxy.reply("/a%20b?x=%26", ["COOKIE: a=1", "Cookie: b", "Connection: X-Own", "X-Own: 1"]))
        let expected: [Substring] = [
            "GET /a%20b?x=%26 HTTP/1.1", "Host: 127.0.0.1:\(server.port)", "COOKIE: a=1", "Cookie: b",
            "X-Forwarded-For: 127.0.0.1", "X-Forwarded-Host: proxy.example", "X-Forwarded-Proto: http",
            "Via: 1.1 127.0.0.1:\(proxy.port)",
        ]
        #expect(reply.text.split(separator: "\n") == expected)
    }

    @Test(arguments: ["DELETE", "PATCH", "OPTIONS", "PROPFIND", "HEAD"])
    func `every method is forwarded`(_ method: String) async throws {
        let server = PlainServer { request in
            let isHead = request.line.hasPrefix("HEAD")
            let head = "HTTP/1.1 299 Odd\r\nX-Line: \(request.line)\r\nContent-Length: 5\r\n\r\n"
            return Array((head + (isHead ? "" : "12345")).utf8)
        }
        let proxy = try await RunningProxy(to: server)
        let reply = proxy.reply("/x", method: method)
        #expect(reply?.status == 299)
        #expect(reply?.headers.first("x-line") == "\(method) /x HTTP/1.1")
        #expect(reply?.headers.first("content-length") == "5")
    }

    @Test
    func `a response head is forwarded without connection fields, with the upstream's address replaced`()
        async throws
    {
        let server = PlainServer { request in
            let host = request.headers.first("host") ?? ""
            let fields = [
                "Location: http://\(host)/to?a", "Set-Cookie: a=1; Domain=127.0.0.1; Path=/",
                "Set-Cookie: b=2",
                "Connection: keep-alive, X-Own", "X-Own: 1", "X-Odd: \u{E4}",
                "Date: Fri, 01 May 2026 12:00:00 GMT",
            ]
            return PlainServer.answer([], fields, status: "302 Found")
        }
        let proxy = try await RunningProxy(to: server)
        let reply = try #require(proxy.reply("/"))
        #expect(reply.status == 302)
        #expect(
            reply.headers.fields.map { "\($0.name): \($0.value)" } == [
                "Location: http://proxy.example/to?a", "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2",
                "X-Odd: ä",
                "Date: Fri, 01 May 2026 12:00:00 GMT", "Content-Length: 0",
            ])
    }

    @Test func `chunked bodies are forwarded both ways, and the connection stays open`() async throws {
        let server = PlainServer { request in
            let body =
                "\(request.headers.first("transfer-encoding") ?? "-") \(request.headers.first("content-length") ?? "-") "
            let size = String(request.body.count, radix: 16)
            return Array(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n\(String(body.utf8.count, radix: 16))\r\n\(body)\r\n\(size)\r\n"
                    .utf8)
                + request.body + Array("\r\n0\r\n\r\n".utf8)
        }
        let proxy = try await RunningProxy(to: server)
        let wire = Wire(to: proxy.port)
        let part = String(repeating: "abcdefgh", count: 4096)
        wire.send("PUT /up HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
        #expect(wire.readHead()?.first == "HTTP/1.1 100 Continue")
        for _ in 0..<20 { wire.send("8000\r\n\(part)\r\n") }
        wire.send("0\r\n\r\n")
        #expect(wire.reply()?.text == "chunked - " + String(repeating: part, count: 20))
        wire.send("POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nxyz")
        #expect(wire.reply()?.text == "- 3 xyz")
        wire.send("POST /up HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        #expect(wire.reply()?.text.hasSuffix("- 0 ") == true)
    }

    /// The proxy's peak memory in kilobytes.
    private static func memory(of program: Program) async throws -> Int {
        let file = open("/proc/\(await program.id)/status", O_RDONLY)
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 8192)
        let count = read(file, &bytes, bytes.count)
        let lines = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self).split(separator: "\n")
        let line = lines.first { $0.hasPrefix("VmHWM:") }
        return try #require(line?.split(separator: " ").dropFirst().first.flatMap { Int($0) })
    }

    @Test func `a long body for a slow client is not buffered in memory`() async throws {
        let size = 96 << 20
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"),
            .flood(piece, times: size / piece.count),
        ])
        let proxy = try await RunningProxy(to: server)
        let wire = Wire(to: proxy.port, window: 4096)
        wire.ask("/")
        #expect(wire.readHead()?.first == "HTTP/1.1 200 OK")
        let before = try await Self.memory(of: proxy.program)
        // Other clients are served while this one is slow.
        let other = Wire(to: proxy.port)
        other.send("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(other.reply()?.status == 501)
        var count = 0
        while let more = wire.read(1 << 16), !more.isEmpty, count < size {
            count += more.count
            guard count < size else { break }
        }
        #expect(count == size)
        let after = try await Self.memory(of: proxy.program)
        #expect(after - before < 8 << 10 || Sanitizer.isWatching, "\(before) kB became \(after) kB")
    }

    @Test func `a long upload to a slow upstream is not buffered in memory`() async throws {
        let gate = Gate()
        let server = RawServer([
            .wait(gate), .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\ndone"),
        ])
        let proxy = try await RunningProxy(to: server)
        let size = 64 << 20
        let before = try await Self.memory(of: proxy.program)
        let wire = Wire(to: proxy.port)
        wire.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: \(size)\r\n\r\n")
        // As much as fits into the sockets and the proxy's queue, before the upstream reads a byte.
        let piece = [UInt8](repeating: 0x78, count: 1 << 20)
        wire.send(piece)
        gate.open()
        for _ in 1..<(size / piece.count) { #expect(wire.send(piece)) }
        #expect(wire.reply()?.text == "done")
        let after = try await Self.memory(of: proxy.program)
        #expect(after - before < 8 << 10 || Sanitizer.isWatching, "\(before) kB became \(after) kB")
    }

    @Test(arguments: [
        "Content-Length: 100000\r\n\r\nthe beginning",
        "Transfer-Encoding: chunked\r\n\r\nd\r\nthe beginning\r\n",
        "Transfer-Encoding: chunked\r\n\r\n400\r\nthe beginning",
    ])
    func `a response truncated by the upstream is truncated for the client`(_ start: String) async throws {
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n" + start), .reset,
        ])
        let proxy = try await RunningProxy(to: server)
        let wire = Wire(to: proxy.port)
        wire.ask("/")
        let head = try #require(wire.readHead())
        #expect(head.first == "HTTP/1.1 200 OK" && wire.readBody(of: head) == nil)
        let told = try await proxy.stop().output
        #expect(told.contains("closed the connection before its response was complete"))
        #expect(told.contains(" GET / 200 lost "))
    }

    @Test(
        arguments: [
            ([.readRequest], 502, "before its response"),
            ([.readRequest, .send("HTTP/1.1 200 OK\r\nA: b\r\n")], 502, "before its response"),
            ([.readRequest, .send("hello\r\n\r\n")], 502, "does not speak HTTP"),
            ([.readRequest, .awaitHangUp], 504, "sent nothing for 1 seconds"),
        ] as [([RawServer.Step], Int, String)])
    func `an upstream's failure is reported in an error page`(
        _ steps: [RawServer.Step], _ status: Int, _ sentence: String
    ) async throws {
        let proxy = try await RunningProxy(to: RawServer(steps), "--timeout", "1")
        let reply = proxy.reply("/")
        #expect(reply?.status == status)
        #expect(reply?.text.contains(sentence) == true, "\(reply?.text ?? "")")
        #expect(reply?.text.contains("<h1>\(status) ") == true)
    }

    @Test func `an unreachable upstream is reported with its address`() async throws {
        let port = try Self.freePort()
        let proxy = try await RunningProxy(to: "localhost:\(port)")
        let reply = proxy.reply("/")
        #expect(
            reply?.status == 502 && reply?.text.contains("http://localhost:\(port) cannot be reached") == true
        )
        let unknown = try await RunningProxy(to: "http://nowhere.invalid")
        #expect(
            unknown.reply("/")?.text.contains(
                "The name of the upstream http://nowhere.invalid cannot be resolved")
                == true)
    }

    private static func freePort() throws -> UInt16 {
        // The server is gone when this returns, and its port is free.
        PlainServer { _ in [] }.port
    }

    @Test func `a proxy that forwards to itself responds with 508`() async throws {
        let port = try Self.freePort()
        let program = try Program(
            binary(named: "sonic-server"), ["proxy", "127.0.0.1:\(port)", "--listen", "127.0.0.1:\(port)"])
        _ = try await program.line(beginning: "listening on ")
        let wire = Wire(to: port)
        wire.ask("/")
        #expect(wire.reply()?.status == 508)
    }

    @Test func `an upgrade that the upstream ignores, or that is to HTTP 2, leaves the connection open`()
        async throws
    {
        let proxy = try await RunningProxy(to: Self.echo())
        let wire = Wire(to: proxy.port)
        wire.ask("/", ["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"])
        let reply = wire.reply()
        #expect(reply?.status == 200 && reply?.text.contains("\nUpgrade: websocket") == true)
        wire.ask("/next", ["Connection: Upgrade, HTTP2-Settings", "Upgrade: h2c", "HTTP2-Settings: x"])
        #expect(wire.reply()?.text.hasPrefix("GET /next HTTP/1.1\nHost:") == true)
    }

    @Test func `a TLS upstream is trusted only by its certificate`() async throws {
        let folder = try TemporaryFolder()
        let files = try await TLSFiles(in: folder)
        let server = try Program(
            "/usr/bin/openssl",
            ["s_server", "-accept", "127.0.0.1:0", "-key", files.key, "-cert", files.certificate, "-www"])
        let upstream = "https://" + (try await server.line(beginning: "ACCEPT "))
        let wary = try await RunningProxy(to: upstream)
        #expect(wary.reply("/")?.text.contains("cannot be trusted") == true)
        let told = try await RunningProxy(to: upstream, ["--cacert", files.certificate])
        let wire = Wire(to: told.port)
        wire.ask("/", ["Connection: close"])
        #expect(String(decoding: wire.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 200"))
    }
}
