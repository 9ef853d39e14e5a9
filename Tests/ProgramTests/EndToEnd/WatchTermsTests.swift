import TestSupport
import Testing

/// What `sonic watch` counts as a change, and when it polls.
@Suite struct WatchTermsTests {
    private static func response(_ status: String, _ headers: String, _ body: String) -> String {
        "HTTP/1.1 \(status)\r\nContent-Type: text/html\r\nConnection: close\r\n\(headers)"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }

    /// A server whose responses contain the number of the connection.
    private static func counting(_ page: @escaping @Sendable (Int) -> String) -> RawServer {
        RawServer { number in [.readRequest, .send(response("200 OK", "", page(number)))] }
    }

    private func watch(_ server: RawServer, _ words: String...) async throws -> Finished {
        let home = try TemporaryFolder()
        return try await run(
            binary(named: "sonic"), ["watch", server.url(), "--every", "20ms", "--private"] + words,
            environment: Site.environment(home))
    }

    private func count(_ text: String, in finished: Finished) -> Int {
        finished.output.split(separator: "\n").count { $0.contains(text) }
    }

    @Test func `a command runs if the text changes, and with --source if the source does`()
        async throws
    {
        let server = Self.counting { "<form><input type=hidden value=\($0)><p>the same text</form>" }
        let quiet = try await watch(server, "--times", "3", "--exec", "echo EXEC")
        #expect(count("EXEC", in: quiet) == 0)
        #expect(count("its text is the same", in: quiet) == 2)
        let loud = try await watch(server, "--times", "3", "--exec", "echo EXEC", "--source")
        #expect(count("EXEC", in: loud) == 2)
        let json = try await watch(server, "--times", "2", "--json")
        #expect(count(#""textChanged":false"#, in: json) == 1)
        let until = try await watch(server, "--times", "3", "--until", "change")
        #expect(until.status == .exited(1))
        #expect(try await watch(server, "--until", "change", "--source").status == .exited(0))
    }

    @Test func `selectors on the command line select what is compared`() async throws {
        let server = Self.counting { "<p id=clock>\($0)</p><p class=x>\($0 / 1000)</p><p class=y>\($0)</p>" }
        for (options, runs) in [
            (["--only", ".x"], 0), (["--ignore", "#clock", "--ignore", ".y"], 0), (["--ignore", ".y"], 2),
            (["--only", "#clock", "--only", ".x"], 2),
        ] {
            let finished = try await run(
                binary(named: "sonic"),
                [
                    "watch", server.url(), "--every", "20ms", "--private", "--times", "3", "--exec",
                    "echo EXEC",
                ]
                    + options, environment: Site.environment(try TemporaryFolder()))
            #expect(count("EXEC", in: finished) == runs, "\(options)")
        }
        let slip = try await watch(server, "--only", "p[")
        #expect(slip.status == .exited(2) && slip.errors.contains("p["))
    }

    @Test func `Retry-After is respected as a date and in seconds`() async throws {
        for wait in ["Fri, 31 Dec 2094 23:59:59 GMT", "40"] {
            let server = RawServer { number in
                let busy = Self.response("503 Busy", "Retry-After: \(wait)\r\n", "busy")
                return [.readRequest, .send(number == 0 ? Self.response("200 OK", "", "<p>x") : busy)]
            }
            let home = try TemporaryFolder()
            let program = try Program(
                binary(named: "sonic"), ["watch", server.url(), "--every", "20ms", "--json"],
                environment: Site.environment(home))
            try await program.wait(for: #""event":"failed""#)
            await program.signal(2)
            let finished = try await program.finish()
            #expect(finished.output.contains(#""runs":2"#))
            let failed = finished.output.split(separator: "\n").first { $0.contains(#""failed""#) } ?? ""
            let next = failed.split(separator: #""next":"#).last?.prefix { $0.isNumber }
            #expect(next.flatMap { Int($0) }.map { $0 >= 39_000 } == true, "\(failed)")
        }
    }

    @Test func `tolerated failures are neither reported nor counted as failures`() async throws {
        let server = RawServer { number in
            number % 3 == 0
                ? [.readRequest, .send(Self.response("200 OK", "", "<p>x"))]
                : [.readRequest, .send(Self.response("500 Oops", "", "oops"))]
        }
        let calm = try await watch(server, "--times", "6", "--tolerate", "2", "--json")
        #expect(calm.status == .exited(0) && count(#""failed""#, in: calm) == 0)
        let strict = try await watch(server, "--times", "6", "--tolerate", "1", "--json")
        #expect(strict.status == .exited(1) && count(#""event":"failed""#, in: strict) == 2)
    }
}
