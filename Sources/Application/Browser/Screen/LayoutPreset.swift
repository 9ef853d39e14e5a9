import CellGrid
import Configuration

extension LayoutPreset {
    /// Returns the default layout: `watch` from 110 columns on, otherwise `read`.
    static func standard(for size: Size) -> LayoutPreset { size.columns >= 110 ? .watch : .read }

    /// A sentence that names the layout and its panes.
    var sentence: String {
        switch self {
        case .read: "Layout read: page and state line."
        case .watch: "Layout watch: page, state and diff."
        case .debug: "Layout debug: page, state, diff and headers."
        }
    }
}
