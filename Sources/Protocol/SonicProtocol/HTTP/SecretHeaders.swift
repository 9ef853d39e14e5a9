/// The names of headers whose values are secrets between a client and one server: they stay with the origin that they
/// were given for, and are masked where heads are shown, recorded or copied.
public struct SecretHeaders: Hashable, Sendable {
    /// Those that HTTP knows (RFC 9110 §11, RFC 6265bis §4).
    private static let known = ["cookie", "set-cookie", "authorization", "proxy-authorization"]

    /// What stands in place of a secret.
    package static let mask = "***"

    /// Those that HTTP knows, and no others.
    public static let standard = SecretHeaders()

    private let further: [String]

    /// Those that HTTP knows, and these names of the reader's, in any case.
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
