import SonicProtocol

/// A query about local files.
public enum FileQuery: Sendable, Equatable {
    /// The completions of a typed path.
    case completions(of: String)
    /// The files at these paths, to be sent from a field.
    case files(paths: [String], FieldInPage)
}

/// The result of a query about local files.
public enum FileReport: Sendable, Equatable {
    /// The completions of a typed path, in order.
    case completions(of: String, [FoundPath])
    /// The files to be sent from a field.
    case files([SentFile], FieldInPage)
    /// A file cannot be sent from a field, for this reason, a sentence.
    case refused(String, FieldInPage)
}

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
