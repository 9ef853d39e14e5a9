import SonicProtocol

/// The progress of an exchange at a server that has not ended (docs/server/sonic-server-faults.md#traffic).
public struct RunningExchange: Sendable, Equatable {
    /// What it waits for.
    public enum Wait: String, Sendable {
        /// The client, which sends the body of its request.
        case request
        /// The upstream.
        case upstream
        /// The upstream, although the client has closed its side of the connection.
        case abandoned
        /// The decision on an intercepted message.
        case interception
        /// The client, which reads the response.
        case client
        /// A time: the response is delayed on purpose.
        case delay
        /// Either side: the connection has changed to another protocol.
        case bothSides
    }

    /// Its number among the server's exchanges.
    public let id: Int
    /// What it waits for.
    public let wait: Wait
    /// The number of bytes from the client so far, without headers.
    public let received: Int
    /// The number of bytes to the client so far, without headers; nil if unknown.
    public let sent: Int?

    /// Creates the progress of an exchange.
    public init(id: Int, wait: Wait, received: Int, sent: Int?) {
        self.id = id
        self.wait = wait
        self.received = received
        self.sent = sent
    }

    /// Parses a line of a server's stream; nil if it is not one.
    package init?(_ node: JSONNode) {
        guard let id = node["id"]?.integer, let wait = node["waitsFor"]?.string.flatMap(Wait.init) else {
            return nil
        }
        self.init(
            id: id, wait: wait, received: max(0, node["bytesReceived"]?.integer ?? 0),
            sent: node["bytesSent"]?.integer.map { max(0, $0) })
    }

    /// The progress as members of a JSON object.
    public var members: [JSONValue.Member] {
        [
            .init("id", .integer(id)), .init("waitsFor", .string(wait.rawValue)),
            .init("bytesReceived", .integer(received)), .init("bytesSent", .integer(orNull: sent)),
        ]
    }
}
