import Glibc
import TestSupport
import Testing

/// The prompt for a password that the argument omits.
@Suite struct PasswordTests {
    private static func asked(_ address: String) throws -> (pty: Pty, home: TemporaryFolder) {
        let home = try TemporaryFolder()
        let pty = try Pty(
            binary(named: "sonic"), ["get", address, "--user", "ann"], environment: Site.environment(home))
        return (pty, home)
    }

    @Test func `the edited password is sent and not echoed`() async throws {
        let server = RawServer([
            .readRequest,
            .send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=a\r\nContent-Length: 0\r\n\r\n"),
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\nharbour"),
        ])
        let (pty, home) = try Self.asked(server.url("/page"))
        try await pty.waitUntil(contains: "Password for ann:")
        // Deletes the whole first word, later an “é” and an “x”.
        await pty.send("wrong\u{15}seé\u{7F}ax\u{7F}\r")
        try #require(await pty.waitForExit() == .exited(0))
        #expect(await pty.isRestored)
        #expect(await !pty.screen.contains("seé"))
        // “ann:sea”, encoded as in RFC 7617.
        let wanted = "Authorization: Basic YW5uOnNlYQ=="
        var isSent = false
        for await case .request(let bytes, _) in server.events.prefix(2) {
            isSent = String(decoding: bytes, as: UTF8.self).contains(wanted)
        }
        #expect(isSent)
        withExtendedLifetime(home) {}
    }

    @Test(arguments: [("\u{3}", SIGINT), ("\u{1C}", SIGQUIT)])
    func `an interrupt key ends the program and turns echo on again`(
        key: String, signal: Int32
    ) async throws {
        let (pty, home) = try Self.asked("http://127.0.0.1:1/")
        try await pty.waitUntil(contains: "Password for ann:")
        await pty.send("sea" + key)
        #expect(try await pty.waitForExit() == .killed(signal))
        #expect(await pty.isRestored)
        withExtendedLifetime(home) {}
    }

    @Test func `end of input at the prompt is an error, and nothing is requested`() async throws {
        let (pty, home) = try Self.asked("http://127.0.0.1:1/")
        try await pty.waitUntil(contains: "Password for ann:")
        await pty.send("\u{4}")
        try await pty.waitUntil(contains: "no password was typed at a terminal; use --user NAME:PASSWORD")
        #expect(try await pty.waitForExit() == .exited(2))
        #expect(await pty.isRestored)
        withExtendedLifetime(home) {}
    }
}
