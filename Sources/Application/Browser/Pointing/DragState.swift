import CellGrid

/// Whose the mouse is.
public enum MouseUse: Equatable, Sendable {
    /// It scrolls, follows, moves borders and selects here.
    case here
    /// The terminal does with it what it always does.
    case terminal

    /// The other one.
    var other: MouseUse {
        switch self {
        case .here: .terminal
        case .terminal: .here
        }
    }
}

/// What the mouse has taken hold of.
enum DragState: Equatable, Sendable {
    /// Nothing.
    case none
    /// The button went down on something and nothing more happened yet.
    case pressed(HitTarget, at: Position)
    /// A border between panes is being moved.
    case border(PaneBorder)
    /// Text is being selected.
    case selecting(Selection)
    /// Text was selected and copied; it stays marked until something else happens.
    case selected(Selection)

    /// The text that is marked; nil for none.
    var selection: Selection? {
        switch self {
        case .selecting(let selection), .selected(let selection): selection
        case .none, .pressed, .border: nil
        }
    }
}

/// What stands at a place of the screen, as far as a click is about it.
enum HitTarget: Equatable, Sendable {
    /// A tab in the line of tabs.
    case tab(Int)
    /// A border between panes that can be moved.
    case border(PaneBorder)
    /// A link or field of the page.
    case link(Int)
    /// Some other place of a pane.
    case pane(Pane)
    /// The title in a pane's border.
    case title(Pane)
    /// How far down what a pane shows is, in its border.
    case figures(Pane)
    /// The address of the page, or figures that a command is about.
    case command(Command)
    /// An entry of the hint line, by its key.
    case hint(Key)
    /// An entry of the list that lies over the panes.
    case entry(Int)
    /// An entry of the list above the line being typed.
    case offer(Int)
    /// The line being typed, so many clusters from its start.
    case typed(Int)
    /// Nothing that a click does something to.
    case nothing
}

extension HitTarget {
    /// Whether it stands in the hint line, or says itself which key it means.
    var isOfHintLine: Bool { if case .hint = self { true } else { false } }
}

/// Text marked on the screen, within one pane or overlay.
struct Selection: Equatable, Sendable {
    /// What the screen showed where it was marked: with another the marks go.
    struct ScreenState: Equatable, Sendable {
        /// The size of the screen.
        var size: Size
        /// The tab in front.
        var tab: Int
        /// The page's place on the screen; nil where the text is not the page's.
        var page: Hints.ScreenState?
        /// The first line on the screen of words besides the page; 0 of what does not scroll.
        var top = 0
    }

    /// The cells that can be selected together.
    let area: Rect
    /// The pane they belong to; nil for an overlay.
    let pane: Pane?
    /// What the screen showed there.
    private(set) var screenState: ScreenState
    /// Where it began; above or below the area where that was scrolled away since.
    private(set) var anchor: Position
    /// Where the pointer is, within the area.
    private(set) var head: Position

    /// A selection of the cell at which it begins, a place within the area.
    init(in area: Rect, of pane: Pane?, on ground: ScreenState, from anchor: Position) {
        self.area = area
        self.pane = pane
        self.screenState = ground
        self.anchor = anchor
        head = anchor
    }

    /// Takes it on to a place, or to the nearest within the area.
    mutating func extend(to place: Position) {
        head.row = max(area.row, min(place.row, area.endRow - 1))
        head.column = max(area.column, min(place.column, area.endColumn - 1))
    }

    /// Goes along with the text under it.
    /// - Parameters:
    ///   - lines: By how many lines the text went up; negative numbers are down.
    ///   - ground: What the screen shows since.
    mutating func scroll(by lines: Int, to ground: ScreenState) {
        anchor.row -= Row(lines)
        self.screenState = ground
    }

    /// The cells, row by row: both ends and all that is read between them. Some may lie above or below the area.
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
