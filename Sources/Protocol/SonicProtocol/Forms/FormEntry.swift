/// One entry of what a form sends (HTML standard §4.10.22.4).
public struct FormEntry: Hashable, Sendable {
    /// What stands behind the name.
    public enum Value: Hashable, Sendable {
        /// Text, its line ends as they were typed.
        case text(String)
        /// A file that was chosen.
        case file(SentFile)
        /// A file field without a file, which is sent as a file without name and content.
        case noFile
    }

    /// The field's name.
    public var name: String
    /// The field's value.
    public var value: Value

    /// An entry of text.
    public init(_ name: String, _ text: String) {
        self.name = name
        value = .text(text)
    }

    /// An entry of a file.
    public init(_ name: String, _ file: SentFile) {
        self.name = name
        value = .file(file)
    }

    /// A file field nobody chose a file for.
    public init(withoutFile name: String) {
        self.name = name
        value = .noFile
    }

    /// The value as text; of a file its name, and nothing for one without.
    var text: String {
        switch value {
        case .text(let text): text
        case .file(let file): file.name
        case .noFile: ""
        }
    }
}
