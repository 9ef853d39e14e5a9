/// A completion of a typed path.
public struct FoundPath: Sendable, Equatable {
    /// The full path; that of a folder ends with a slash.
    public let path: String
    /// The size of the file in bytes; nil for a folder.
    let size: Int?

    /// Creates a completion.
    public init(path: String, size: Int?) {
        self.path = path
        self.size = size
    }
}
