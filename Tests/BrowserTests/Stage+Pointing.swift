import CellGrid
import Testing

@testable import Browser

extension Stage {
    /// The row of the message, or the last one if there is none.
    var bottomRow: Int {
        let hasMessage = model.notice != nil || model.document?.percentRead != nil
        let hasPrompt = model.prompt != nil || model.inputMode != nil
        return (hasMessage && !hasPrompt ? model.plan.message : model.plan.bottom).row.value
    }

    /// The message, or the last row if there is none.
    var bottom: String { screen[bottomRow] }

    /// The position of a text on the screen. A missing text ends the test.
    func place(of text: String) throws -> Position {
        for (row, line) in screen.enumerated() {
            guard let range = line.range(of: text) else { continue }
            let before = String(line[..<range.lowerBound])
            return Position(row: Row(row), column: TextWidth.columns(of: before))
        }
        throw NotOnScreen(text: text, screen: self.text)
    }

    struct NotOnScreen: Error {
        let text: String
        let screen: String
    }

    mutating func mouse(_ action: Key.Mouse.Action, _ place: Position) {
        press(.mouse(Key.Mouse(action, row: place.row.value, column: place.column.value)))
    }

    /// Presses and releases the button at a position.
    mutating func click(_ place: Position) {
        mouse(.pressed, place)
        mouse(.released, place)
    }

    mutating func click(_ text: String) throws { click(try place(of: text)) }

    /// Drags from one position to another and releases the button there.
    mutating func drag(_ start: Position, to end: Position) {
        mouse(.pressed, start)
        mouse(.dragged, end)
        mouse(.released, end)
    }

    /// The texts copied to the clipboard.
    var copied: [String] {
        effects.compactMap { if case .copy(let text) = $0 { text } else { nil } }
    }

    /// The cells in reverse video, row by row.
    var selected: [String] {
        let frame = view(model)
        return (Row(0)..<frame.size.rows).compactMap { row in
            let cells = frame.row(row).filter { $0.style.attributes.contains(.reverse) }
            return cells.isEmpty ? nil : String(cells.map { Character($0.glyph.base) })
        }
    }
}

extension String {
    fileprivate func range(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }
}

extension Position {
    func moved(rows: Row = 0, columns: Column = 0) -> Position {
        Position(row: row + rows, column: column + columns)
    }
}
