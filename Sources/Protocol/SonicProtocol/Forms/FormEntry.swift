/// An entry of a form's entry list (HTML standard §4.10.22.4).
public struct FormEntry: Hashable, Sendable {
    /// The value of an entry.
    public enum Value: Hashable, Sendable {
        /// Text, with its line ends as typed.
        case text(String)
        /// A chosen file.
        case file(SentFile)
        /// A file field without a file, sent as a file with an empty name and no content.
        case noFile
    }

    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: Value

    /// Creates an entry with a text.
    public init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// Creates an entry with a file.
    public init(_ name: String, _ file: SentFile) {
        self.name = name
        value = .file(file)
    }

    /// Creates the entry of a file field for which no file was chosen.
    public init(withoutFile name: String) {
        self.name = name
        value = .noFile
    }

    /// The value as text: a file's name, and empty for a field without a file.
    var text: String {
        switch value {
        case .text(let text): text
        case .file(let file): file.name
        case .noFile: ""
        }
    }
}
