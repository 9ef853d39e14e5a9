/// What the inspector shows of a session. The raw value is the number that leads there.
enum InspectorView: Int, CaseIterable, Sendable {
    /// The heads of request and answer.
    case headers = 1
    /// The answer's body.
    case body
    /// The page without what its blocks hold.
    case template
    /// The blocks: all in a list, or one.
    case blocks
    /// The page that the session came to.
    case merged
    /// How long everything took.
    case timing
    /// The connection that the answer came over.
    case connection
    /// What a script of the page would be told.
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

    /// The same where there is little room.
    var shortName: String { self == .connection ? "Conn" : name }
}

/// How a view of the inspector shows what it has. The raw value is its name.
enum InspectedForm: String, Sendable {
    /// The text that the bytes mean, with elements and comments in colours.
    case highlighted
    /// The bytes as text, nothing interpreted.
    case raw
    /// Header fields in columns, each with its reason.
    case table
    /// The text that the bytes mean in their encoding.
    case decoded
    /// JSON, a member a line.
    case pretty
    /// The bytes in hexadecimal.
    case hex
    /// The body before its content coding was removed, in hexadecimal.
    case wire
}

/// What a view has to show.
enum InspectedContent: Sendable {
    /// Lines, made for a width.
    case lines([StyledLine])
    /// Bytes, broken as they are needed.
    case bytes(ByteText)

    /// Whether it is lines.
    var isLines: Bool {
        switch self {
        case .lines: true
        case .bytes: false
        }
    }
}
