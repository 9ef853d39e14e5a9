import CellGrid
import Configuration

/// The layout of panes in the body of the screen: the arithmetic of `ScreenPlan`.
struct PaneLayout {
    /// The panes that fit; empty if only the focused one does.
    private(set) var places: [ScreenPlan.Place] = []
    /// The borders between them.
    private(set) var borders: [ScreenPlan.Border] = []
    let body: Rect
    let arrangement: LayoutPreset
    let diff: Bool
    let shares: PaneShares

    /// The minimum number of columns on each side of a movable border.
    private static let leastColumns = 20
    /// The distance in rows between two borders that leaves one row of content.
    private static let leastRows = 2

    func shows(_ pane: Pane) -> Bool { places.contains { $0.pane == pane } }

    /// Removes all panes.
    mutating func clear() { (places, borders) = ([], []) }

    mutating func add(_ place: ScreenPlan.Place) { places.append(place) }

    /// Places the panes of the layout preset.
    mutating func arrange() {
        let isWide = body.columns >= 72 && body.rows >= 10
        switch arrangement {
        case .read where diff && body.rows >= 12: stack([.page, .diff], in: body)
        case .read: add(ScreenPlan.Place(pane: .page, rect: body, isBordered: false))
        case .watch where isWide:
            let (left, right) = columns()
            add(ScreenPlan.Place(pane: .page, rect: left, isBordered: true))
            side(right)
        case .watch where body.rows >= 14:
            stack([.page, .state] + (diff && body.rows >= 26 ? [.diff] : []), in: body)
        case .debug where isWide && body.rows >= 16:
            let (left, right) = columns()
            stack([.page, .headers], in: left)
            side(right)
        case .debug where body.rows >= 26: stack([.page, .state, .headers], in: body)
        case .debug where body.rows >= 14: stack([.page, .headers], in: body)
        case .watch, .debug: break
        }
    }

    private mutating func columns() -> (left: Rect, right: Rect) {
        let whole = body.columns.value
        let standard = whole - max(36, min(64, whole * 2 / 5))
        let name = PaneBorder(arrangement: arrangement, edge: .columns)
        let part = shares.part(
            of: whole, before: name, standard: standard,
            within: (Self.leastColumns, whole - Self.leastColumns))
        var (left, right) = (body, body)
        left.columns = Column(part)
        right.column = left.endColumn
        right.columns = body.columns - left.columns
        var rect = body
        rect.column = left.endColumn - 1
        rect.columns = 2
        borders.append(ScreenPlan.Border(name: name, rect: rect, whole: body))
        return (left, right)
    }

    /// Places the state pane above the diff pane.
    private mutating func side(_ rect: Rect) {
        guard diff else { return add(ScreenPlan.Place(pane: .state, rect: rect, isBordered: true)) }
        let rows = rect.rows.value
        stack([.state, .diff], in: rect, tops: [max(min(rows * 2 / 3, 24), min(rows - 4, 16)) - 1])
    }

    /// Stacks panes; the first one gets the remainder of an even distribution.
    private mutating func stack(_ panes: [Pane], in rect: Rect) {
        let rows = rect.rows.value + panes.count - 1
        let share = rows / (panes.count + 1)
        let first = rows - share * (panes.count - 1)
        stack(panes, in: rect, tops: (0..<(panes.count - 1)).map { first - 1 + $0 * (share - 1) })
    }

    /// Stacks panes; neighbours share a border.
    /// - Parameter tops: For each pane except the first, the default row of its upper border.
    private mutating func stack(_ panes: [Pane], in rect: Rect, tops: [Int]) {
        let whole = rect.rows.value
        var top = 0
        for (index, pane) in panes.enumerated() {
            let below = panes.count - 1 - index
            var end = whole
            if below > 0 {
                let name = PaneBorder(arrangement: arrangement, edge: .above(panes[index + 1]))
                let bounds = (top + Self.leastRows, whole - 1 - below * Self.leastRows)
                end = shares.part(of: whole, before: name, standard: tops[index], within: bounds) + 1
                var line = rect
                line.row = rect.row + Row(end - 1)
                line.rows = 1
                borders.append(ScreenPlan.Border(name: name, rect: line, whole: rect))
            }
            var place = rect
            place.row = rect.row + Row(top)
            place.rows = Row(end - top)
            add(ScreenPlan.Place(pane: pane, rect: place, isBordered: true))
            top = end - 1
        }
    }
}

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
struct PaneShares: Sendable {
    private var shares: [PaneBorder: (part: Int, whole: Int)] = [:]

    /// Sets the number of columns or rows before a border.
    mutating func put(_ border: PaneBorder, behind part: Int, of whole: Int) {
        shares[border] = (part, whole)
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
