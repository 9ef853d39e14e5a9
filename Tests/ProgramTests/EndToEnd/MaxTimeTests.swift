import Glibc
import TestSupport
import Testing

/// `--max-time`: a run ends within its limit, whatever happens.
@Suite struct MaxTimeTests {
    private static let chunks = Array(repeatElement("5\r\nhello\r\n", count: 20).joined().utf8)
    private static let head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"

    /// A server whose first page is complete and whose later ones never end.
    private let server = RawServer { connection in
        connection == 0
            ? [.readRequest, .send(head + "5\r\nfirst\r\n0\r\n\r\n")]
            : [.readRequest, .send(head), .send(chunks), .awaitHangUp]
    }

    private func sonic(
        _ home: TemporaryFolder, _ arguments: [String], input: String = ""
    ) async throws -> Finished {
        try await run(
            try binary(named: "sonic"), arguments, input: Array(input.utf8),
            environment: Site.environment(home))
    }

    @Test func `a page without an end is stopped with the limit named, and the stored page stays`()
        async throws
    {
        let home = try TemporaryFolder()
        #expect(try await sonic(home, ["get", server.url()]).status == .exited(0))
        let second = try await sonic(home, ["get", "--max-time", "1", server.url()])
        #expect((second.output + second.errors).contains("--max-time"))
        let dump = try await sonic(home, ["dump", "--offline", server.url()])
        #expect(dump.output.contains("first") && !dump.output.contains("hello"))
        let fresh = try await sonic(try TemporaryFolder(), ["dump", "--max-time", "1", server.url()])
        #expect(fresh.status == .exited(1) && fresh.errors.contains("--max-time"))
    }

    @Test func `a former timeout is told, and is read as the limit of connecting`() async throws {
        let silent = RawServer([.awaitHangUp])
        let home = try TemporaryFolder()
        try home.write(#"{ "securing-timeout": 1, retries: 0 }"#, to: "config/sonic/config.json5")
        let told = try await sonic(home, ["get", "--json", "https://127.0.0.1:\(silent.port)/"])
        #expect(told.status == .exited(1))
        #expect(told.errors.contains("“securing-timeout” is read as “connect-timeout”"), "\(told.errors)")
        #expect(try Answer(told).reasonCode == "failed.timedOut")
    }

    @Test(arguments: [["check"], ["diff"], ["watch", "--until", "failed"]])
    func `other commands that send requests are stopped as well`(_ command: [String]) async throws {
        let endless = RawServer([.readRequest, .send(Self.head), .send(Self.chunks), .awaitHangUp])
        let addresses = command == ["diff"] ? [endless.url("/a"), endless.url("/b")] : [endless.url()]
        let told = try await sonic(try TemporaryFolder(), command + ["--max-time", "1"] + addresses)
        #expect((told.output + told.errors).contains("--max-time"), "\(told.output) \(told.errors)")
    }

    @Test(arguments: ["", #", "sonic": true"#])
    func `the limit applies to each request of the engine`(_ more: String) async throws {
        let endless = RawServer([.readRequest, .send(Self.head), .send(Self.chunks), .awaitHangUp])
        let lines = (1...2).map { #"{"id": \#($0), "url": "\#(endless.url("/\($0)"))"\#(more)}"# + "\n" }
        let told = try await sonic(
            try TemporaryFolder(), ["engine", "--stdio", "--max-time", "1"], input: lines.joined())
        #expect(told.status == .exited(0))
        let answers = told.output.split(separator: "\n")
        #expect(answers.count == 2 && answers.allSatisfy { $0.contains("--max-time") }, "\(told.output)")
    }

    @Test func `input without an end is stopped at the limit`() async throws {
        let home = try TemporaryFolder()
        #expect(mkfifo(home.path("pipe"), 0o600) == 0)
        for command in ["dump", "replay"] {
            let program = try binary(named: "sonic")
            let told = try await run(
                "/bin/sh", ["-c", "exec \(program) \(command) --max-time 1 - 0<>\(home.path("pipe"))"],
                environment: Site.environment(home))
            #expect(told.status == .exited(1))
            #expect(told.errors.contains("--max-time"))
        }
    }
}
