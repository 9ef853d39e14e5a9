import SonicProtocol

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
