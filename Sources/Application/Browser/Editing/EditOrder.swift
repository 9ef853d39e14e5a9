import PageLayout
import SonicProtocol

/// A text that the reader is to change in the editor of their choice.
public struct EditOrder: Sendable, Equatable {
    /// What the text is for.
    public enum Purpose: Sendable, Equatable {
        /// The configuration file.
        case settings
        /// What a field of a page holds.
        case field(FieldInPage)
        /// The request in the overlay that edits it.
        case request
        /// The held exchange with this number.
        case intercepted(Int)
    }

    /// What the text is for; it comes back with what the reader made of it.
    public let purpose: Purpose
    /// The text as it is.
    public let text: String
    /// The name of the file that the editor is given: what stands behind its dot tells the editor what it is.
    public let fileName: String
}

/// What came of an `EditOrder`.
public enum Edit: Sendable, Equatable {
    /// The reader has made this of the text.
    case changed(String)
    /// The text is as it was.
    case unchanged
    /// The text could not be edited, or what was made of it cannot be used.
    case refused(EditRefusal)
}

/// Why a text was not edited.
public enum EditRefusal: Sendable, Equatable {
    /// Neither does the environment name an editor, nor is one of the usual ones there.
    case noEditor
    /// The editor of this name, or the file for it, could not be had, for this reason.
    case notStarted(String)
    /// The editor ended with this status, which is not 0.
    case failed(editor: String, status: Int32)
    /// The editor was ended by this signal.
    case killed(editor: String, signal: Int32)
    /// The file that the editor left cannot be read, for this reason.
    case unreadable(String)
    /// The file that the editor left is larger than `EditOrder.limit` bytes.
    case tooLarge
    /// The file that the editor left is not in UTF-8.
    case notUTF8

    /// The same as a sentence that says what to do.
    var words: String {
        switch self {
        case .noEditor: "No editor found: set EDITOR, or install vi."
        case .notStarted(let reason): "The editor could not be started: \(reason)."
        // What a shell says of a command that is not there.
        case .failed(let editor, 127): "Editor not found: “\(editor)”; set another in EDITOR."
        case .failed(let editor, let status):
            "Not changed: the editor “\(editor)” ended with status \(status)."
        case .killed(let editor, let signal):
            "Not changed: the editor “\(editor)” was ended by signal \(signal)."
        case .unreadable(let reason):
            "Not changed: the text cannot be read: \(reason)."
        case .tooLarge: "Not changed: the text is larger than \(EditOrder.limit >> 20) MiB."
        case .notUTF8: "Not changed: the text is not in UTF-8."
        }
    }
}

extension EditOrder {
    /// The text of the configuration file.
    init(settings text: String) {
        self.init(purpose: .settings, text: text, fileName: "config.json5")
    }

    /// The most bytes that are taken back from an editor.
    public static let limit = 16 << 20
}
