import SonicProtocol
import SonicSession
import TestSupport
import Testing

@testable import Transport

@Suite struct `Stopping` {
    @Test func `a reader that stops reading cancels the transfer`() async throws {
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nHell"), .awaitHangUp,
        ])
        let connection = CurlConnection()
        for await event in connection.exchange(try request(server.url())) {
            if case .bodyReceived = event { break }
        }
        #expect(await server.events.first { $0 == .hungUp(connection: 0) } != nil)
        withExtendedLifetime(connection) {}
    }

    @Test func `a cancelled task cancels the transfer`() async throws {
        let server = RawServer([.readRequest, .awaitHangUp])
        let connection = CurlConnection()
        let request = try request(server.url())
        let task = Task { await Told(connection.exchange(request)) }
        var events = server.events.makeAsyncIterator()
        _ = try #require(await events.next())
        task.cancel()
        let told = await task.value
        #expect(await events.next() == .hungUp(connection: 0))
        #expect(told.report == nil)
        withExtendedLifetime(connection) {}
    }

    @Test func `cancelling during a name lookup does not wait for its result`() async throws {
        var configuration = TransportConfiguration()
        configuration.proxy = .none
        let connection = CurlConnection(configuration)
        let server = RawServer([.readRequest, page("ok")])
        for number in 0..<5 {
            for await event in connection.exchange(try request("http://slow\(number).invalid/")) {
                if case .entered(.resolving) = event { break }
            }
        }
        // Commands are served in order, so this response comes after all five cancellations.
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
    }

    @Test func `transfers outlive all owners of their connection but the last`() async throws {
        let gate = Gate()
        let server = RawServer([.readRequest, .wait(gate), page("still here")])
        let events = CurlConnection().exchange(try request(server.url()))
        gate.open()
        #expect(await Told(events).text == "still here")
    }
}

@Suite struct `Flow` {
    @Test func `a body in chunks of one byte is delivered in few pieces`() async throws {
        let chunks = Array(repeatElement("1\r\na\r\n", count: 40_000).joined().utf8)
        let server = RawServer([
            .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"),
            .send(chunks + Array("0\r\n\r\n".utf8)),
        ])
        let connection = CurlConnection()
        var (pieces, bytes) = (0, 0)
        for await event in connection.exchange(try request(server.url())) {
            if case .bodyReceived(let piece) = event { (pieces, bytes) = (pieces + 1, bytes + piece.count) }
        }
        #expect(bytes == 40_000)
        #expect(pieces < 4000, "one for each byte would be 40,000")
        withExtendedLifetime(connection) {}
    }

    @Test func `a slow reader pauses the transfer and loses nothing`() async throws {
        let piece = [UInt8](repeating: 0x61, count: 1 << 20)
        let count = 32
        let server = RawServer { number in
            number == 0
                ? [
                    .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: \(count << 20)\r\n\r\n"),
                    .flood(piece, times: count),
                ] : [.readRequest, page("ok")]
        }
        let limit = 256 << 10
        var configuration = TransportConfiguration()
        configuration.unreadLimit = limit
        let commands = try CommandPipe.start(configuration)
        let channel = Channel<ResponseEvent>()
        let bursts = ChannelReader(channel) {}
        let exchange = TransferExchange(try request(server.url()), channel, unreadLimit: limit)
        commands.send(.start(exchange))
        while !exchange.isFull { await Task.yield() }
        // Another complete exchange on the same thread: if the first had not paused, it would have continued.
        let other = Channel<ResponseEvent>()
        let others = ChannelReader(other) {}
        commands.send(.start(TransferExchange(try request(server.url()), other, unreadLimit: limit)))
        var bodies: [[UInt8]] = []
        while let burst = await others.next() {
            for case .bodyReceived(let bytes) in burst { bodies.append(bytes) }
        }
        #expect(bodies.joined().elementsEqual("ok".utf8))

        var total = 0
        var largest = 0
        while let burst = await bursts.next() {
            for case .bodyReceived(let bytes) in burst {
                total += bytes.count
                largest = max(largest, exchange.unreadCount)
                if exchange.took(bytes.count) { commands.send(.resume(exchange)) }
            }
        }
        #expect(total == count << 20)
        #expect(largest < limit + (128 << 10))
    }

    @Test func `a large body arrives completely at a reader that pauses at each piece`() async throws {
        let piece = [UInt8](0...255)
        let count = 4096
        var configuration = TransportConfiguration()
        configuration.unreadLimit = 1
        let told = try await answer(
            .send("HTTP/1.1 200 OK\r\nContent-Length: \(count * 256)\r\n\r\n"), .flood(piece, times: count),
            with: configuration)
        #expect(told.failure == nil)
        #expect(told.body.count == count * 256)
        #expect(told.body.enumerated().allSatisfy { $0.element == UInt8($0.offset & 255) })
    }

    @Test func `a request is reported before its response arrives`() async throws {
        let gate = Gate()
        let server = RawServer([.readRequest, .wait(gate), page("ok")])
        let commands = try CommandPipe.start(TransportConfiguration())
        let channel = Channel<ResponseEvent>()
        let bursts = ChannelReader(channel) {}
        commands.send(.start(TransferExchange(try request(server.url()), channel, unreadLimit: 1 << 20)))
        var told: [ResponseEvent] = []
        while let burst = await bursts.next() {
            told += burst
            if burst.contains(.entered(.waiting)) { gate.open() }
        }
        #expect(told.contains(.bodyReceived(Array("ok".utf8))))
    }

    @Test func `many exchanges run concurrently`() async throws {
        let count = 40
        let gates = (0..<count).map { _ in Gate() }
        let server = RawServer { [.readRequest, .wait(gates[$0]), page("answer")] }
        var configuration = TransportConfiguration()
        configuration.connections.perHost = count
        let connection = CurlConnection(configuration)
        let texts = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<count {
                let request = try request(server.url("/\(number)"))
                group.addTask { await Told(connection.exchange(request)).text }
            }
            // No response is sent before all requests have arrived.
            var asked = 0
            for await case .request in server.events {
                asked += 1
                if asked == count { break }
            }
            for gate in gates { gate.open() }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(texts == Array(repeating: "answer", count: count))
    }

    @Test func `libcurl can be loaded in advance`() async throws {
        let connection = CurlConnection()
        connection.prepare()
        let server = RawServer([.readRequest, page("ok")])
        #expect(await Told(connection.exchange(try request(server.url()))).text == "ok")
    }
}
