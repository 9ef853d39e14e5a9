/// A curl option for the connection: its target, its route, and the certificates to trust.
public struct CurlOption: Hashable, Sendable {
    /// Its name, such as `--resolve`.
    let name: String
    /// Its value; nil if it takes none.
    let value: String?

    /// Creates an option.
    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}
