import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// Programs that are killed while they store cookies.
@Suite struct KilledCookieTests {
    /// The part of the file that the test reads.
    private struct Jar: Decodable {
        var cookies: [Cookie]

        struct Cookie: Decodable {
            var name: String
        }
    }

    @Test func `a program killed while it stores a cookie loses no other cookie`() async throws {
        let server = RawServer { number in
            [
                .readRequest,
                .send(
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nSet-Cookie: c\(number)=v; Max-Age=9999\r\n"
                        + "Content-Length: 3\r\nConnection: close\r\n\r\n<p>"),
            ]
        }
        let home = try TemporaryFolder()
        func names() throws -> Set<String> {
            guard let bytes = home.read("state/sonic/default/cookies") else { return [] }
            return Set(try JSONDecoder().decode(Jar.self, from: Data(bytes)).cookies.map(\.name))
        }
        let words = ["get", "--force", server.url()]
        var killed = 0
        for round in 0..<20 {
            let before = try names()
            let victim = try Program(binary(named: "sonic"), words, environment: Site.environment(home))
            // The draft exists only for a moment before it replaces the file; sometimes that is missed.
            let draft = home.path("state/sonic/default/cookies.new")
            let deadline = ContinuousClock.now + Pty.patience
            while access(draft, F_OK) != 0, try names() == before, ContinuousClock.now < deadline {}
            for _ in 0..<(round * 3) { sched_yield() }
            await victim.signal(SIGKILL)
            if case .killed = try await victim.finish().status { killed += 1 }
            let after = try names()
            #expect(after.isSuperset(of: before), "round \(round)")
            #expect(after.count <= before.count + 1, "round \(round)")
        }
        #expect(killed > 0, "somebody must have been killed")
        let before = try names()
        let last = try await run(binary(named: "sonic"), words, environment: Site.environment(home))
        #expect(last.status == .exited(0) && last.errors == "")
        #expect(try names().count == before.count + 1)
        withExtendedLifetime(server) {}
    }
}
