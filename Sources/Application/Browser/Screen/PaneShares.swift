import CellGrid
import Configuration

/// A border between panes that can be moved: that of one arrangement leaves the others as they are.
struct PaneBorder: Hashable, Sendable {
    /// Which border it is.
    enum Edge: Hashable, Sendable {
        /// The one between the page's column and the column beside it.
        case columns
        /// The one above this pane.
        case above(Pane)
    }

    /// Whose panes it parts.
    var arrangement: LayoutPreset
    /// Which of that arrangement's borders it is.
    var edge: Edge
}

/// Where the reader has put the borders between panes. They keep their share of a screen of another size.
struct PaneShares: Equatable, Sendable {
    /// What lies before a border, of how much.
    private struct Share: Equatable, Sendable {
        var part: Int
        var whole: Int
    }

    private var shares: [PaneBorder: Share] = [:]

    /// Puts a border behind so many of all the columns or rows.
    mutating func put(_ border: PaneBorder, behind part: Int, of whole: Int) {
        shares[border] = Share(part: part, whole: whole)
    }

    /// How much of some columns or rows lies before a border, within bounds.
    /// - Parameters:
    ///   - standard: What lies before it where nobody has put it elsewhere.
    ///   - bounds: Between what it can stand; where they are the wrong way round, the lower counts.
    func part(of whole: Int, before border: PaneBorder, standard: Int, within bounds: (Int, Int)) -> Int {
        let share = shares[border]
        let part =
            share.map { $0.whole == whole ? $0.part : ($0.part * whole + $0.whole / 2) / max(1, $0.whole) }
        return max(bounds.0, min(part ?? standard, bounds.1))
    }
}
