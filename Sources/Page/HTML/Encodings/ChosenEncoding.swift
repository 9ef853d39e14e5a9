/// The encoding chosen by the user for pages, as accepted by `:encoding` and `--charset`.
public enum ChosenEncoding: Hashable, Sendable {
    /// The encoding determined for each page by its own evidence.
    case automatic
    /// This encoding, whatever a page declares.
    case encoding(CharacterEncoding)

    /// Parses `auto` or a label of the Encoding Standard; nil for anything else.
    public init?(_ text: String) {
        if text == Self.automaticName {
            self = .automatic
        } else if let encoding = CharacterEncoding(label: text.utf8) {
            self = .encoding(encoding)
        } else {
            return nil
        }
    }

    /// The name of the automatic choice.
    public static let automaticName = "auto"

    /// All accepted names, for messages: each encoding by its name in the standard.
    public static var names: String {
        ([automaticName] + CharacterEncoding.allCases.map(\.name)).joined(separator: ", ")
    }
}
