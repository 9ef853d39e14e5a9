/// An option of curl's that says how a connection is made: where to, through what, and whom it trusts.
public struct CurlOption: Hashable, Sendable {
    /// Its name, such as `--resolve`.
    let name: String
    /// Its value; nil where it takes none.
    let value: String?

    /// An option, and its value.
    public init(_ name: String, _ value: String? = nil) {
        self.name = name
        self.value = value
    }
}
