import FoundationEssentials
import TestSupport
import Testing

/// What servers and arguments may contain, and what the program then does.
@Suite struct HostileWordsTests {
    @Test func `a server cannot inject escape sequences into either output`() async throws {
        let answer = "HTTP/1.1 404 Not \u{1B}[31mFound\r\nX-Evil: \u{1B}[5m\r\nContent-Length: 0\r\n\r\n"
        for words in [["dump", "--headers"], ["get"], ["get", "--json"]] {
            let server = RawServer([.readRequest, .send(answer), .awaitHangUp])
            let finished = try await sonic(words + [server.url()])
            withExtendedLifetime(server) {}
            #expect(finished.status == .exited(1))
            #expect((finished.output + finished.errors).contains("404 Not"))
            #expect(!(finished.output + finished.errors).utf8.contains(0x1B), "\(words)")
        }
    }

    @Test func `credentials in headers are not sent after a redirect to another origin`() async throws {
        let other = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .awaitHangUp,
        ])
        let redirect = "HTTP/1.1 302 Found\r\nLocation: \(other.url())\r\nContent-Length: 0\r\n\r\n"
        let first = RawServer([.readRequest, .send(redirect), .awaitHangUp])
        let finished = try await sonic([
            "get", first.url(), "-H", "Authorization: Bearer secret", "-H", "Cookie: secret=1", "-H",
            "X-A: kept",
        ])
        #expect(finished.status == .exited(0))
        let sent = await Self.request(first)
        #expect(sent.contains("Bearer secret") && sent.contains("secret=1"))
        let followed = await Self.request(other)
        #expect(followed.contains("X-A: kept"))
        #expect(!followed.contains("secret"))
    }

    @Test func `credentials in a redirect's address are neither sent nor stored`()
        async throws
    {
        let home = try TemporaryFolder()
        let page = "<p>page"
        let other = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(page.utf8.count)\r\n\r\n" + page),
        ])
        let place = "eve:s3cret@127.0.0.1:\(other.port)/b"
        for scheme in ["http", "ftp"] {
            let redirect = "HTTP/1.1 302 Found\r\nLocation: \(scheme)://\(place)\r\nContent-Length: 0\r\n\r\n"
            let first = RawServer([.readRequest, .send(redirect)])
            for words in [
                ["get"], ["get", "--explain"], ["get", "--json"],
                ["get", "--log", home.path("log"), "--har", home.path("har")], ["history"],
                ["cache", "list"],
            ] {
                let finished = try await run(
                    binary(named: "sonic"), words[0] == "get" ? words + [first.url()] : words,
                    environment: Site.environment(home))
                #expect(!(finished.output + finished.errors).contains("s3cret"), "\(words)")
            }
            withExtendedLifetime(first) {}
        }
        #expect(!(await Self.request(other).lowercased().contains("authorization")))
        let files = try FileManager.default.subpathsOfDirectory(atPath: home.path)
        #expect(files.contains("log") && files.contains("har"))
        for name in files {
            #expect(!(home.read(name) ?? []).contains("s3cret".utf8), "\(name)")
        }
    }

    private static func request(_ server: RawServer) async -> String {
        for await event in server.events {
            if case .request(let bytes, _) = event { return String(decoding: bytes, as: UTF8.self) }
        }
        return ""
    }

    @Test func `a header without an end is reported as too large`() async throws {
        let line = [UInt8](repeating: 0x7A, count: 1 << 16)
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nX: "), .flood(line, times: 40), .awaitHangUp,
        ])
        let finished = try await sonic(["get", server.url()])
        withExtendedLifetime(server) {}
        #expect(finished.status == .exited(1))
        #expect(finished.output.contains("too large"))
    }

    private func sonic(_ words: [String]) async throws -> Finished {
        let home = try TemporaryFolder()
        return try await run(binary(named: "sonic"), words, environment: Site.environment(home))
    }
}
