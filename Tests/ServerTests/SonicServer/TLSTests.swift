import CGnutls
import Glibc
import TestSupport
import Testing

@testable import SonicServer

/// Connections over TLS: their bytes are checked, limited and answered as those of plain ones.
@Suite struct TLSTests {
    private let folder: TemporaryFolder
    private let files: TLSFiles

    init() async throws {
        folder = try TemporaryFolder()
        files = try await TLSFiles(in: folder)
    }

    /// A server that responds with what it knows about a request.
    private func start(
        _ limits: SonicServer.Limits = .init(), journal: @escaping @Sendable () -> Journal? = { nil }
    ) throws -> RunningServer {
        try RunningServer(limits: limits, over: files, journal: journal) { request in
            switch request.target {
            case "/large":
                .response(ServerResponse(body: .bytes([UInt8](repeating: 7, count: 5_000_000))))
            case "/reset": .response(ServerResponse(body: .reset(Array("part".utf8), announced: 99)))
            case "/truncated": .response(ServerResponse(body: .truncated(Array("part".utf8), announced: 99)))
            default:
                .response(
                    .html(
                        "\(request.method) \(request.target) \(request.client) \(request.scheme) \(request.body.count)"
                    ))
            }
        }
    }

    private static func request(_ target: String) -> String { "GET \(target) HTTP/1.1\r\nHost: a\r\n\r\n" }

    @Test(arguments: ["NORMAL:-VERS-ALL:+VERS-TLS1.2", "NORMAL:-VERS-ALL:+VERS-TLS1.3"])
    func `two requests in one record, and one across many, are answered`(_ version: String) throws {
        let server = try start()
        let client = RawClient(server.port, overTLS: ["http/1.1"], version)
        #expect(client.handshake == 0)
        client.send(Self.request("/a") + Self.request("/b"))
        #expect(client.reply()?.text == "GET /a 127.0.0.1 https 0")
        #expect(client.reply()?.text == "GET /b 127.0.0.1 https 0")
        for byte in Self.request("/c").utf8 { client.send([byte]) }
        #expect(client.reply()?.text == "GET /c 127.0.0.1 https 0")
    }

    @Test func `older versions of TLS and other protocols are refused`() throws {
        let server = try start()
        #expect(RawClient(server.port, overTLS: [], "NORMAL:-VERS-ALL:+VERS-TLS1.1").handshake != 0)
        #expect(RawClient(server.port, overTLS: ["h2"]).handshake == GNUTLS_E_FATAL_ALERT_RECEIVED)
        #expect(RawClient(server.port, overTLS: []).handshake == 0)
    }

    @Test func `seventeen kilobytes in one write arrive, and five megabytes are received`() throws {
        let server = try start()
        let client = RawClient(server.port, overTLS: [])
        let head = "POST /p HTTP/1.1\r\nHost: a\r\nContent-Length: 17408\r\n\r\n"
        client.send(Array(head.utf8) + [UInt8](repeating: 1, count: 17408))
        #expect(client.reply()?.text == "POST /p 127.0.0.1 https 17408")
        client.ask("/large")
        #expect(client.reply()?.body.count == 5_000_000)
    }

    @Test func `bytes are checked before they are parsed`() throws {
        let server = try start()
        let client = RawClient(server.port, overTLS: [])
        client.send("GET / HTTP/1.1\r\nHost: a\r\nX-Auth-Use: admin\r\n r: yes\r\n\r\n")
        let text = String(decoding: client.rest(), as: UTF8.self)
        #expect(text.hasPrefix("HTTP/1.1 400 ") && text.contains("white space"))
        #expect(client.sawCloseNotify)
    }

    @Test func `a client may end its side with close_notify, without it, or by a disconnect`() throws {
        let server = try start()
        let polite = RawClient(server.port, overTLS: [])
        polite.ask("/a", ["Connection: close"])
        polite.finishSending()
        #expect(String(decoding: polite.rest(), as: UTF8.self).hasSuffix("GET /a 127.0.0.1 https 0"))
        for _ in 0..<20 {
            let rude = RawClient(server.port, overTLS: [])
            rude.ask("/large")
            #expect(rude.waits(for: "HTTP/1.1 200"))
        }
        // The end within a record is an end, too: it takes no time limit to be noticed.
        let broken = RawClient(server.port)
        broken.send([22, 3, 1, 3, 0, 1])
        broken.finishSending()
        let start = ContinuousClock.now
        #expect(broken.rest().isEmpty)
        let half = RawClient(server.port, overTLS: [])
        half.send("GET / HT")
        half.finishSending()
        #expect(half.rest().isEmpty && ContinuousClock.now - start < .seconds(15))
        let next = RawClient(server.port, overTLS: [])
        next.ask("/next")
        #expect(next.reply()?.text == "GET /next 127.0.0.1 https 0")
    }

