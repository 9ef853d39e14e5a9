import SonicProtocol

/// Answers `data:` addresses with what they hold.
public struct DataConnection: RegisteredConnection {
    /// The scheme of the addresses.
    public static let scheme = "data"

    /// Such a connection.
    public init() {}

    /// The name that screens show.
    public var name: ConnectionName { "data" }

    /// Whether the address is one of these.
    public func accepts(_ request: Request) async -> Bool { request.url.scheme == Self.scheme }

    /// Answers at once. It is not stored: the address is all of it.
    public func exchange(_ request: Request, onward: any Connection) -> ResponseEvents {
        ResponseRelay.stream {
            guard let data = DataURL(request.url) else {
                return ResponseRelay([
                    .failed(.refused(by: "data", detail: "the address holds no data that can be read"))
                ])
            }
            return .answer(
                data.body, type: data.contentType, to: request,
                fields: [HeaderField("Cache-Control", "no-store")])
        }
    }
}
