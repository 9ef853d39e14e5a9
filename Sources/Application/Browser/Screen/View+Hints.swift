import CellGrid
import PageLayout

// Fields with what was typed into them, and the numbers of links.
extension Screen {
    /// Draws a field over its place on a line, where the reader has changed it.
    mutating func drawField(_ run: Line.Run, of document: Document, at position: Position, in area: Rect) {
        guard run.style.contains(.field), let link = run.link, run.columns.count >= 3,
            let field = document.field(ofLink: link), let value = document.filling.changed(field),
            !field.isSubmitter
        else { return }
        var style = run.style
        if !field.showsPlaceholder(value) { style.remove(.italic) }
        let look = link == document.chosenLink ? theme[.chosenLink] : theme.style(of: style)
        frame.put(field.drawn(value, columns: run.columns.count), at: position, style: look, within: area)
    }

    /// A number and where on its line it stands.
    private struct Label {
        var text: String
        var column: Int
        var end: Int { column + text.count }
    }

    /// Draws the numbers that still fit what was typed over the beginnings of their links.
    mutating func drawHints(_ hints: Hints, in area: Rect) {
        guard let document = model.document else { return }
        let numbers = Dictionary(uniqueKeysWithValues: hints.matches.map { (hints.links[$0 - 1], $0) })
        var seen: Set<Int> = []
        let left = area.column + model.gutter(area)
        let room = (area.endColumn - left).value
        for row in 0..<area.rows.value where document.top + row < document.layout.lineCount {
            var labels: [Label] = []
            for run in document.layout.line(document.top + row).runs {
                guard let link = run.link, seen.insert(link).inserted, let number = numbers[link] else {
                    continue
                }
                labels.append(Label(text: "[\(number)]", column: run.columns.lowerBound))
            }
            labels = Self.arranged(labels, room: room)
            for (index, label) in labels.enumerated() where label.column >= 0 {
                // A letter left between two numbers would be read as a part of them.
                if index > 0, labels[index - 1].end == label.column - 1 {
                    let gap = Position(row: area.row + Row(row), column: left + Column(label.column - 1))
                    frame.put(" ", at: gap, style: theme[.text], within: area)
                }
                let place = Position(row: area.row + Row(row), column: left + Column(label.column))
                frame.put(label.text, at: place, style: theme[.linkNumber], within: area)
            }
        }
    }

    /// Numbers side by side within the room. Where links are so short that their numbers meet, they move to the
    /// right and then to the left, and lose their brackets before they lose their place.
    private static func arranged(_ labels: [Label], room: Int) -> [Label] {
        let bracketed = pushed(labels, room: room, gap: 0)
        guard let first = bracketed.first, first.column < 0 else { return bracketed }
        let bare = labels.map { Label(text: String($0.text.dropFirst().dropLast()), column: $0.column) }
        return pushed(bare, room: room, gap: 1)
    }

    private static func pushed(_ labels: [Label], room: Int, gap: Int) -> [Label] {
        var labels = labels
        var free = 0
        for index in labels.indices {
            labels[index].column = max(labels[index].column, free)
            free = labels[index].end + gap
        }
        var end = room
        for index in labels.indices.reversed() {
            labels[index].column = min(labels[index].column, end - labels[index].text.count)
            end = labels[index].column - gap
        }
        return labels
    }

    /// The question or the number being typed, in the bottom line.
    mutating func draw(_ inputMode: InputMode) {
        let place = Position(row: plan.bottom.row, column: 1)
        var line = StyledLine()
        switch inputMode {
        case .question(let question):
            frame.fill(plan.bottom, style: theme[.warning])
            let keys = [Command.agree, .disagree].compactMap { model.keys.binding(of: $0) }
            let answer =
                " " + keys.map { "\(model.keys.keyName(of: $0.command)) \($0.short)" }.joined(separator: ", ")
            let room = plan.bottom.columns - 2 - TextWidth.columns(of: answer)
            line.append(TextWidth.shortened(question.words, to: max(0, room)) + answer, .warning)
        case .letter(let purpose):
            frame.fill(plan.bottom, style: theme[.prompt])
            line.append(purpose.label, .key)
            frame.cursor = Position(
                row: place.row, column: min(place.column + line.width, plan.bottom.endColumn - 1))
            line.append("  " + purpose.words, .prompt)
        case .hints(let hints):
            frame.fill(plan.bottom, style: theme[.prompt])
            line.append(hints.purpose == .follow ? "Follow: " : "Choose: ", .key)
            line.append(hints.typed, .prompt)
            frame.cursor = Position(
                row: place.row, column: min(place.column + line.width, plan.bottom.endColumn - 1))
            line.append("  " + text(hints), .prompt)
        }
        draw(line, at: place, in: plan.bottom)
        if case .refusal(let text) = model.notice { drawAbove(text) }
    }

    private func text(_ hints: Hints) -> String {
        if let link = hints.typedLink.flatMap({ model.document?.layout.link($0) }) {
            return model.keys.keyName(of: .takeNumber) + " takes \(hints.typed): \(model.description(link))"
        }
        return model.keys.namingKeys("a number from 1 to \(hints.links.count); {leave-numbers} leaves")
    }
}