    @Test func `a response can be reset or truncated`() throws {
        let server = try start()
        let reset = RawClient(server.port, overTLS: [])
        reset.ask("/reset")
        #expect(String(decoding: reset.rest(), as: UTF8.self).hasSuffix("part") && !reset.sawCloseNotify)
        let truncated = RawClient(server.port, overTLS: [])
        truncated.ask("/truncated")
        #expect(
            String(decoding: truncated.rest(), as: UTF8.self).hasSuffix("part") && truncated.sawCloseNotify)
    }

    @Test func `a handshake has the time of a head, and counts as a connection`() throws {
        var limits = SonicServer.Limits()
        limits.headSeconds = 1
        limits.perClient = .everyone(2)
        let server = try start(limits)
        let slow = RawClient(server.port)
        slow.send([22, 3, 1])
        let silent = RawClient(server.port)
        // Both places of this client are taken until the handshakes time out.
        #expect(RawClient(server.port).rest().isEmpty)
        #expect(slow.rest().isEmpty && silent.rest().isEmpty)
        let next = RawClient(server.port, overTLS: [])
        next.ask("/")
        #expect(next.reply()?.head.status == 200)
        let late = RawClient(server.port, overTLS: [])
        late.send("GET / HT")
        #expect(String(decoding: late.rest(), as: UTF8.self).hasPrefix("HTTP/1.1 408 "))
    }

    @Test func `a request without TLS is told to use https`() throws {
        let server = try start()
        let client = RawClient(server.port)
        client.ask("/")
        let reply = client.reply()
        #expect(reply?.head.status == 400 && reply?.text.contains("use https://") == true)
    }

    @Test func `responses under way are sent after a stop sign`() throws {
        let server = try start()
        let client = RawClient(server.port, overTLS: [])
        client.ask("/large")
        #expect(client.waits(for: "HTTP/1.1 200"))
        server.shutDown()
        #expect(client.reply()?.body.count == 5_000_000)
        #expect(server.hasEnded())
    }
}

