import Markup

extension Flow {
    /// Lays out a table whose columns do not fit: each row is a record, each cell a line `heading: value`.
    mutating func addRecords(_ grid: TableGrid, _ frame: Frame, _ document: Document) {
        let labels = labels(grid, frame, document)
        for row in grid.rows[grid.headingCount...] {
            endBlock(margin: hasContent ? 1 : 0)
            for cell in row.cells {
                addValue(cell, Self.label(labels, over: cell.range), frame, document)
            }
        }
    }

    /// The headings of each column from top to bottom. Those of all columns are shown at once.
    private mutating func labels(
        _ grid: TableGrid, _ frame: Frame, _ document: Document
    ) -> [[String]] {
        var labels = [[String]](repeating: [], count: grid.columnCount)
        for row in grid.rows[..<grid.headingCount] {
            for cell in row.cells {
                if cell.columns == grid.columnCount {
                    addValue(cell, "", frame, document)
                    continue
                }
                let words = text(inside: cell.node, document).split(whereSeparator: \.isWhitespace)
                if words.isEmpty { continue }
                for column in cell.range { labels[column].append(words.joined(separator: " ")) }
            }
        }
        return labels
    }

    private static func label(_ labels: [[String]], over range: Range<Int>) -> String {
        var parts: [String] = []
        for column in range {
            for label in labels[column] where !parts.contains(label) { parts.append(label) }
        }
        return parts.joined(separator: " ")
    }

    private mutating func addValue(
        _ cell: TableGrid.Cell, _ label: String, _ frame: Frame, _ document: Document
    ) {
        let room = width - indentWidth
        let source = document.sourceRange(of: cell.node).lowerBound
        var title = Flow(width: room, order: order)
        title.add(
            Array((label.isEmpty ? "" : label + ":").utf8)[...], Ink(style: .bold, link: -1, source: source))
        let length = title.open.column
        let fits = !label.isEmpty && title.store.lineCount == 0 && length < room
        var value = layOut(cell, fits ? title : nil, isLabelled: !label.isEmpty, frame, document)
        // A long heading shares its line only with a short value.
        let isBeside = fits && (length <= room / 2 || value.store.lineCount == 1)
        if fits, !isBeside { value = layOut(cell, nil, isLabelled: true, frame, document) }
        guard value.store.lineCount > 0 else { return }
        if !label.isEmpty, !isBeside {
            title.endLine()
            place(title.store, title.head)
        }
        place(value.store, value.head)
    }

    private func layOut(
        _ cell: TableGrid.Cell, _ title: Flow?, isLabelled: Bool, _ frame: Frame, _ document: Document
    ) -> Flow {
        var value = part(width: width - indentWidth)
        if isLabelled { value.indent(.spaces(2)) }
        if let title {
            value.addMarker(title.store.text + [0x20], width: title.open.column + 1, style: .bold)
        }
        value.walkContent(cellFrame(cell.node, .start, frame, document), document)
        return value
    }
}
