import CellGrid
import PageLayout

// The page's lines with their gutter.
extension Screen {
    mutating func drawPage(in area: Rect) {
        guard let document = model.document else { return }
        draw(document, in: area, gutter: model.gutter(area))
    }

    /// Draws the lines of a document from its top line.
    mutating func draw(_ document: Document, in area: Rect, gutter: Column) {
        guard !area.isEmpty else { return }
        for row in 0..<area.rows.value {
            let index = document.top + row
            guard index < document.layout.lineCount else { return }
            let place = Position(row: area.row + Row(row), column: area.column + gutter)
            let weight = gutter > 0 ? document.mark(ofLine: index) : nil
            let freshness = weight == .change ? model.watching?.freshness : nil
            draw(
                document.lineShown(index), of: document, at: place, in: area, stands: freshness == .flash)
            drawMarks(index, of: document, at: place, in: area)
            drawEdges(index, of: document, at: place, in: area)
            let mark: (sign: String, role: Role)
            switch weight {
            case .change: mark = Self.mark(freshness)
            case .figures: mark = ("~", .dimmed)
            case nil: continue
            }
            let beside = Position(row: place.row, column: place.column - 1)
            frame.put(mark.sign, at: beside, style: theme[mark.role], within: area)
        }
    }

    /// Marks a line that continues past the page's edges.
    private mutating func drawEdges(_ index: Int, of document: Document, at place: Position, in area: Rect) {
        let line = document.layout.line(index)
        guard let shown = document.columnsShown(of: line) else { return }
        if shown.lowerBound > 0 { frame.put("‹", at: place, style: theme[.marker], within: area) }
        guard line.width > shown.upperBound else { return }
        let edge = Position(row: place.row, column: place.column + Column(document.widthShown - 1))
        frame.put("›", at: edge, style: theme[.marker], within: area)
    }

    /// Returns the mark of a changed line, which fades while a watched page stays unchanged.
    private static func mark(_ freshness: PageWatch.Freshness?) -> (sign: String, role: Role) {
        switch freshness {
        case .flash: ("█", .changeMark)
        case .recent, nil: ("▌", .changeMark)
        case .faded: ("▏", .dimmed)
        }
    }

    /// Draws a line.
    /// - Parameter stands: Whether it is shown in reverse video.
    private mutating func draw(
        _ line: Line, of document: Document, at place: Position, in area: Rect, stands: Bool
    ) {
        for run in line.runs {
            let isChosen = run.link != nil && run.link == document.chosenLink
            let isAbsent = run.link.map { model.isAbsent(link: $0, of: document) } ?? false
            var style = isChosen ? theme[.chosenLink] : isAbsent ? theme[.dimmed] : theme.style(of: run)
            if stands { style.attributes.formSymmetricDifference(.reverse) }
            let position = Position(row: place.row, column: place.column + Column(run.columns.lowerBound))
            guard position.column < area.endColumn else { return }
            if isChosen, frame.cursor == nil, document.search?.isHitLeft ?? true { frame.cursor = position }
            let range = run.range.clamped(to: 0..<line.bytes.count)
            frame.put(line.bytes.span.extracting(range), at: position, style: style, within: area)
            if !document.filling.isEmpty { drawField(run, of: document, at: position, in: area) }
        }
    }

}

extension Theme {
    /// Returns the style of a run of the page's text.
    func style(of text: TextStyle) -> Style {
        var style = self[role(of: text)]
        if text.contains(.bold) { style.attributes.insert(.bold) }
        if text.contains(.italic) { style.attributes.insert(.italic) }
        if text.contains(.underline) { style.attributes.insert(.underline) }
        if text.contains(.strike) { style.attributes.insert(.strikethrough) }
        return style
    }

    private func role(of text: TextStyle) -> Role {
        // The name of a foldable node is styled as a name before anything else.
        if text.contains(.name) { return .name }
        if text.contains(.link) { return .link }
        if text.contains(.image) { return .image }
        if text.contains(.field) { return .field }
        if text.contains(.marker) { return .marker }
        if text.contains(.highlight) { return .highlight }
        if text.headingLevel != nil { return .heading }
        if text.contains(.code) { return .code }
        if text.contains(.dimmed) { return .dimmed }
        if text.contains(.quote) { return .quote }
        return .text
    }
}
