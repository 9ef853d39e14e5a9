import SonicProtocol

/// The name that a connection is registered under and that screens show, such as `network`.
public struct ConnectionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The name as a string.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Creates a name.
    public init(stringLiteral value: String) { self.init(rawValue: value) }

    /// The plain network, which need not be mentioned to users.
    public static let network: ConnectionName = "network"
    /// The store, which is no connection: no request was sent, or no server could respond.
    public static let cache: ConnectionName = "cache"
}

/// A connection of a registry: it decides which requests it accepts, and may send requests to the other connections,
/// like the registered connections of VasSonic and NSURLProtocol.
public protocol RegisteredConnection: Sendable {
    /// The identity of the connection: of two with the same name only the one registered last is used.
    var name: ConnectionName { get }

    /// Whether the connection handles this request; if not, the next connection is tried.
    func accepts(_ request: Request) async -> Bool

    /// Returns the canonical form of equivalent requests; `exchange` receives this form.
    func canonical(_ request: Request) async -> Request

    /// Whether a response to one of the requests, both accepted, also answers the other.
    func isEquivalent(_ first: Request, to second: Request) async -> Bool

    /// Starts to respond to an accepted request, with the events specified by `Connection.exchange`; ending the
    /// iteration stops it.
    /// - Parameters:
    ///   - request: The request, in its canonical form.
    ///   - onward: Sends this connection's own requests. They are offered to the other connections and never to this
    ///     one again.
    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents
}

extension RegisteredConnection {
    /// Returns the request unchanged.
    public func canonical(_ request: Request) async -> Request { request }

    /// Whether both have the same canonical form.
    public func isEquivalent(_ first: Request, to second: Request) async -> Bool {
        await canonical(first) == canonical(second)
    }
}

/// A connection that responds to `data:` addresses with their content.
public struct DataConnection: RegisteredConnection {
    /// The scheme of the addresses.
    public static let scheme = "data"

    /// Creates the connection.
    public init() {}

    /// The name shown on screens.
    public var name: ConnectionName { "data" }

    /// Whether the address is a `data:` address.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == Self.scheme }

    /// Responds at once. The response is not stored: the address contains all of it.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            guard let data = DataURL(request.url) else {
                return ResponseRelay([
                    .failed(.refused(by: "data", detail: "the data in the address cannot be read"))
                ])
            }
            return .answer(
                data.body, type: data.contentType, to: request,
                fields: [HeaderField("Cache-Control", "no-store")])
        }
    }
}
