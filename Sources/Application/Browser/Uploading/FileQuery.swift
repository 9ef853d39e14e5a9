import SonicProtocol

/// What is to be found out of the reader's files.
public enum FileQuery: Sendable, Equatable {
    /// What the path of a file may become that is being typed.
    case completions(of: String)
    /// What there is at these paths, to be sent from a field.
    case files(paths: [String], FieldInPage)
}

/// What was found out of the reader's files.
public enum FileReport: Sendable, Equatable {
    /// A path that was typed may become these, in order.
    case completions(of: String, [FoundPath])
    /// These files are to be sent from a field.
    case files([SentFile], FieldInPage)
    /// A file cannot be sent from a field, for this reason, a sentence.
    case refused(String, FieldInPage)
}

/// What a path that is being typed may become.
public struct FoundPath: Sendable, Equatable {
    /// The path, the part that was typed included; a folder's ends with a stroke.
    public let path: String
    /// How many bytes the file has; nil for a folder.
    let size: Int?

    /// A path with what there is.
    public init(path: String, size: Int?) {
        self.path = path
        self.size = size
    }
}
