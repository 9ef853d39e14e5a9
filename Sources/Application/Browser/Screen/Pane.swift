/// A part of the screen; the raw value is the key that focuses it.
public enum Pane: Int, CaseIterable, Sendable {
    /// The page's text.
    case page = 1
    /// The session's steps through the state machine.
    case state
    /// Old and new text of each changed block.
    case diff
    /// The headers sent and received.
    case headers

    /// The title in the pane's border and in help.
    var title: String {
        switch self {
        case .page: "Page"
        case .state: "State"
        case .diff: "Diff"
        case .headers: "Headers"
        }
    }
}