/// The program over TLS.
@Suite struct TLSProgramTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func start(_ files: TLSFiles, _ options: String...) async throws -> (
        program: Program, port: UInt16
    ) {
        let program = try Program(
            binary(named: "sonic-server"),
            ["demo", "--listen", "127.0.0.1:0", "--cert", files.certificate, "--key", files.key] + options)
        let port = try await program.line(beginning: "listening on https://127.0.0.1:")
        return (program, try #require(UInt16(port)))
    }

    @Test func `files that cannot be used are named, with what is wrong`() async throws {
        let files = try await TLSFiles(in: folder)
        let other = try await TLSFiles(in: folder, named: "other")
        try folder.write("text", to: "text")
        let locked = folder.path("locked")
        _ = try await run(
            "/usr/bin/openssl",
            ["pkey", "-in", files.key, "-aes128", "-passout", "pass:word", "-out", locked])
        let text = folder.path("text")
        let rows = [
            ("/none", files.key, "/none cannot be read: No such file or directory."),
            (files.certificate, folder.path("."), "cannot be read: it is a folder, not a regular file."),
            (text, files.key, "\(text) has no valid certificate in PEM: "),
            (
                files.key, files.certificate,
                "\(files.key) has a private key and no certificate; that file is for --key."
            ),
            (files.certificate, text, "\(text) has no valid private key in PEM: "),
            (
                files.certificate, locked,
                "The private key in \(locked) has a passphrase; remove it with openssl pkey"
            ),
            (
                files.certificate, other.key,
                "The private key in \(other.key) is not that of the first certificate in \(files.certificate)."
            ),
        ]
        for (certificate, key, sentence) in rows {
            let ended = try await run(
                binary(named: "sonic-server"),
                ["demo", "--listen", "127.0.0.1:0", "--cert", certificate, "--key", key])
            #expect(ended.status == .exited(1) && ended.output.isEmpty)
            #expect(ended.errors.contains(sentence))
        }
    }

    @Test func `SIGHUP reads the files again, and keeps the certificate if they cannot be used`() async throws
    {
        let files = try await TLSFiles(in: folder)
        let (program, port) = try await start(files)
        let first = RawClient(port, overTLS: [])
        #expect(first.serverName == "CN=server")
        try folder.write("text", to: "server-key.pem")
        await program.signal(SIGHUP)
        try await program.wait(for: "The previous certificate stays in use.")
        #expect(RawClient(port, overTLS: []).serverName == "CN=server")
        let next = try await TLSFiles(in: folder, named: "next")
        for (from, to) in [(next.certificate, files.certificate), (next.key, files.key)] { rename(from, to) }
        await program.signal(SIGHUP)
        #expect((0..<500).contains { _ in RawClient(port, overTLS: []).serverName == "CN=next" })
        // The connection of before is not affected.
        first.ask("/static")
        #expect(first.reply()?.head.status == 200)
    }

    @Test func `an upstream is told of TLS, and its redirects lead back to https`() async throws {
        let files = try await TLSFiles(in: folder)
        let upstream = PlainServer { request in
            let place = "http://\(request.headers.first("host") ?? "")/next"
            let scheme = request.headers.first("x-forwarded-proto") ?? "none"
            return PlainServer.answer(Array(scheme.utf8), ["Location: \(place)"], status: "302 Found")
        }
        let proxy = try Program(
            binary(named: "sonic-server"),
            [
                "proxy", "127.0.0.1:\(upstream.port)", "--cert", files.certificate, "--key", files.key,
            ])
        let port = try await proxy.line(beginning: "listening on https://127.0.0.1:")
        let client = RawClient(try #require(UInt16(port)), overTLS: [])
        client.ask("/")
        let reply = client.reply()
        #expect(reply?.text == "https")
        #expect(reply?.head.headers.first("location") == "https://test/next")
    }

    @Test func `each outcome of a client with a cache is a row over TLS`() async throws {
        let files = try await TLSFiles(in: folder)
        try folder.write("tide = #tide", to: "blocks")
        let upstream = RawServer { number in
            let page =
                "<!doctype html><title>Quay</title>\n<h1>Quay</h1>\(number < 3 ? "" : "<h2>New</h2>")\n"
                + "<p>Tide table, the same for weeks</p>\n<p id=tide>\(number < 2 ? "low" : "high")</p>\n"
            let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nConnection: close\r\n"
            return [.readRequest, .send(head + "Content-Length: \(page.utf8.count)\r\n\r\n" + page)]
        }
        let proxy = try Program(
            binary(named: "sonic-server"),
            [
                "proxy", "127.0.0.1:\(upstream.port)", "--cert", files.certificate, "--key", files.key,
                "--control", "--blocks", folder.path("blocks"),
            ])
        let site = "https://127.0.0.1:" + (try await proxy.line(beginning: "listening on https://127.0.0.1:"))
        let own = ["HOME": folder.path]
        let rows = try Program(
            binary(named: "sonic"), ["traffic", site, "--cacert", files.certificate, "--json"],
            environment: own)
        for outcome in ["firstLoad", "allCached", "dataUpdate", "templateChange"] {
            let got = try await run(
                binary(named: "sonic"), ["get", site + "/tide", "--cacert", files.certificate, "--json"],
                environment: own)
            #expect(got.status == .exited(0) && got.output.contains(#""\#(outcome)""#))
            try await rows.wait(for: #""outcome":"\#(outcome)""#)
        }
    }

    @Test func `a client that refuses the certificate is in the log and in the traffic`() async throws {
        let files = try await TLSFiles(in: folder)
        let (program, port) = try await start(files, "--log", "--control")
        let watching = RawClient(port, overTLS: [])
        watching.send("GET /__sonic/traffic HTTP/1.1\r\nHost: localhost:\(port)\r\n\r\n")
        #expect(watching.waits(for: "hello"))
        _ = try await run(
            "/usr/bin/openssl",
            [
                "s_client", "-connect", "127.0.0.1:\(port)", "-servername", "news.example",
                "-verify_return_error",
            ])
        #expect(watching.waits(for: #""method":"TLS","url":"https://news.example/""#))
        await program.signal(SIGTERM)
        let ended = try await program.finish()
        #expect(ended.output.contains(" 127.0.0.1 TLS https://news.example/ - lost "))
        #expect(ended.output.contains(" # client refused the certificate: CA is unknown\n"))
    }
}
