/// The encoding that somebody names for pages, as `:encoding` and `--charset` take it.
public enum ChosenEncoding: Hashable, Sendable {
    /// The one that each page has by its own evidence.
    case automatic
    /// This one, whatever a page says.
    case encoding(CharacterEncoding)

    /// `auto`, or a label of the Encoding Standard; nil for anything else.
    public init?(_ text: String) {
        if text == Self.automaticName {
            self = .automatic
        } else if let encoding = CharacterEncoding(label: text.utf8) {
            self = .encoding(encoding)
        } else {
            return nil
        }
    }

    /// The name of the choice that chooses nothing.
    public static let automaticName = "auto"

    /// All names that can be given, for messages: each encoding by the standard's name for it.
    public static var names: String {
        ([automaticName] + CharacterEncoding.allCases.map(\.name)).joined(separator: ", ")
    }
}
