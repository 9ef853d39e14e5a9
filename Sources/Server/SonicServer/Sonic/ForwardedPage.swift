import SonicProtocol

/// How a page came from the server that this one stands in front of.
public struct ForwardedPage: Sendable, Equatable {
    /// The fields of its answer that may go on to the client, in their order.
    let fields: Headers
    /// How many bytes its body had as it was sent, in whatever coding.
    let bytes: Int

    /// A page that came with these fields in a body of so many bytes.
    public init(fields: Headers, bytes: Int) {
        self.fields = fields
        self.bytes = bytes
    }

    /// Fields that are not true of what is sent on, or that Sonic says anew.
    private static let replaced: Set<String> = [
        "etag", "last-modified", "accept-ranges", "content-encoding", "content-md5", "digest",
        "content-digest", "repr-digest", "cache-control", "expires",
    ]

    /// Its fields with those of the Sonic half behind them. The page's type stays what its server says.
    func merged(with own: Headers) -> Headers {
        let isWhole = own.contains("content-type")
        let kept = fields.fields.filter { field in
            let name = field.name.lowercased()
            return !Self.replaced.contains(name) && (isWhole || name != "content-type")
        }
        let isTyped = fields.contains("content-type")
        return Headers(kept + own.fields.filter { !isTyped || !$0.isNamed("content-type") })
    }
}
