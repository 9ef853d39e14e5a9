import SonicProtocol

/// A page as received from the upstream server.
public struct ForwardedPage: Sendable, Equatable {
    /// The fields of its response that may be forwarded, in order.
    let fields: Headers
    /// The size of its body as sent, with its coding, in bytes.
    let bytes: Int

    /// Creates a page that was received with these fields in a body of this size.
    public init(fields: Headers, bytes: Int) {
        self.fields = fields
        self.bytes = bytes
    }

    /// Fields that are not valid for the forwarded response, or that Sonic replaces.
    private static let replaced: Set<String> = [
        "etag", "last-modified", "accept-ranges", "content-encoding", "content-md5", "digest",
        "content-digest", "repr-digest", "cache-control", "expires",
    ]

    /// Returns its fields, followed by those of Sonic. The page's Content-Type stays that of its server.
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
