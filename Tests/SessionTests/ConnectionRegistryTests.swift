import SonicProtocol
import Testing

@testable import SonicSession

/// A connection that accepts addresses with its prefix, responds or forwards, and reports what it received.
private struct Station: RegisteredConnection {
    enum Conduct {
        /// Responds with its name as the body.
        case answers
        /// Forwards the request to another address.
        case sendsOn(to: String)
        /// Sends no response until it is stopped.
        case waits(Stop)
    }

    let name: ConnectionName
    var beginning = "http"
    var conduct = Conduct.answers

    func accepts(_ request: Request) async -> Bool { request.url.href.hasPrefix(beginning) }

    func canonical(_ request: Request) async -> Request {
        var request = request
        request.url = request.url.withoutFragment
        return request
    }

    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        switch conduct {
        case .answers:
            return ResponseEvents { events in
                events.yield(.bodyReceived(Array("\(name.rawValue) \(request.url.href)".utf8)))
                events.yield(.finished(TransferReport()))
                events.finish()
            }
        case .sendsOn(let address):
            var request = request
            request.url = WebURL(address) ?? request.url
            return onward.exchange(request)
        case .waits(let stop):
            let (events, continuation) = ResponseEvents.makeStream()
            continuation.onTermination = { _ in Task { await stop.happen() } }
            continuation.yield(.entered(.waiting))
            return events
        }
    }
}

/// Signals that an exchange was stopped.
private actor Stop {
    private var hasHappened = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    func happen() {
        hasHappened = true
        for waiter in waiters { waiter.resume() }
        waiters = []
    }

    func wait() async {
        if !hasHappened { await withCheckedContinuation { waiters.append($0) } }
    }
}

private func request(_ address: String) throws -> Request { Request(url: try WebURL.parse(address)) }

/// The body of a response and the connection that sent it, or the failure.
private func told(_ registry: ConnectionRegistry, _ address: String) async throws -> String {
    var text = ""
    for await event in registry.exchange(try request(address)) {
        switch event {
        case .bodyReceived(let bytes): text += String(decoding: bytes, as: UTF8.self)
        case .finished(let report): text += ", by \(report.answeredBy?.rawValue ?? "nobody")"
        case .failed(let failure): text += "\(failure)"
        case .entered, .requestSent, .bodySent, .noted, .edited, .headReceived: break
        }
    }
    return text
}

@Suite struct ConnectionRegistryTests {
    @Test func `the connection registered last comes first, and a request it declines goes to the next`()
        async throws
    {
        let registry = ConnectionRegistry([
            Station(name: "network"), Station(name: "package", beginning: "http://news.example/"),
        ])
        #expect(try await told(registry, "http://a.example/") == "network http://a.example/, by network")
        #expect(
            try await told(registry, "http://news.example/") == "package http://news.example/, by package")
    }

    @Test func `registering a connection again moves it to the front and replaces it`() async throws {
        let registry = ConnectionRegistry([Station(name: "a"), Station(name: "b")])
        #expect(await registry.names == ["b", "a"])
        await registry.register(Station(name: "a", beginning: "http://a"))
        #expect(await registry.names == ["a", "b"])
        #expect(try await told(registry, "http://c/") == "b http://c/, by b")
        #expect(
            await ConnectionRegistry([Station(name: "a"), Station(name: "b"), Station(name: "a")]).names == [
                "a", "b",
            ])
    }

    @Test func `an unregistered connection receives no more requests`() async throws {
        let registry = ConnectionRegistry([Station(name: "a"), Station(name: "b")])
        await registry.unregister("b")
        await registry.unregister("unknown")
        #expect(try await told(registry, "http://c/") == "a http://c/, by a")
        await registry.unregister("a")
        #expect(try await told(registry, "http://c/") == "unsupportedScheme(\"http\")")
    }

    @Test func `a request that a connection forwards is offered to all the others and never to it again`()
        async throws
    {
        let behind = ConnectionRegistry([
            Station(name: "network"), Station(name: "map", conduct: .sendsOn(to: "http://b/")),
        ])
        #expect(try await told(behind, "http://a/") == "network http://b/, by network")
        let ahead = ConnectionRegistry([
            Station(name: "map", conduct: .sendsOn(to: "http://b/")),
            Station(name: "package", beginning: "http://b/"),
        ])
        #expect(try await told(ahead, "http://a/") == "package http://b/, by package")
    }

    @Test func `connections that forward to each other do not loop forever`() async throws {
        let registry = ConnectionRegistry([
            Station(name: "a", conduct: .sendsOn(to: "http://b/")),
            Station(name: "b", conduct: .sendsOn(to: "http://a/")),
        ])
        #expect(try await told(registry, "http://a/") == "unsupportedScheme(\"http\")")
    }

    @Test func `a connection receives the canonical request, and the registry compares by it`() async throws {
        let registry = ConnectionRegistry([Station(name: "a")])
        #expect(try await told(registry, "http://c/#part") == "a http://c/, by a")
        let (bare, part) = (try request("http://c/"), try request("http://c/#part"))
        #expect(await registry.canonical(part) == bare)
        #expect(await registry.isEquivalent(part, to: bare))
        #expect(await !registry.isEquivalent(part, to: try request("http://d/")))
        #expect(await !registry.isEquivalent(try request("x:a"), to: bare))
    }

    @Test func `cancelling an exchange stops the connection that responds`() async throws {
        let (left, cancelled) = (Stop(), Stop())
        let registry = ConnectionRegistry([Station(name: "a", conduct: .waits(left))])
        for await _ in registry.exchange(try request("http://c/")) { break }
        await left.wait()

        await registry.register(Station(name: "a", conduct: .waits(cancelled)))
        let events = registry.exchange(try request("http://c/"))
        let (begun, begin) = AsyncStream<Void>.makeStream()
        let reading = Task { for await _ in events { begin.yield() } }
        for await _ in begun { break }
        reading.cancel()
        await cancelled.wait()
        await reading.value
    }
}
