import CellGrid
import PageLayout

// Fields with the entered values, and the numbers of links.
extension Screen {
    /// Draws the entered value over a field that the reader has changed.
    mutating func drawField(_ run: Line.Run, of document: Document, at position: Position, in area: Rect) {
        guard run.style.contains(.field), let link = run.link, run.columns.count >= 3,
            let field = document.field(ofLink: link), let value = document.reader.filling.changed(field),
            !field.isSubmitter
        else { return }
        var style = run.style
        if !field.showsPlaceholder(value) { style.remove(.italic) }
        let look = link == document.reader.chosenLink ? theme[.chosenLink] : theme.style(of: style)
        frame.put(field.drawn(value, columns: run.columns.count), at: position, style: look, within: area)
    }

    /// A number and its position on a line.
    private struct Label {
        var text: String
        var column: Int
        /// The first column that it may use: the end of the previous link.
        var free = 0
        var end: Int { column + text.count }
    }

    /// Draws the numbers that match the typed digits before their links. Lines are not laid out again: blanks of the
    /// row make room for the numbers, then text that is not a link is overwritten. Only if links leave no such room do
    /// numbers cover the beginnings of links.
    mutating func drawHints(_ hints: Hints, in area: Rect) {
        guard let document = model.document else { return }
        let numbers = Dictionary(uniqueKeysWithValues: hints.matches.map { (hints.links[$0 - 1], $0) })
        var seen: Set<Int> = []
        var text = area
        text.column += model.gutter(area)
        text.columns = area.endColumn - text.column
        for row in 0..<area.rows.value where document.reader.top + row < document.layout.lineCount {
            var labels: [Label] = []
            // The end of the previous link, in columns of the line.
            var end = 0
            for run in document.lineShown(document.reader.top + row).runs {
                guard let link = run.link else { continue }
                defer { end = run.columns.upperBound }
                guard seen.insert(link).inserted, let number = numbers[link] else { continue }
                labels.append(Label(text: "[\(number)]", column: run.columns.lowerBound, free: end))
            }
            text.row = area.row + Row(row)
            text.rows = 1
            drawHints(labels, in: text)
        }
    }

    /// Draws the numbers of a row.
    private mutating func drawHints(_ labels: [Label], in row: Rect) {
        guard !labels.isEmpty else { return }
        let before = Array(frame.row(row.row))
        // From right to left, so that the columns left of a number are still those of the line.
        if labels.reversed().allSatisfy({ drawHint($0, in: row) }) { return }
        for (column, cell) in before.enumerated() where cell.width > 0 {
            frame[row.row, Column(column)] = cell
        }
        for (index, label) in Self.arranged(labels, room: row.columns.value).enumerated() {
            guard label.column >= 0 else { continue }
            // A letter between two numbers would look like part of them.
            if index > 0, labels[index - 1].end == label.column - 1 {
                let gap = Position(row: row.row, column: row.column + Column(label.column - 1))
                frame.put(" ", at: gap, style: theme[.text], within: row)
            }
            let place = Position(row: row.row, column: row.column + Column(label.column))
            frame.put(label.text, at: place, style: theme[.linkNumber], within: row)
        }
    }

    /// Draws a number before its link. Returns false if it would cover a part of this link or of the previous one.
    private mutating func drawHint(_ label: Label, in row: Rect) -> Bool {
        let place = Position(row: row.row, column: row.column + Column(label.column))
        guard row.contains(place) else { return false }
        // The blanks before the link, one of which separates the number from the text before it.
        let gap = (label.free..<label.column).reversed().prefix {
            frame[row.row, row.column + Column($0)].looksBlank(on: theme[.text])
        }.count
        let blanks = gap == label.column - label.free && label.free == 0 ? gap : max(0, gap - 1)
        let missing = max(0, label.text.count - blanks)
        let made = frame.insertBlanks(missing, at: place, within: row, style: theme[.text])
        let start = label.column + made - label.text.count
        guard start >= label.free else { return false }
        frame.put(
            label.text, at: Position(row: row.row, column: row.column + Column(start)),
            style: theme[.linkNumber], within: row)
        return true
    }

    /// Places numbers side by side within the room. If links are so short that their numbers collide, the numbers move
    /// to the right and then to the left, and lose their brackets before they leave the row.
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

    /// Draws the question or the typed number in the bottom line.
    mutating func draw(_ inputMode: InputMode) {
        switch inputMode {
        case .question(let question): draw(question)
        case .letter(let purpose):
            drawInput(purpose.prompt.label, words: StyledLine(purpose.prompt.words, .prompt))
        case .newKey(let new): drawInput(new.label, words: StyledLine("press it; Esc cancels", .prompt))
        case .written(let field):
            let words = "{follow} edits it again; Esc, then {send-form} sends the form"
            drawInput("“\(field)” is accepted", words: model.keys.line(words, .prompt))
        case .hints(let hints):
            let label = hints.purpose == .follow ? "Follow: " : "Choose: "
            drawInput(label, typed: hints.typed, words: text(hints))
        case .begun(let begun):
            let room = max(0, plan.bottom.columns - TextWidth.columns(of: begun.text) - 3)
            drawInput(begun.text, words: text(begun).shortened(to: room, .prompt))
        }
        if case .refusal(let line) = model.notice { drawAbove(line) }
    }

    private mutating func draw(_ question: UserQuestion) {
        frame.fill(plan.bottom, style: theme[.warning])
        let answer = model.keys.line(" {agree} yes, {disagree} no", .warning)
        let room = plan.bottom.columns - 2 - answer.width
        var line = StyledLine(TextWidth.shortened(question.words, to: max(0, room)), .warning)
        line.runs += answer.runs
        draw(line, at: Position(row: plan.bottom.row, column: 1), in: plan.bottom)
    }

    /// Draws a label with what is typed after it, where the cursor stands, and then what can be typed.
    private mutating func drawInput(_ label: String, typed: String = "", words: StyledLine) {
        frame.fill(plan.bottom, style: theme[.prompt])
        let place = Position(row: plan.bottom.row, column: 1)
        var line = StyledLine(label, .key)
        line.append(typed, .prompt)
        frame.cursor = Position(
            row: place.row, column: min(place.column + line.width, plan.bottom.endColumn - 1))
        line.append("  ", .prompt)
        line.runs += words.runs
        draw(line, at: place, in: plan.bottom)
    }

    /// Returns the possible continuations of a key sequence.
    private func text(_ begun: BegunKeys) -> StyledLine {
        guard !begun.keys.isEmpty else {
            return StyledLine("then a command: repeats it, or goes to this line; Esc leaves", .prompt)
        }
        let contexts = model.overlay?.contexts ?? KeyTable.Context.inPanes
        var line = StyledLine()
        for (key, binding) in model.keys.sequences(beginning: begun.keys, in: contexts) {
            let rest = key.strokes.dropFirst(begun.keys.count).map(\.name).joined(separator: " ")
            line.append(key: rest, " \(binding.short), ", .prompt)
        }
        line.append(key: "Esc", " leaves", .prompt)
        return line
    }

    private func text(_ hints: Hints) -> StyledLine {
        if let link = hints.typedLink.flatMap({ model.document?.layout.link($0) }) {
            var line = model.keys.line("{take-number} takes \(hints.typed): ", .prompt)
            line.append(model.description(link), .prompt)
            return line
        }
        return model.keys.line("a number from 1 to \(hints.links.count); {leave-numbers} leaves", .prompt)
    }
}
