/// A terminal's screen at one moment.
public struct Screen: Sendable, CustomStringConvertible {
    /// The rows as text, without trailing blanks.
    public let rows: [String]
    /// Every cell, row by row.
    public let cells: [[ScreenCell]]
    /// Where the cursor stands; nil when hidden.
    public let cursor: ScreenPosition?
    /// The window's title.
    public let title: String
    /// Whether the program has switched to the screen that leaves no trace.
    public let isAlternate: Bool
    /// Whether clicks are reported.
    public let reportsMouse: Bool

    /// The rows as one text.
    public var text: String { rows.joined(separator: "\n") }

    /// Whether some row contains `text`.
    public func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    /// The cell at a place counted from 0; nil outside the screen.
    public func cell(row: Int, column: Int) -> ScreenCell? {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return nil }
        return cells[row][column]
    }

    /// The first cell of the first occurrence of `text`, or nil. Wide characters count their columns.
    public func cell(of text: String) -> ScreenCell? {
        position(of: text).flatMap { cell(row: $0.row, column: $0.column) }
    }

    /// Where `text` occurs first, or nil.
    public func position(of text: String) -> ScreenPosition? {
        for (row, line) in cells.enumerated() {
            for column in line.indices {
                let rest = line[column...].map(\.text).joined()
                if rest.hasPrefix(text) { return ScreenPosition(row: row, column: column) }
            }
        }
        return nil
    }

    /// The screen with a frame around it.
    public var description: String {
        let width = cells.first?.count ?? 0
        let edge = "+" + String(repeating: "-", count: width) + "+"
        return ([edge] + rows.map { "|" + $0 } + [edge]).joined(separator: "\n")
    }
}

/// A place on the screen, counted from 0.
public struct ScreenPosition: Equatable, Sendable {
    /// Rows below the top.
    public let row: Int
    /// Columns right of the left edge.
    public let column: Int

    /// The place at `row` and `column`.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// What one cell of a terminal shows.
public struct ScreenCell: Equatable, Sendable {
    /// Its characters; empty for the right half of a wide one, a blank for an empty cell.
    public let text: String
    /// The columns it takes: 1, or 2 when wide.
    public let width: Int
    /// The colour of its characters.
    public let foreground: ScreenColor
    /// The colour behind them.
    public let background: ScreenColor
    /// Heavy.
    public let isBold: Bool
    /// Slanted.
    public let isItalic: Bool
    /// With a line below.
    public let isUnderlined: Bool
    /// Foreground and background exchanged.
    public let isReversed: Bool
    /// With a line through.
    public let isStruckThrough: Bool
}

/// A colour as the program asked for it.
public enum ScreenColor: Equatable, Sendable {
    /// The terminal's own.
    case standard
    /// An entry of the palette.
    case palette(Int)
    /// Red, green, blue.
    case rgb(Int, Int, Int)
}
