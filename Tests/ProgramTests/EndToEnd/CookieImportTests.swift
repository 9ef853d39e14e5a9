import TestSupport
import Testing

/// `sonic cookies import`: another program's cookies are sent as if they had been set here.
@Suite struct CookieImportTests {
    @Test func `imported cookies are sent, and skipped lines are reported`() async throws {
        let server = RawServer { _ in
            [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx")]
        }
        let home = try TemporaryFolder()
        let lines = [
            "# Netscape HTTP Cookie File", "127.0.0.1\tFALSE\t/\tFALSE\t9999999999\tsid\tone",
            "127.0.0.1\tFALSE\t/\tFALSE\t0\tsession\ttwo", "nonsense",
        ]
        try home.write(lines.joined(separator: "\n") + "\n", to: "cookies.txt")
        func sonic(_ words: String...) async throws -> Finished {
            try await run(binary(named: "sonic"), words, environment: Site.environment(home))
        }
        let imported = try await sonic("cookies", "import", home.path("cookies.txt"))
        #expect(imported.output == "1 cookie imported, 2 skipped\n" && imported.status == .exited(0))
        #expect(imported.errors.contains("cookies.txt:3: ") && imported.errors.contains("cookies.txt:4: "))
        #expect(!imported.errors.contains("one") && !imported.errors.contains("two\n"))
        _ = try await sonic("get", server.url())
        for await case .request(let bytes, _) in server.events {
            #expect(String(decoding: bytes, as: UTF8.self).contains("\r\nCookie: sid=one\r\n"))
            break
        }
        #expect(try await sonic("cookies").status == .exited(2))
        #expect(try await sonic("cookies", "import", home.path("none")).status == .exited(1))
        try home.write("<html>", to: "page")
        #expect(try await sonic("cookies", "import", home.path("page")).status == .exited(1))
    }
}
