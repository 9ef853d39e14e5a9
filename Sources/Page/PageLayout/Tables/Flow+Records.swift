import HTML

extension Flow {
    /// The most scalars of a label. Each row repeats it, and a heading may be as long as the page.
    private static let labelLimit = 256
    /// The most headings of a column that are looked at: with the blanks between them no more fit into a label.
    private static let headingLimit = labelLimit / 2

    /// Lays out a table whose columns do not fit: each row is a record, each cell a line `heading: value`.
    mutating func addRecords(_ grid: TableGrid, _ around: inout CellFrames, _ document: Document) {
        var last: TableGrid.Row?
        for row in grid.rows[..<grid.headingCount] {
            noteAnchors(of: row, behind: last, document)
            for cell in row.cells { noteAnchorAhead(cell.node, document) }
            last = row
        }
        let headings = headings(grid, &around, document)
        // Rows have cells over the same columns, one after the other.
        var labels: [Range<Int>: String] = [:]
        for row in grid.rows[grid.headingCount...] {
            endBlock(margin: hasContent ? 1 : 0)
            noteAnchors(of: row, behind: last, document)
            last = row
            for cell in row.cells {
                noteAnchorAhead(cell.node, document)
                let label = labels[cell.range] ?? Self.label(of: headings, over: cell.range)
                labels[cell.range] = label
                addValue(cell, label, &around, document)
            }
        }
    }

    /// The headings of each column from top to bottom, each once. Those of all columns are shown at once.
    private mutating func headings(
        _ grid: TableGrid, _ around: inout CellFrames, _ document: Document
    ) -> [[String]] {
        var headings = [[String]](repeating: [], count: grid.columnCount)
        for row in grid.rows[..<grid.headingCount] {
            for cell in row.cells {
                if cell.columns == grid.columnCount {
                    addValue(cell, "", &around, document)
                    continue
                }
                let words = text(inside: cell.node, document).split(whereSeparator: \.isWhitespace)
                if words.isEmpty { continue }
                let heading = Self.cut(words.joined(separator: " "))
                for column in cell.range { Self.add(heading, to: &headings[column]) }
            }
        }
        return headings
    }

    private static func label(of headings: [[String]], over range: Range<Int>) -> String {
        var parts: [String] = []
        for column in range { for heading in headings[column] { add(heading, to: &parts) } }
        return cut(parts.joined(separator: " "))
    }

    private static func add(_ heading: String, to headings: inout [String]) {
        if headings.count < headingLimit, !headings.contains(heading) { headings.append(heading) }
    }

    private static func cut(_ label: String) -> String {
        let scalars = label.unicodeScalars
        guard let end = scalars.index(scalars.startIndex, offsetBy: labelLimit, limitedBy: scalars.endIndex),
            end != scalars.endIndex
        else { return label }
        return String(scalars[..<end]) + "…"
    }

    private mutating func addValue(
        _ cell: TableGrid.Cell, _ label: String, _ around: inout CellFrames, _ document: Document
    ) {
        let room = width - indentWidth
        let source = document.sourceRange(of: cell.node).lowerBound
        var title = Flow(width: room, order: order)
        title.add(
            Array((label.isEmpty ? "" : label + ":").utf8)[...],
            TextAttributes(style: .bold, link: -1, source: source))
        let length = title.open.column
        // What is still to be put in order shares no line: a marker is taken as it is.
        let fits = !label.isEmpty && title.store.lineCount == 0 && length < room && !title.isMixed
        var value = layOut(cell, fits ? title : nil, isLabelled: !label.isEmpty, &around, document)
        // A long heading shares its line only with a short value.
        let isBeside = fits && (length <= room / 2 || value.store.lineCount == 1)
        if fits, !isBeside { value = layOut(cell, nil, isLabelled: true, &around, document) }
        guard value.store.lineCount > 0 else { return }
        if !label.isEmpty, !isBeside {
            title.endLine()
            place(title.store, title.head)
        }
        place(value.store, value.head)
    }

    private func layOut(
        _ cell: TableGrid.Cell, _ title: Flow?, isLabelled: Bool, _ around: inout CellFrames,
        _ document: Document
    ) -> Flow {
        var value = part(width: width - indentWidth)
        if isLabelled { value.indent(.spaces(2)) }
        if let title {
            value.addMarker(title.store.text + [0x20], width: title.open.column + 1, style: .bold)
        }
        var frame = cellFrame(cell.node, .start, &around, document)
        // What a column was aligned for is gone: a value stands behind its heading.
        if isLabelled { frame.alignment = .start }
        value.walkContent(frame, document)
        return value
    }
}
