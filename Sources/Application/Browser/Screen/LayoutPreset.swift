import CellGrid

/// Which panes share the screen. One key walks through them; the choice is remembered.
public enum LayoutPreset: String, CaseIterable, Sendable {
    /// The page, and one line that tells the session's state.
    case read
    /// The page, the state and the diff.
    case watch
    /// The page, the state, the diff, and the headers of request and response.
    case debug

    /// The arrangement for people who have not chosen one: `watch` from 110 columns on, else `read`.
    static func standard(for size: Size) -> LayoutPreset {
        size.columns >= 110 ? .watch : .read
    }

    /// The arrangement that the key for it leads to.
    var next: LayoutPreset {
        switch self {
        case .read: .watch
        case .watch: .debug
        case .debug: .read
        }
    }

    /// What the screen shows, in words.
    var sentence: String {
        switch self {
        case .read: "Layout read: page and state line."
        case .watch: "Layout watch: page, state and diff."
        case .debug: "Layout debug: page, state, diff and headers."
        }
    }
}
