import FoundationEssentials
import TestSupport
import Testing

/// Credentials are shown only on request.
@Suite struct SecretTests {
    private static let secrets = [
        "hidden-cookie", "hidden-token", "hidden-word", "aGlkZGVuLXVzZXI6aGlkZGVuLXdvcmQ=",
    ]

    /// A server that sets cookies.
    private static func server() -> RawServer {
        RawServer { _ in
            let body = "<title>T</title><p>Harbour"
            return [
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: sid=hidden-cookie; Path=/\r\n"
                        + "Set-Cookie : folded=1\r\n hidden-cookie\r\nContent-Length: \(body.utf8.count)\r\n"
                        + "Connection: close\r\n\r\n\(body)"),
            ]
        }
    }

    private static let words = ["-H", "Authorization: Bearer hidden-token", "-H", "Cookie: a=hidden-cookie"]

    private static func found(in text: String) -> [String] { secrets.filter { text.contains($0) } }

    @Test func `an explanation masks secrets unless they are requested`() async throws {
        let server = Self.server()
        let home = try TemporaryFolder()
        func explain(_ more: String...) async throws -> String {
            let words = ["get", "--explain", server.url()] + Self.words + more
            let ended = try await run(binary(named: "sonic"), words, environment: Site.environment(home))
            #expect(ended.status == .exited(0), "\(ended.errors)")
            return ended.output
        }
        for more in ["", "--json"] {
            let masked = more.isEmpty ? try await explain() : try await explain(more)
            #expect(Self.found(in: masked) == [], "\(masked)")
            #expect(masked.contains("Authorization: Bearer ***"))
            #expect(masked.contains("Cookie: a=***") && masked.contains("Set-Cookie: sid=***; Path=/"))
        }
        let told = try await explain("--secrets")
        #expect(told.contains("Authorization: Bearer hidden-token"))
        #expect(told.contains("Cookie: a=hidden-cookie") && told.contains("sid=hidden-cookie"))
        withExtendedLifetime(server) {}
    }

    @Test func `no screen of the browser shows a secret until m is pressed`() async throws {
        let server = Self.server()
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), [server.url()] + Self.words, environment: Site.environment(home),
            rows: 50,
            columns: 140)
        try await pty.waitUntil("the page") { $0.contains("Harbour") && $0.contains("FIRST LOAD") }
        for (key, title) in [("=", "About this session"), ("I", "Inspector"), ("@", "Log of this session")] {
            await pty.send(key)
            let screen = try await pty.waitUntil(contains: title)
            #expect(Self.found(in: screen.text) == [], "\(screen)")
            await pty.press(.escape)
            try await pty.waitUntil("\(title) to be left") { !$0.contains(title) }
        }
        await pty.send("I")
        try await pty.waitUntil(contains: "Bearer ***")
        await pty.send("m")
        try await pty.waitUntil("the secrets") {
            $0.contains("Bearer hidden-token") && $0.contains("sid=hidden-cookie")
                && $0.contains("SECRETS ARE SHOWN")
        }
        await pty.send("m")
        let masked = try await pty.waitUntil(contains: "Secrets are masked again.")
        #expect(Self.found(in: masked.text) == [], "\(masked)")
        await pty.press(.escape)
        try await pty.waitUntil("the inspector to be left") { !$0.contains("Inspector") }
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        withExtendedLifetime(server) {}
    }

    @Test func `a header that the configuration lists is a secret like Authorization`() async throws {
        let home = try TemporaryFolder()
        let other = RawServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nX-Api-Key: hidden-token\r\n"
                        + "Content-Length: 1\r\nConnection: close\r\n\r\nx"),
            ]
        }
        let first = RawServer { _ in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 302 Found\r\nLocation: \(other.url())\r\nContent-Length: 0\r\n"
                        + "Connection: close\r\n\r\n"),
            ]
        }
        try home.write("{ \"secret-headers\": ['x-api-key'] }", to: "config/sonic/config.json5")
        for words in [["--explain"], ["--explain", "--json"], ["--har", "-"]] {
            let ended = try await run(
                binary(named: "sonic"), ["get", first.url(), "-H", "X-Api-Key: hidden-token"] + words,
                environment: Site.environment(home))
            #expect(ended.status == .exited(0), "\(ended.errors)")
            #expect(Self.found(in: ended.output) == [], "\(ended.output)")
            #expect(ended.output.contains("***"))
        }
        for (server, isSent) in [(first, true), (other, false)] {
            var requests: [String] = []
            for await case .request(let bytes, _) in server.events {
                requests.append(String(decoding: bytes, as: UTF8.self))
                if requests.count == 3 { break }
            }
            #expect(requests.map { $0.contains("X-Api-Key: hidden-token") } == [isSent, isSent, isSent])
        }
        for words in [
            ["show", other.url()], ["show", other.url(), "headers"], ["show", other.url(), "--json"],
        ] {
            let shown = try await run(
                binary(named: "sonic"), ["cache"] + words, environment: Site.environment(home))
            #expect(shown.output.contains("***") && Self.found(in: shown.output) == [], "\(shown.output)")
        }
    }

    @Test func `secrets are only in the files of the cookies and of the page that set them`()
        async throws
    {
        let server = Self.server()
        let home = try TemporaryFolder()
        let address = "http://hidden-user:hidden-word@127.0.0.1:\(server.port)/page"
        for words in [
            [address], [server.url("/a")], [server.url("/b")] + Self.words,
            [server.url("/c"), "--user", "hidden-user:hidden-word"],
        ] {
            let ended = try await run(
                binary(named: "sonic"),
                ["get", "--har", home.path("\(words[0].suffix(1)).har"), "--log", home.path("log")] + words,
                environment: Site.environment(home))
            #expect(ended.status == .exited(0), "\(ended.errors)")
            #expect(Self.found(in: ended.output + ended.errors) == [])
        }
        let pty = try Pty(
            binary(named: "sonic"), [address, "--log", home.path("log")], environment: Site.environment(home),
            rows: 30, columns: 120)
        try await pty.waitUntil(contains: "Harbour")
        await pty.send("q")
        #expect(try await pty.waitForExit() == .exited(0))
        var looked = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: home.path) {
            guard let bytes = home.read(name), !["cookies", "cfg", "state"].contains(where: name.hasSuffix)
            else {
                continue
            }
            looked += 1
            #expect(Self.found(in: String(decoding: bytes, as: UTF8.self)) == [], "\(name)")
        }
        #expect(looked > 8)
        withExtendedLifetime(server) {}
    }
}
