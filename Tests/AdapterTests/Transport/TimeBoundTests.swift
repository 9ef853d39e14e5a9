import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

/// Total time limits, which no phase of a transfer extends.
@Suite struct TimeBoundTests {
    private static let limit = Duration.milliseconds(200)
    private static let file = "Content-Type: application/zip\r\n"
    /// Several pieces, in chunks of five bytes: no phase ever takes long.
    private static let chunks = Array(repeatElement("5\r\nhello\r\n", count: 2000).joined().utf8)

    /// A server with endless responses.
    private func endless(_ lines: String = "") -> RawServer {
        RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\n\(lines)Transfer-Encoding: chunked\r\n\r\n"),
            .flood(Self.chunks, times: .max),
        ])
    }

    private func failure(
        _ server: RawServer, _ configuration: TransportConfiguration = TransportConfiguration(),
        _ time: TimeBound = .usual
    ) async throws -> ConnectionFailure? {
        var request = try request(server.url())
        request.time = time
        return await Told(CurlConnection(configuration).exchange(request)).failure
    }

    @Test func `lookup, connection and TLS have one limit, the response and its pauses another`() {
        var limits = TimeLimits()
        limits.connecting = .seconds(1)
        limits.silence = .seconds(2)
        #expect(TransferPhase.allCases.map { limits[$0] } == [1, 1, 1, 2, 2].map { .seconds($0) })
    }

    @Test func `an endless response is stopped at the total time limit`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.whole = Self.limit
        #expect(try await failure(endless(), configuration) == .overdue(limit: Self.limit))
    }

    @Test func `the remaining time of a longer limit counts, and the error names the limit`() async throws {
        let time = TimeBound.left(.milliseconds(50), limit: .seconds(7), countsForFiles: true)
        #expect(try await failure(endless(Self.file), time: time) == .overdue(limit: .seconds(7)))
        let over = TimeBound.left(.seconds(-1), limit: .seconds(7), countsForFiles: true)
        #expect(try await failure(endless(), time: over) == .overdue(limit: .seconds(7)))
    }

    private func failure(_ server: RawServer, time: TimeBound) async throws -> ConnectionFailure? {
        try await failure(server, TransportConfiguration(), time)
    }

    @Test func `the earlier limit stops a silent server`() async throws {
        var configuration = TransportConfiguration()
        configuration.limits.whole = Self.limit
        let silent = RawServer([.readRequest, .awaitHangUp])
        #expect(try await failure(silent, configuration) == .overdue(limit: Self.limit))
        configuration.limits.silence = .milliseconds(20)
        #expect(
            try await failure(silent, configuration) == .timedOut(.waiting, after: .milliseconds(20)))
    }

    @Test func `downloads are bounded by the run's limit only`() async throws {
        let gate = Gate()
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\n\(Self.file)Content-Length: 5\r\n\r\n"), .wait(gate),
            .send("hello"),
        ])
        var configuration = TransportConfiguration()
        configuration.limits.whole = .milliseconds(1)
        var request = try request(server.url())
        request.time = .left(.milliseconds(300), limit: .seconds(7), countsForFiles: false)
        let connection = CurlConnection(configuration)
        var iterator = connection.exchange(request).makeAsyncIterator()
        while let event = await iterator.next() {
            if case .headReceived = event { break }
        }
        // Another one ends after the time at which this one would have.
        let flooding = endless()
        var other = try self.request(flooding)
        other.time = .left(.milliseconds(400), limit: .seconds(7), countsForFiles: true)
        #expect(await Told(connection.exchange(other)).failure == .overdue(limit: .seconds(7)))
        withExtendedLifetime(flooding) {}
        gate.open()
        #expect(await Told(iterator.rest).text == "hello")
        configuration.end = RunEnd(after: Self.limit)
        let time = TimeBound.left(.seconds(60), limit: .seconds(60), countsForFiles: false)
        #expect(
            try await failure(endless(Self.file), configuration, time) == .overdue(limit: Self.limit))
    }

    private func request(_ server: RawServer) throws -> Request { try request(server.url()) }

    private func request(_ url: String) throws -> Request { Request(url: try WebURL.parse(url)) }

    @Test func `queued requests time out, too`() async throws {
        var configuration = TransportConfiguration()
        configuration.connections.perHost = 1
        configuration.limits.silence = .seconds(60)
        let silent = RawServer([.readRequest, .awaitHangUp])
        let connection = CurlConnection(configuration)
        let first = connection.exchange(try request(silent))
        var second = try request(silent)
        second.time = .left(Self.limit, limit: Self.limit, countsForFiles: true)
        #expect(await Told(connection.exchange(second)).failure == .overdue(limit: Self.limit))
        withExtendedLifetime(first) {}
    }

    @Test func `after the run's limit nothing starts`() async throws {
        var configuration = TransportConfiguration()
        configuration.end = RunEnd(after: .zero)
        let server = RawServer([.readRequest, page("late")])
        let told = await Told(CurlConnection(configuration).exchange(try request(server)))
        #expect(told.failure == .overdue(limit: .zero))
    }
}
