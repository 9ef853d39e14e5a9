import SonicProtocol

/// What a connection is registered under and what screens call it, such as `network`.
public struct ConnectionName: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    /// The word.
    public let rawValue: String

    /// The name of this word.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The name of this word.
    public init(stringLiteral value: String) {
        self.init(rawValue: value)
    }

    /// The plain network, which nobody needs to be told of.
    public static let network: ConnectionName = "network"
}

/// A connection that takes part in a registry: it says which requests are its own, and may send requests onward
/// to the others. What VasSonic's registered connections and NSURLProtocol are to their systems.
public protocol RegisteredConnection: Sendable {
    /// Its identity: of two connections with one name only the one registered last is asked.
    var name: ConnectionName { get }

    /// Whether it answers this request; when not, the next connection is asked.
    func accepts(_ request: Request) async -> Bool

    /// The one form of all requests that ask for the same; `exchange` is given this form.
    func canonical(_ request: Request) async -> Request

    /// Whether an answer to one of the requests, both of them accepted, answers the other as well.
    func isEquivalent(_ first: Request, to second: Request) async -> Bool

    /// Starts to answer an accepted request, with the events that `Connection.exchange` promises; ending the
    /// iteration stops it.
    /// - Parameters:
    ///   - request: The request, in its canonical form.
    ///   - onward: Sends what this connection asks for itself. Such requests are offered to the other
    ///     connections and never to this one again.
    func exchange(_ request: Request, onward: any Connection) -> ResponseEvents
}

extension RegisteredConnection {
    /// The request as it is.
    public func canonical(_ request: Request) async -> Request { request }

    /// Whether both have one canonical form.
    public func isEquivalent(_ first: Request, to second: Request) async -> Bool {
        await canonical(first) == canonical(second)
    }
}
