import CellGrid
import Configuration

/// A movable border between panes; borders of different layouts move independently.
struct PaneBorder: Hashable, Sendable {
    /// The position of a border.
    enum Edge: Hashable, Sendable {
        /// Between the page's column and the column next to it.
        case columns
        /// Above this pane.
        case above(Pane)
    }

    /// The layout preset of its panes.
    var arrangement: LayoutPreset
    /// The position of the border in that layout.
    var edge: Edge
}

/// The positions of borders that the reader moved. They are proportional, so that they survive a resize.
struct PaneShares: Equatable, Sendable {
    /// The part before a border, and the whole.
    private struct Share: Equatable, Sendable {
        var part: Int
        var whole: Int
    }

    private var shares: [PaneBorder: Share] = [:]

    /// Sets the number of columns or rows before a border.
    mutating func put(_ border: PaneBorder, behind part: Int, of whole: Int) {
        shares[border] = Share(part: part, whole: whole)
    }

    /// Returns the number of columns or rows before a border, within bounds.
    /// - Parameters:
    ///   - standard: The default for a border that was not moved.
    ///   - bounds: The limits; if they contradict, the lower one applies.
    func part(of whole: Int, before border: PaneBorder, standard: Int, within bounds: (Int, Int)) -> Int {
        let share = shares[border]
        let part =
            share.map { $0.whole == whole ? $0.part : ($0.part * whole + $0.whole / 2) / max(1, $0.whole) }
        return max(bounds.0, min(part ?? standard, bounds.1))
    }
}
