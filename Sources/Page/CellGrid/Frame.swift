/// A complete screen of the terminal: cells, cursor, window title and modes. A value, drawn by `Terminal`.
public struct Frame: Equatable, Sendable {
    /// Height and width.
    public let size: Size
    /// All cells, row by row from the top left.
    private(set) var cells: [Cell]
    /// The position of the cursor; nil hides it.
    public var cursor: Position?
    /// The window's title; the terminal sanitizes it with `VisibleText`.
    public var title: String
    /// The events other than keys that the terminal reports.
    public var modes: Modes
    /// The pictures whose parts cells name, by number.
    public private(set) var pictures: [UInt16: Pixels] = [:]

    /// Events other than keys that a terminal can report.
    public struct Modes: OptionSet, Hashable, Sendable {
        /// The set as bits.
        public let rawValue: UInt8
        /// The set with these bits.
        public init(rawValue: UInt8) { self.rawValue = rawValue }
        /// Clicks and the wheel.
        public static let mouse = Modes(rawValue: 1)
        /// Pasted text, as one event.
        public static let paste = Modes(rawValue: 2)
        /// Gain and loss of the keyboard focus.
        public static let focus = Modes(rawValue: 4)
        /// The background colour of the terminal, once.
        public static let backgroundColor = Modes(rawValue: 8)
        /// The name of the terminal, once.
        public static let terminalName = Modes(rawValue: 16)
        /// Whether the terminal has kitty's graphics protocol, once.
        public static let graphics = Modes(rawValue: 32)
    }

    /// An empty frame of this size, all blank in `style`.
    public init(size: Size, style: Style = .plain) {
        self.size = size
        cells = Array(repeating: .blank(style), count: size.rows.value * size.columns.value)
        cursor = nil
        title = ""
        modes = []
    }

    /// The whole frame as a rectangle.
    public var bounds: Rect { Rect(size) }

    /// The cell at a place inside the frame. Setting a cell that cuts a wide one blanks its other half; a wide cell
    /// that does not fit in its row becomes a blank.
    public subscript(row: Row, column: Column) -> Cell {
        get {
            precondition(bounds.contains(Position(row: row, column: column)), "cell outside the frame")
            return cells[index(row, column)]
        }
        set {
            precondition(bounds.contains(Position(row: row, column: column)), "cell outside the frame")
            set(newValue, row, column)
        }
    }

    /// The cells of one row.
    public func row(_ row: Row) -> ArraySlice<Cell> { cells[index(row, 0)..<index(row, size.columns)] }

    /// Returns the rows whose cells differ from those of `earlier`, top to bottom; all rows if the sizes differ. Linear
    /// in the number of cells.
    public func changedRows(since earlier: Frame) -> [Row] {
        let rows = Row(0)..<size.rows
        guard size == earlier.size else { return Array(rows) }
        return rows.filter { row in
            for index in index(row, 0)..<index(row, size.columns)
            where cells[index] != earlier.cells[index] { return true }
            return false
        }
    }

    /// Fills `rect`, as far as it lies in the frame, with `glyph` in `style`.
    public mutating func fill(_ rect: Rect, with glyph: Glyph = .space, style: Style) {
        let area = rect.clipped(to: bounds)
        guard !area.isEmpty else { return }
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn { set(Cell(glyph, style: style), row, column) }
        }
    }

    /// Changes the style of each cell of `rect` that lies in the frame; the glyphs stay.
    public mutating func restyle(_ rect: Rect, _ change: (inout Style) -> Void) {
        let area = rect.clipped(to: bounds)
        guard !area.isEmpty else { return }
        for row in area.row..<area.endRow {
            for column in area.column..<area.endColumn { change(&cells[index(row, column)].style) }
        }
    }

    /// Inserts blanks at a place by moving the cells from there on to the right. Space comes from the blanks after the
    /// place, all but one of each run, and from those at the end of the row, so no visible cell is lost.
    /// - Parameters:
    ///   - count: The number of blanks to insert.
    ///   - place: The place; it must not cut a wide cell.
    ///   - area: The cells that may move.
    ///   - style: The style of the blanks.
    /// - Returns: The number of blanks inserted.
    public mutating func insertBlanks(
        _ count: Int, at place: Position, within area: Rect, style: Style
    ) -> Int {
        let area = area.clipped(to: bounds)
        guard area.contains(place) else { return 0 }
        let (start, end) = (index(place.row, place.column), index(place.row, area.endColumn - 1))
        for made in 0..<max(0, count) {
            // The blanks just inserted are not reused as space.
            let room = (start + made..<max(start + made, end + 1)).first {
                cells[$0].looksBlank(on: style) && ($0 == end || cells[$0 + 1].looksBlank(on: style))
            }
            guard let room else { return made }
            for cell in stride(from: room, to: start, by: -1) { cells[cell] = cells[cell - 1] }
            cells[start] = .blank(style)
        }
        return max(0, count)
    }

    /// Puts the part of a picture into the cell at a place inside the frame. The background stays.
    public mutating func put(_ picture: Pixels, row: Int, column: Int, at place: Position) {
        pictures[picture.number] = picture
        let style = Style(background: self[place.row, place.column].style.background)
        self[place.row, place.column] = Cell(picture.glyph(row: row, column: column), style: style)
    }

    func index(_ row: Row, _ column: Column) -> Int { row.value * size.columns.value + column.value }

    // The place must be inside the frame. Maintains the invariant that each wide cell is followed by its right half,
    // and each right half follows a wide cell.
    mutating func set(_ cell: Cell, _ row: Row, _ column: Column) {
        let here = index(row, column)
        // The fast path: nearly always, one narrow cell replaces another.
        if cell.width == 1, cells[here].width == 1 {
            cells[here] = cell
            return
        }
        if cells[here].width == 0, column > 0 { cells[here - 1] = .blank(cells[here - 1].style) }
        if cells[here].width == 2 { cells[here + 1] = .blank(cells[here + 1].style) }
        guard cell.width == 2 else {
            cells[here] = cell.width == 0 ? .blank(cell.style) : cell
            return
        }
        guard column + 1 < size.columns else {
            cells[here] = .blank(cell.style)
            return
        }
        if cells[here + 1].width == 2 { cells[here + 2] = .blank(cells[here + 2].style) }
        cells[here] = cell
        cells[here + 1] = .rightHalf(cell.style)
    }
}
