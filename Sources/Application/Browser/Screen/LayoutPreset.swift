import CellGrid
import Configuration

extension LayoutPreset {
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
