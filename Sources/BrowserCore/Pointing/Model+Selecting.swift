import CellGrid
import PageLayout

// Text marked with the mouse: what the screen shows of one pane or sheet.
extension Model {
    /// The beginning of a selection at a place; nil where no text can be selected.
    func selection(from place: Position) -> Selection? {
        guard prompt == nil else { return nil }
        guard sheet == nil else {
            return sheetArea.contains(place)
                ? Selection(in: sheetArea, of: nil, on: ground(of: nil), from: place) : nil
        }
        guard let pane = plan.places.first(where: { $0.content.contains(place) }) else { return nil }
        var area = pane.content
        if pane.pane == .page {
            // The marks beside changed lines are not the page's.
            area.column += gutter(pane.content)
            area.columns -= gutter(pane.content)
        }
        var start = place
        start.column = max(start.column, area.column)
        return Selection(in: area, of: pane.pane, on: ground(of: pane.pane), from: start)
    }

    private func ground(of pane: Pane?) -> Selection.Ground {
        Selection.Ground(size: size, tab: tabs.frontIndex, page: pane == .page ? hintGround : nil)
    }

    /// Takes the marks away once something else stands under them.
    mutating func settleSelection() {
        guard let selection = grip.selection else { return }
        let isCovered = prompt != nil || (sheet == nil) != (selection.pane != nil)
        if isCovered || selection.ground != ground(of: selection.pane) { grip = .none }
    }

    mutating func copySelection(_ selection: Selection) -> [Effect] {
        let text = text(of: selection)
        guard text.contains(where: { !$0.isWhitespace }) else {
            notice = .refusal("Nothing but blanks is selected.")
            return []
        }
        return copy(text, "The selection")
    }

    /// What is selected, as the screen shows it, without the blanks at the ends of lines. Lines of the page that were
    /// one before they were broken for its width are one again.
    func text(of selection: Selection) -> String {
        let frame = view(self)
        var text = ""
        for (index, rect) in selection.rows.enumerated() {
            var line = frame.text(in: rect).trimmedAtEnd
            if index > 0 {
                switch join(above: rect.row, of: selection) {
                case .end: text += "\n"
                case .blank:
                    text += " "
                    line = line.withoutMargin
                case .nothing: line = line.withoutMargin
                case .hyphen:
                    if text.last == "-" { text.removeLast() }
                    line = line.withoutMargin
                }
            }
            text += line
        }
        return text
    }

    /// What parts a row from the one above.
    private func join(above row: Row, of selection: Selection) -> LineJoin {
        guard selection.pane == .page, let document else { return .end }
        return document.layout.join(above: document.top + (row - selection.area.row).value)
    }
}

extension Screen {
    /// Marks what is selected: exchanged colours can be seen in every theme, and without colours.
    mutating func drawSelection() {
        for rect in model.grip.selection?.rows ?? [] {
            frame.restyle(rect) { $0.attributes.formSymmetricDifference(.reverse) }
        }
    }
}

extension String {
    /// Without the blanks at its end.
    fileprivate var trimmedAtEnd: String {
        var text = self
        while text.last == " " { text.removeLast() }
        return text
    }

    /// Without the indentation, and the bars beside a quotation, that a line has because it was broken off another.
    fileprivate var withoutMargin: String { String(drop { $0 == " " || $0 == "│" }) }
}
