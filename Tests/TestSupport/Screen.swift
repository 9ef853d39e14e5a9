/// A snapshot of a terminal's screen.
public struct Screen: Sendable, CustomStringConvertible {
    /// The rows as text, without trailing blanks.
    public let rows: [String]
    /// Every cell, row by row.
    public let cells: [[ScreenCell]]
    /// The position of the cursor; nil if it is hidden.
    public let cursor: ScreenPosition?
    /// The window's title.
    public let title: String
    /// Whether the program uses the alternate screen.
    public let isAlternate: Bool
    /// Whether mouse reporting is on.
    public let reportsMouse: Bool

    /// The rows as one text.
    public var text: String { rows.joined(separator: "\n") }

    /// Whether some row contains `text`.
    public func contains(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    /// Returns the cell at a position counted from 0; nil outside the screen.
    public func cell(row: Int, column: Int) -> ScreenCell? {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return nil }
        return cells[row][column]
    }

    /// Returns the first cell of the first occurrence of `text`, or nil. Wide characters count their columns.
    public func cell(of text: String) -> ScreenCell? {
        position(of: text).flatMap { cell(row: $0.row, column: $0.column) }
    }

    /// Returns the position of the first occurrence of `text`, or nil.
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

/// A position on the screen, counted from 0.
public struct ScreenPosition: Equatable, Sendable {
    /// Rows below the top.
    public let row: Int
    /// Columns right of the left edge.
    public let column: Int

    /// Creates the position at `row` and `column`.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// The content of one cell of a terminal.
public struct ScreenCell: Equatable, Sendable {
    /// Its characters; empty for the right half of a wide one, a blank for an empty cell.
    public let text: String
    /// The number of columns: 1, or 2 for a wide character.
    public let width: Int
    /// The colour of its characters.
    public let foreground: ScreenColor
    /// The colour of its background.
    public let background: ScreenColor
    /// Whether it is bold.
    public let isBold: Bool
    /// Whether it is italic.
    public let isItalic: Bool
    /// Whether it is underlined.
    public let isUnderlined: Bool
    /// Whether foreground and background are exchanged.
    public let isReversed: Bool
    /// Whether it is struck through.
    public let isStruckThrough: Bool
}

/// A colour as set by the program.
public enum ScreenColor: Equatable, Sendable {
    /// The terminal's default.
    case standard
    /// An entry of the palette.
    case palette(Int)
    /// Red, green, blue.
    case rgb(Int, Int, Int)
}
