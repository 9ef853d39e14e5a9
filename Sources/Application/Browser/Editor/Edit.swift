/// The result of editing a text.
public enum Edit: Sendable, Equatable {
    /// The changed text.
    case changed(String)
    /// The text is unchanged.
    case unchanged
    /// The text could not be edited, or the result cannot be used.
    case refused(EditRefusal)

    /// The maximum size of an edited text in bytes.
    public static let limit = 16 << 20
}

/// The reason why a text was not edited.
public enum EditRefusal: Sendable, Equatable {
    /// The environment names no editor, and none of the usual ones is installed.
    case noEditor
    /// The editor of this name, or its file, could not be opened, for this reason.
    case notStarted(String)
    /// The editor ended with this status, which is not 0.
    case failed(editor: String, status: Int32)
    /// The editor was terminated by this signal.
    case killed(editor: String, signal: Int32)
    /// The file cannot be read after editing, for this reason.
    case unreadable(String)
    /// The edited file is larger than `Edit.limit` bytes.
    case tooLarge
    /// The edited file is not valid UTF-8.
    case notUTF8

    /// The reason as a sentence that says what to do.
    var words: String {
        switch self {
        case .noEditor: "No editor found: set EDITOR, or install vi."
        case .notStarted(let reason): "The editor could not be started: \(reason)."
        // The status that a shell returns if a command is not found.
        case .failed(let editor, 127): "Editor not found: “\(editor)”; set another in EDITOR."
        case .failed(let editor, let status):
            "Not changed: the editor “\(editor)” ended with status \(status)."
        case .killed(let editor, let signal):
            "Not changed: the editor “\(editor)” was killed by signal \(signal)."
        case .unreadable(let reason): "Not changed: the text cannot be read: \(reason)."
        case .tooLarge: "Not changed: the text is larger than \(Edit.limit >> 20) MiB."
        case .notUTF8: "Not changed: the text is not in UTF-8."
        }
    }
}
