import CellGrid
import Configuration
import SonicProtocol

@testable import Browser

// The mouse: events and questions.
extension Script {
    private static let actions: [String: Key.Mouse.Action] = [
        "pressed": .pressed, "released": .released, "dragged": .dragged, "middle": .middlePressed,
        "up": .wheelUp, "down": .wheelDown,
    ]

    /// `mouse click PLACE`, `mouse drag PLACE => PLACE`, or `mouse pressed PLACE` (`released`, `dragged`, `middle` button,
    /// wheel `up` or `down`). A place is a text on the screen, the same with the rows and columns from it
    /// (`TEXT +1,8`), or `@ROW,COLUMN` from 0. `N*` before the place: N times.
    mutating func point(_ line: String) throws {
        let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 3 else { throw Mistake(description: "no place: \(line)") }
        let word = parts[1]
        let places = parts[2].split(separator: " => ").map(String.init)
        let text = places[0]
        var count = 1
        var name = text[...]
        if let star = text.firstIndex(of: "*"), let number = Int(text[..<star]) {
            (count, name) = (number, text[text.index(after: star)...])
        }
        for _ in 0..<count {
            let place = try place(String(name))
            switch word {
            case "click": stage.click(place)
            case "drag": stage.drag(place, to: try self.place(places.last ?? ""))
            default:
                guard let action = Self.actions[word] else {
                    throw Mistake(description: "no action: \(word)")
                }
                stage.mouse(action, place)
            }
        }
    }

    func place(_ text: String) throws -> Position {
        let sign = text.hasPrefix("@") ? text.startIndex : text.firstRange(of: " +")?.lowerBound
        guard let sign else { return try stage.place(of: text) }
        let numbers = text[sign...].drop { " +@".contains($0) }.split(separator: ",").compactMap { Int($0) }
        guard numbers.count == 2 else { return try stage.place(of: text) }
        let start =
            sign == text.startIndex ? Position(row: 0, column: 0) : try stage.place(of: String(text[..<sign]))
        return start.moved(rows: Row(numbers[0]), columns: Column(numbers[1]))
    }

    /// Answers `copied` (what was copied last, line by line), `selected` (the cells in reverse video), `cursor` (its
    /// place and the text after it), `panes` (their places), `tops` (first lines), `mousemodes` (of the terminal), `role TEXT` (of a text on the screen), `where TEXT`.
    func answerAboutMouse(_ words: [String]) throws -> [String] {
        switch words[0] {
        case "copied":
            return stage.copied.last.map { $0.split(separator: "\n", omittingEmptySubsequences: false) }?
                .map(String.init) ?? ["none"]
        case "where":
            let place = try place(words.dropFirst().joined(separator: " "))
            return ["row \(place.row), column \(place.column)"]
        case "modes":
            let names: [(Frame.Modes, String)] = [
                (.backgroundColor, "background"), (.terminalName, "name"), (.graphics, "pictures"),
            ]
            let asked = names.filter { view(stage.model).modes.contains($0.0) }.map(\.1)
            return ["asks for \(asked.isEmpty ? "nothing" : asked.joined(separator: ", "))"]
        case "pixels":
            // The numbers of the pictures, and each row with parts of them: the number of its cells.
            let frame = view(stage.model)
            return ["pictures \(frame.pictures.keys.sorted())"]
                + (Row(0)..<frame.size.rows).compactMap { row in
                    let count = frame.row(row).count { $0.glyph.picturePart != nil }
                    return count == 0 ? nil : "row \(row.value): \(count)"
                }
        case "mousemodes":
            let modes = view(stage.model).modes
            return ["mouse \(modes.contains(.mouse)), focus \(modes.contains(.focus))"]
        case "panes":
            return Pane.allCases.compactMap { pane in
                stage.model.plan[pane].map {
                    "\(pane): rows \($0.rect.row)..<\($0.rect.endRow), columns \($0.rect.column)..<\($0.rect.endColumn)"
                }
            }
        case "tops":
            return ["headers \(stage.model.texts[.headers]?.top ?? 0), in front \(stage.model.scrollTop)"]
        case "selected": return stage.selected.isEmpty ? ["none"] : stage.selected
        case "role":
            let place = try place(words.dropFirst().joined(separator: " "))
            let style = view(stage.model)[place.row, place.column].style
            return [Role.allCases.first { stage.model.screen.theme[$0] == style }?.name ?? "none"]
        default:
            guard let place = view(stage.model).cursor else { return ["none"] }
            let text = view(stage.model).text[place.row.value].dropFirst(place.column.value)
            return ["row \(place.row.value), column \(place.column.value): \(text.prefix(20))"]
        }
    }
}
