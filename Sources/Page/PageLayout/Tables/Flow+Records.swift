import HTML

extension Flow {
    /// The maximum number of scalars of a label. Rows and other elements repeat it, and it may be as long as the page.
    static let labelLimit = 256
    /// The maximum number of headings of a column: with blanks between them, no more fit into a label.
    private static let headingLimit = labelLimit / 2

    /// Lays out a table whose columns do not fit: each row is a record, and each cell a line `heading: value`.
    mutating func addRecords(_ grid: TableGrid, _ around: inout CellFrames, _ document: Document) {
        var last: TableGrid.Row?
        for row in grid.rows[..<grid.headingCount] {
            noteAnchors(of: row, behind: last, document)
            for cell in row.cells { noteAnchorAhead(cell.node, document) }
            last = row
        }
        let headings = headings(grid, &around, document)
        // Cached, because cells of different rows span the same columns.
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

    /// Returns the headings of each column from top to bottom, without duplicates. A heading that spans all columns is
    /// laid out immediately.
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
                let words = document.text(inside: cell.node).split(whereSeparator: \.isWhitespace)
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

    /// Returns the beginning of a long label.
    static func cut(_ label: String) -> String {
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
        title.add(label.isEmpty ? "" : label + ":", TextAttributes(style: .bold, source: source))
        let length = title.open.column
        // Text that is still to be reordered cannot share a line, because a marker is used unchanged.
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

    private mutating func layOut(
        _ cell: TableGrid.Cell, _ title: Flow?, isLabelled: Bool, _ around: inout CellFrames,
        _ document: Document
    ) -> Flow {
        var value = part(width: width - indentWidth)
        if isLabelled { value.indent(.spaces(2)) }
        if let title {
            value.addMarker(title.store.text + [0x20], width: title.open.column + 1, style: .bold)
        }
        var frame = cellFrame(cell.node, .start, &around, document)
        // The alignment of a column no longer applies: a value follows its heading, or is alone.
        frame.alignment = .start
        value.walkContent(frame, document)
        generated = value.generated
        return value
    }

    // MARK: Rows without columns

    /// Lays out a table whose columns do not fit and have no headings: row by row, with single-line cells next to each
    /// other as far as they fit.
    mutating func addLooseRows(_ grid: TableGrid, _ around: inout CellFrames, _ document: Document) {
        var last: TableGrid.Row?
        var wasLong = false
        for row in grid.rows {
            var values: [(node: NodeID, flow: Flow, end: Int)] = []
            for cell in row.cells {
                let value = layOut(cell, nil, isLabelled: false, &around, document)
                values.append((cell.node, value, value.store.lineCount == 1 ? value.lineEnd : .max))
            }
            let lines = Self.linesOfCells(values.map(\.end), room: width - indentWidth)
            let isLong = lines > 1
            endBlock(margin: hasContent && last != nil && (isLong || wasLong) ? 1 : 0)
            noteAnchors(of: row, behind: last, document)
            last = row
            if lines > 0 { wasLong = isLong }
            var column = 0
            for value in values {
                noteAnchorAhead(value.node, document)
                if value.flow.store.lineCount > 0 { placeLoosely(value.flow, value.end, &column) }
            }
            endLine()
        }
        endAnchors()
    }

    /// Puts a cell after the one before it, or on separate lines.
    private mutating func placeLoosely(_ value: borrowing Flow, _ end: Int, _ column: inout Int) {
        guard end < .max else {
            endLine()
            place(value.store, value.head)
            return column = 0
        }
        if column > 0, column + TableColumns.gap + end > width - indentWidth {
            endLine()
            column = 0
        }
        let start = column == 0 ? 0 : column + TableColumns.gap
        if column > 0 { endAnchors(on: store.lineCount) }
        placeLine(of: value.store, value.head, at: start, begins: column == 0)
        column = start + end
    }

    /// Returns the number of lines that cells take if they end at these columns; `.max` stands for a cell of several
    /// lines.
    private static func linesOfCells(_ ends: [Int], room: Int) -> Int {
        var lines = 0
        var column = 0
        for end in ends where end > 0 {
            if end == .max {
                lines += 2
                column = 0
            } else if column > 0, column + TableColumns.gap + end <= room {
                column += TableColumns.gap + end
            } else {
                lines += 1
                column = end
            }
        }
        return lines
    }

    /// The column after its first line.
    private var lineEnd: Int {
        store.runs[store.runRange(ofLine: 0)].reduce(0) { max($0, Int($1.column) + Int($1.width)) }
    }
}
