import SonicSession
import TestSupport
import Testing

@testable import Transport

/// Requests beyond the limits wait for their turn.
@Suite(.timeLimit(.minutes(1))) struct QueueingTests {
    private func connection(
        total: Int = 99, perHost: Int = 6, waiting: Duration = .seconds(60)
    ) -> CurlConnection {
        var configuration = TransportConfiguration()
        (configuration.connections.total, configuration.connections.perHost) = (total, perHost)
        configuration.limits.silence = waiting
        return CurlConnection(configuration)
    }

    @Test func `time limits count from the start of a transfer, and a silent host does not block others`()
        async throws
    {
        let silent = RawServer([.readRequest, .awaitHangUp])
        let server = RawServer([.readRequest, page("here")])
        let connection = connection(total: 1, waiting: .milliseconds(200))
        // Each waits for those before it, longer than its own limit.
        async let first = Told(connection.exchange(try request(silent.url())))
        async let second = Told(connection.exchange(try request(silent.url())))
        async let third = Told(connection.exchange(try request(server.url())))
        #expect(try await third.text == "here")
        for failure in [try await first.failure, try await second.failure] {
            #expect(failure == .timedOut(.waiting, after: .milliseconds(200)))
        }
        withExtendedLifetime((silent, server)) {}
    }

    @Test func `a host at its limit lets others start, and a cancelled transfer lets the next one start`()
        async throws
    {
        let silent = RawServer([.readRequest, .awaitHangUp])
        let server = RawServer([.readRequest, page("here")])
        let connection = connection(perHost: 1)
        let held = connection.exchange(try request(silent.url()))
        let begun = Task { await Told(held) }
        let waiting = Task { await Told(connection.exchange(try request(silent.url("/second")))) }
        #expect(await Told(connection.exchange(try request(server.url()))).text == "here")
        // Cancel the waiting one, then the running one.
        waiting.cancel()
        _ = try await waiting.value
        begun.cancel()
        _ = await begun.value
        #expect(await Told(connection.exchange(try request(server.url()))).text == "here")
        withExtendedLifetime((silent, server)) {}
    }

    @Test func `hundreds of concurrent requests complete, within the connection limit`()
        async throws
    {
        let server = RawServer { _ in
            (0..<400).flatMap { _ -> [RawServer.Step] in [.readRequest, page("here")] }
        }
        let connection = connection()
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<300 {
                let asked = try request(server.url("/\(number)"))
                group.addTask { await Told(connection.exchange(asked)).text }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == [String](repeating: "here", count: 300))
        withExtendedLifetime(server) {}
    }
}
