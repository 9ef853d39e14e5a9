/// A view of a session in the inspector. The raw value is the number of its key.
enum InspectorView: Int, CaseIterable, Sendable {
    /// The headers of request and response.
    case headers = 1
    /// The body of the response.
    case body
    /// The page without the contents of its blocks.
    case template
    /// The blocks: a list of all, or one.
    case blocks
    /// The resulting page.
    case merged
    /// The duration of each phase.
    case timing
    /// The connection of the response.
    case connection
    /// The data that would be passed to the page's script.
    case callback

    /// Its name in the bar.
    var name: String {
        switch self {
        case .headers: "Headers"
        case .body: "Body"
        case .template: "Template"
        case .blocks: "Blocks"
        case .merged: "Merged"
        case .timing: "Timing"
        case .connection: "Connection"
        case .callback: "Callback"
        }
    }

    /// Its name if there is little room.
    var shortName: String { self == .connection ? "Conn" : name }
}

/// The form in which a view of the inspector shows its content. The raw value is its name.
enum InspectedForm: String, Sendable {
    /// The text with elements and comments highlighted.
    case highlighted
    /// The bytes as text, without interpretation.
    case raw
    /// Header fields in columns, each with its reason.
    case table
    /// The text decoded from its encoding.
    case decoded
    /// JSON with one member per line.
    case pretty
    /// The bytes in hexadecimal.
    case hex
    /// The body with its content coding, in hexadecimal.
    case wire
}

/// The content of a view.
enum InspectedContent: Sendable {
    /// Lines, wrapped at a width.
    case lines([StyledLine])
    /// Bytes, whose rows are computed on demand.
    case bytes(ByteText)

    /// Whether the content is lines.
    var isLines: Bool {
        switch self {
        case .lines: true
        case .bytes: false
        }
    }
}
