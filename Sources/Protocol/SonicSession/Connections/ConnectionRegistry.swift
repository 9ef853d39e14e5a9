import SonicProtocol

/// The connections there are: the one registered last is asked first, and the first that accepts a request
/// answers it. A connection itself, so that whoever sends requests need not know of it.
public actor ConnectionRegistry: Connection {
    /// In the order in which they are asked.
    private var connections: [any RegisteredConnection]

    /// A registry of connections that are registered in this order: the last is asked first.
    public init(_ connections: [any RegisteredConnection] = []) {
        var asked: [any RegisteredConnection] = []
        for connection in connections.reversed() where !asked.contains(where: { $0.name == connection.name })
        {
            asked.append(connection)
        }
        self.connections = asked
    }

    /// The names in the order in which they are asked.
    public var names: [ConnectionName] { connections.map(\.name) }

    /// Puts a connection in front; one of its name that was registered before gives way. Exchanges under way are
    /// not touched.
    public func register(_ connection: any RegisteredConnection) {
        unregister(connection.name)
        connections.insert(connection, at: 0)
    }

    /// Asks the connection of this name no more; does nothing when there is none.
    public func unregister(_ name: ConnectionName) {
        connections.removeAll { $0.name == name }
    }

    /// Sends a request through the first connection that accepts it. A report without a name gets that
    /// connection's. When nobody accepts, the exchange fails with `unsupportedScheme`.
    public nonisolated func exchange(_ request: Request) -> ResponseEvents {
        Onward(registry: self, passed: []).exchange(request)
    }

    /// The canonical form of a request, by the connection that would answer it; as it is when none would.
    public func canonical(_ request: Request) async -> Request {
        await taker(of: request, past: [])?.canonical(request) ?? request
    }

    /// Whether an answer to one request answers the other: both are one connection's, which says so.
    public func isEquivalent(_ first: Request, to second: Request) async -> Bool {
        guard let taker = await taker(of: first, past: []),
            await self.taker(of: second, past: [])?.name == taker.name
        else { return first == second }
        return await taker.isEquivalent(first, to: second)
    }

    /// Who answers a request that has been with the connections in `passed`; nil for nobody.
    fileprivate func taker(
        of request: Request, past passed: [ConnectionName]
    ) async -> (any RegisteredConnection)? {
        for connection in connections where !passed.contains(connection.name) {
            if await connection.accepts(request) { return connection }
        }
        return nil
    }
}

/// A registry without the connections that a request has come through, so that none is asked twice and every
/// chain ends.
private struct Onward: Connection {
    let registry: ConnectionRegistry
    let passed: [ConnectionName]

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream {
            guard let taker = await registry.taker(of: request, past: passed) else {
                return ResponseRelay([.failed(.unsupportedScheme(request.url.scheme))])
            }
            let rest = Onward(registry: registry, passed: passed + [taker.name])
            let canonical = await taker.canonical(request)
            return ResponseRelay(then: taker.exchange(canonical, onward: rest)) { event in
                guard case .finished(var report) = event, report.answeredBy == nil else {
                    return .forward(event)
                }
                report.answeredBy = taker.name
                return .forward(.finished(report))
            }
        }
    }
}
