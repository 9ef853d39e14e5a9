/// A cell's place on the grid, counted from the top left.
public struct Position: Hashable, Sendable {
    /// The number of rows below the top.
    public var row: Row
    /// The number of columns right of the left edge.
    public var column: Column

    /// The place at `row` and `column`.
    public init(row: Row, column: Column) {
        self.row = row
        self.column = column
    }
}

/// The extent of a grid in cells.
public struct Size: Hashable, Sendable {
    /// Height, never negative.
    public let rows: Row
    /// Width, never negative.
    public let columns: Column

    /// A size of `rows` by `columns`; negative values count as 0.
    public init(rows: Row, columns: Column) {
        self.rows = max(rows, 0)
        self.columns = max(columns, 0)
    }
}

/// A rectangle of cells, possibly empty, possibly reaching beyond the frame.
public struct Rect: Hashable, Sendable {
    /// The first row.
    public var row: Row
    /// The first column.
    public var column: Column
    /// Height; an empty rectangle's is 0 or less.
    public var rows: Row
    /// Width; an empty rectangle's is 0 or less.
    public var columns: Column

    /// The rectangle of `rows` by `columns` cells whose top left cell is at `row` and `column`.
    public init(row: Row, column: Column, rows: Row, columns: Column) {
        self.row = row
        self.column = column
        self.rows = rows
        self.columns = columns
    }

    /// The rectangle of this size at the top left.
    public init(_ size: Size) { self.init(row: 0, column: 0, rows: size.rows, columns: size.columns) }

    /// The first cell.
    public var origin: Position { Position(row: row, column: column) }
    /// The row after the last one.
    public var endRow: Row { row + rows }
    /// The column after the last one.
    public var endColumn: Column { column + columns }
    /// Whether the rectangle contains no cell.
    public var isEmpty: Bool { rows <= 0 || columns <= 0 }

    /// Whether the cell at `position` lies inside.
    public func contains(_ position: Position) -> Bool {
        position.row >= row && position.row < endRow && position.column >= column
            && position.column < endColumn
    }

    /// Returns the intersection with `other`; empty if they share no cell.
    public func clipped(to other: Rect) -> Rect {
        let top = max(row, other.row)
        let left = max(column, other.column)
        return Rect(
            row: top, column: left, rows: max(min(endRow, other.endRow) - top, 0),
            columns: max(min(endColumn, other.endColumn) - left, 0))
    }

    /// The rectangle without a border of one cell on each side.
    public var inside: Rect {
        Rect(row: row + 1, column: column + 1, rows: max(rows - 2, 0), columns: max(columns - 2, 0))
    }
}
