import CellGrid

enum DragState: Equatable, Sendable {
    /// No drag.
    case none
    /// The button was pressed on a target, and not moved since.
    case pressed(HitTarget, at: Position)
    /// A border between panes is being moved.
    case border(PaneBorder)
    /// Text is being selected.
    case selecting(Selection)
    /// Text was selected and copied; it stays highlighted until another event.
    case selected(Selection)

    /// The selected text; nil for none.
    var selection: Selection? {
        switch self {
        case .selecting(let selection), .selected(let selection): selection
        case .none, .pressed, .border: nil
        }
    }
}

/// The target of a click at a position of the screen.
enum HitTarget: Equatable, Sendable {
    /// A tab in the tab line.
    case tab(Int)
    /// A border between panes that can be moved.
    case border(PaneBorder)
    /// A link or field of the page.
    case link(Int)
    /// Another place of a pane.
    case pane(Pane)
    /// The title in a pane's border.
    case title(Pane)
    /// The scroll position in a pane's border.
    case figures(Pane)
    /// The address of the page, or figures with a command.
    case command(Command)
    /// An entry of the hint line, by its key.
    case hint(Key)
    /// An entry of the list overlay.
    case entry(Int)
    /// An entry of the completion list above the prompt.
    case offer(Int)
    /// The prompt, at an offset in grapheme clusters from the start of its text.
    case typed(Int)
    /// Not a click target.
    case nothing

    /// Whether it is an entry of the hint line, or names the key that it stands for.
    var isOfHintLine: Bool { if case .hint = self { true } else { false } }
}

/// Selected text on the screen, within one pane or overlay.
struct Selection: Equatable, Sendable {
    /// What the screen showed under the selection; after a change the selection is removed.
    struct ScreenState: Equatable, Sendable {
        var size: Size
        var tab: Int
        /// The page's scroll position; nil if the text is not the page's.
        var page: Hints.ScreenState?
        /// The first visible line of other text; 0 if it does not scroll.
        var top = 0
    }

    /// The cells that can be selected together.
    let area: Rect
    /// The pane of the area; nil for an overlay.
    let pane: Pane?
    /// What the screen showed there.
    private(set) var screenState: ScreenState
    /// The start of the selection; above or below the area if it was scrolled away since.
    private(set) var anchor: Position
    /// The end of the selection at the pointer, within the area.
    private(set) var head: Position

    /// Creates a selection of the cell at which it begins, a position within the area.
    init(in area: Rect, of pane: Pane?, on ground: ScreenState, from anchor: Position) {
        self.area = area
        self.pane = pane
        self.screenState = ground
        self.anchor = anchor
        head = anchor
    }

    /// Extends the selection to a position, or to the nearest one within the area.
    mutating func extend(to place: Position) {
        head.row = max(area.row, min(place.row, area.endRow - 1))
        head.column = max(area.column, min(place.column, area.endColumn - 1))
    }

    /// Moves the start with the scrolled text.
    /// - Parameters:
    ///   - lines: The number of lines by which the text moved up; negative for down.
    ///   - ground: What the screen shows under the selection now.
    mutating func scroll(by lines: Int, to ground: ScreenState) {
        anchor.row -= Row(lines)
        self.screenState = ground
    }

    /// The selected cells, row by row: both ends and everything between them in reading order. Some may lie above or
    /// below the area.
    var rows: [Rect] {
        let isForward = (anchor.row, anchor.column) <= (head.row, head.column)
        let (first, last) = isForward ? (anchor, head) : (head, anchor)
        return (first.row..<(last.row + 1)).map { row in
            let start = row == first.row ? first.column : area.column
            let end = row == last.row ? last.column + 1 : area.endColumn
            return Rect(row: row, column: start, rows: 1, columns: end - start)
        }
    }
}
