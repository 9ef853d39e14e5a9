import SonicProtocol

/// The registered connections: the last one registered is tried first, and the first one that accepts a request
/// handles it. It is a connection itself, so that senders of requests do not depend on it.
public actor ConnectionRegistry: Connection {
    /// The connections in the order in which they are tried.
    private var connections: [any RegisteredConnection]

    /// Creates a registry of connections registered in this order: the last one is tried first.
    public init(_ connections: [any RegisteredConnection] = []) {
        var asked: [any RegisteredConnection] = []
        for connection in connections.reversed() where !asked.contains(where: { $0.name == connection.name })
        {
            asked.append(connection)
        }
        self.connections = asked
    }

    /// The names in the order in which they are tried.
    public var names: [ConnectionName] { connections.map(\.name) }

    /// Puts a connection first, replacing one registered with the same name. Running exchanges are not affected.
    public func register(_ connection: any RegisteredConnection) {
        unregister(connection.name)
        connections.insert(connection, at: 0)
    }

    /// Removes the connection with this name; does nothing if there is none.
    public func unregister(_ name: ConnectionName) { connections.removeAll { $0.name == name } }

    /// Sends a request through the first connection that accepts it. A report without a name gets that connection's.
    /// If none accepts, the exchange fails with `unsupportedScheme`.
    public nonisolated func exchange(_ request: Request) -> ResponseEvents {
        RemainingConnections(registry: self, passed: []).exchange(request)
    }

    /// Returns the canonical form of a request, by the connection that would handle it; unchanged if there is none.
    public func canonical(_ request: Request) async -> Request {
        await handler(of: request, past: [])?.canonical(request) ?? request
    }

    /// Whether a response to one request also answers the other: both are handled by the same connection, which
    /// decides.
    public func isEquivalent(_ first: Request, to second: Request) async -> Bool {
        guard let handler = await handler(of: first, past: []),
            await self.handler(of: second, past: [])?.name == handler.name
        else { return first == second }
        return await handler.isEquivalent(first, to: second)
    }

    /// Returns the connection that handles a request already passed through the connections in `passed`; nil if there
    /// is none.
    fileprivate func handler(
        of request: Request, past passed: [ConnectionName]
    ) async -> (any RegisteredConnection)? {
        for connection in connections where !passed.contains(connection.name) {
            if await connection.accepts(request) { return connection }
        }
        return nil
    }
}

/// A registry without the connections that a request has passed through, so that none is tried twice and every chain
/// ends.
private struct RemainingConnections: Connection {
    let registry: ConnectionRegistry
    let passed: [ConnectionName]

    func exchange(_ request: Request) -> ResponseEvents {
        ResponseRelay.stream {
            guard let handler = await registry.handler(of: request, past: passed) else {
                return ResponseRelay([.failed(.unsupportedScheme(request.url.scheme))])
            }
            let rest = RemainingConnections(registry: registry, passed: passed + [handler.name])
            let canonical = await handler.canonical(request)
            return ResponseRelay(then: handler.exchange(canonical, onward: rest)) { event in
                guard case .finished(var report) = event, report.answeredBy == nil else {
                    return .forward(event)
                }
                report.answeredBy = handler.name
                return .forward(.finished(report))
            }
        }
    }
}
