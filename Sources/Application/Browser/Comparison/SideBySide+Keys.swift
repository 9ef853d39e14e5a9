import CellGrid

// The comparison of two exchanges: its keys and its layout.
extension SideBySide {
    var title: String { "Comparison" }

    var hints: [Command] {
        [
            .closeOverlay, .nextPart, .otherForm, .nextDifference, .previousDifference, .nextComparedBlock,
            .saveComparison, .copyComparison, .search, .pageDown,
        ]
    }

    var ways: String {
        "{next-part} shows the next part, {other-form} the other form, {next-difference} the next difference, "
            + "{close} leaves."
    }

    var context: KeyTable.Context { .comparison }

    var needsWidth: Bool { true }

    func rows(width: Column, _ model: Model) -> Int? { nil }

    /// The rows above the lines: the parts, the names of both sides, the description of the part.
    private static let headRows: Row = 3

    func height(in area: Rect) -> Int { max(1, (area.rows - Self.headRows).value) }

    func draw(in area: Rect, on screen: inout Screen) {
        let (width, model) = (area.columns, screen.model)
        let head = [bar(width: width, model), names(width: width), StyledLine(" " + words(model), .name)]
        for (row, line) in head.enumerated() where row < area.rows.value {
            screen.draw(line, at: Position(row: area.row + Row(row), column: area.column), in: area)
        }
        var rows = area
        rows.row += Self.headRows
        rows.rows = max(0, area.rows - Self.headRows)
        screen.draw(text, in: rows)
        screen.drawOverlayFigures(screen.scrollFigures(text, rows))
    }

    /// Returns the parts with their numbers, and at the right the key for the other form.
    private func bar(width: Column, _ model: Model) -> StyledLine {
        var line = StyledLine()
        for (index, other) in ComparedPart.numbered.enumerated() {
            line.append(
                (other == part.numbered ? "▸" : " ") + "\(index + 1) \(other.words) ",
                other == part.numbered ? .chosenLink : .key)
        }
        guard let otherForm else { return line }
        let key = "\(form.rawValue), \(model.keys.keyName(of: .otherForm)): \(otherForm.rawValue) "
        guard line.width + TextWidth.columns(of: key) < width else { return line }
        line.pad(to: width - TextWidth.columns(of: key))
        line.append(key, .key)
        return line
    }

    private func names(width: Column) -> StyledLine {
        let room = (width - 7) / 2
        let old = TextWidth.shortened(VisibleText.line(comparison.old.title), to: room)
        let new = TextWidth.shortened(VisibleText.line(comparison.new.title), to: room)
        var line = StyledLine(" - " + old, .removed)
        line.pad(to: width >= SourceDiffText.besideColumns ? room + 5 : line.width + 2)
        line.append("+ " + new, .added)
        return line
    }

    /// Returns what is compared, and which difference is on the screen.
    private func words(_ model: Model) -> String {
        var words = what
        if let difference { words += ", at \(difference + 1)" }
        if part == .blocks, !differences.isEmpty {
            words += "; \(model.keys.keyName(of: .nextComparedBlock)) shows the next that differs"
        }
        return words
    }

    func react(to command: Command?, _ key: Key, in model: inout Model) -> OverlayReaction {
        var side = self
        switch command {
        case .nextPart: side.turnPart(by: 1)
        case .previousPart: side.turnPart(by: -1)
        case .showPart:
            let all = ComparedPart.numbered
            guard let number = key.number, all.indices.contains(number - 1) else { return .stays() }
            side.show(all[number - 1])
        case .otherForm:
            guard side.turnForm() else {
                return .stays(model.refuse("This part is compared as source only."))
            }
        case .nextComparedBlock, .previousComparedBlock:
            guard side.turnBlock(by: command == .nextComparedBlock ? 1 : -1) else {
                return .stays(
                    model.refuse(
                        part.numbered == .blocks
                            ? "No other block differs." : "This key works in the part “blocks” only."))
            }
        // During a search, these keys go to its matches.
        case .nextDifference where text.search != nil: return .passes(.nextMatch)
        case .previousDifference where text.search != nil: return .passes(.previousMatch)
        case .nextDifference, .previousDifference:
            let step = command == .nextDifference ? 1 : -1
            guard side.turnDifference(by: step, height: height(in: model.overlayArea)) else {
                return .stays(
                    model.refuse(
                        step > 0 ? "No more differences." : "No earlier differences."))
            }
        case .copyComparison: return .stays(model.copy(self))
        case .saveComparison:
            model.save(self)
            return .stays()
        case .some, nil: return .passes(command)
        }
        model.overlay = side
        return .stays()
    }
}
