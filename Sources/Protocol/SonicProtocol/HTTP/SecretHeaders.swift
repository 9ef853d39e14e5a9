/// The names of headers whose values are secrets between a client and one server: they are sent only to the origin they
/// were given for, and masked when headers are shown, recorded or copied.
public struct SecretHeaders: Hashable, Sendable {
    /// The secret headers of HTTP (RFC 9110 §11, RFC 6265bis §4).
    private static let known = ["cookie", "set-cookie", "authorization", "proxy-authorization"]

    /// The replacement of a secret.
    package static let mask = "***"

    /// Only the secret headers of HTTP.
    public static let standard = SecretHeaders()

    private let further: [String]

    /// Creates the set of HTTP's secret headers and these further names, in any case.
    public init(_ further: [String] = []) {
        self.further = further.map { $0.lowercased() }
    }

    /// Whether the value of a field is a secret. Linear in the names.
    public func contains(_ field: HeaderField) -> Bool {
        Self.known.contains(where: field.isNamed) || further.contains(where: field.isNamed)
    }
}

extension Headers {
    /// Removes the fields whose values are secrets.
    public mutating func remove(_ secrets: SecretHeaders) {
        self = Headers(fields.filter { !secrets.contains($0) })
    }
}
