import Markup

extension Flow {
    /// Tables inside more tables than this are laid out as plain blocks.
    private static let deepestTable = 4

    /// Lays out a table in columns.
    /// - Returns: False where it is no table to speak of, or does not fit: then it is laid out as blocks.
    mutating func addTable(_ node: NodeID, _ frame: Frame, _ document: Document) -> Bool {
        guard tableDepth < Self.deepestTable else { return false }
        let grid = TableGrid(of: node, document)
        guard grid.columnCount > 1 else { return false }
        let room = width - indentWidth
        let sizes = columnSizes(grid, frame, document)
        if isMeasuring {
            let gaps = TableGrid.gap * (grid.columnCount - 1)
            widestWord = max(widestWord, indentWidth + sizes.reduce(0) { $0 + $1.smallest } + gaps)
            widest = max(widest, indentWidth + sizes.reduce(0) { $0 + $1.largest } + gaps)
            endBlock(margin: 1)
            hasContent = true
            return true
        }
        guard let widths = TableGrid.fit(sizes, room: room) else { return false }
        endBlock(margin: 1)
        if let caption = grid.caption {
            frames.append(frame)
            var part = Flow(width: room, tableDepth: tableDepth + 1, order: order)
            part.walkContent(
                of: caption, style: frame.style.union(.bold), alignment: .start, direction: frame.direction,
                document)
            frames.removeLast()
            place([(part.store, 0)], indentWidth)
        }
        var open: [OpenCell] = []
        for row in grid.rows.indices {
            for cell in grid.rows[row].cells {
                open.append(layOut(cell, widths, frame, document))
            }
            let ending = open.filter { $0.lastRow <= row || row == grid.rows.count - 1 }
            let height = max(1, ending.map { $0.store.lineCount - $0.next }.max() ?? 0)
            placeRow(&open, height: height, source: grid.rows[row].source)
            open.removeAll { $0.lastRow <= row }
            if grid.rows[row].isHeader, row + 1 < grid.rows.count, !grid.rows[row + 1].isHeader {
                addRule(widths, frame, grid.rows[row].source)
            }
        }
        endBlock(margin: 1)
        return true
    }

    /// A cell whose lines are not all placed.
    private struct OpenCell {
        var store: LineStore
        var column: Int
        var lastRow: Int
        var next = 0
        /// What its links have become in the store of the page.
        var firstLink: Int
    }

    private func columnSizes(_ grid: TableGrid, _ frame: Frame, _ document: Document) -> [TableGrid.Size] {
        var sizes = [TableGrid.Size](repeating: TableGrid.Size(), count: grid.columnCount)
        var wide: [(cell: TableGrid.Cell, size: TableGrid.Size)] = []
        for row in grid.rows.prefix(256) {
            for cell in row.cells {
                var part = Flow(width: 100_000, isMeasuring: true, tableDepth: tableDepth + 1)
                part.walkContent(of: cell.node, style: frame.style, alignment: .start, document)
                let size = TableGrid.Size(smallest: part.widestWord, largest: part.widest)
                if cell.columns == 1 { sizes[cell.column].grow(to: size) } else { wide.append((cell, size)) }
            }
        }
        for (cell, size) in wide { TableGrid.spread(size, over: cell, &sizes) }
        return sizes
    }

    private mutating func layOut(
        _ cell: TableGrid.Cell, _ widths: [Int], _ frame: Frame, _ document: Document
    ) -> OpenCell {
        let range = cell.column..<(cell.column + cell.columns)
        let gaps = TableGrid.gap * (cell.columns - 1)
        var part = Flow(width: widths[range].reduce(gaps, +), tableDepth: tableDepth + 1, order: order)
        var style = frame.style
        if document.tag(of: cell.node) == .th { style.insert(.bold) }
        let alignment = document.attribute("align", of: cell.node).flatMap(Self.alignment) ?? .start
        let direction = direction(of: cell.node, document) ?? frame.direction
        part.walkContent(of: cell.node, style: style, alignment: alignment, direction: direction, document)
        head.take(part.head)
        let before = widths[..<cell.column].reduce(0) { $0 + $1 + TableGrid.gap }
        let column = beginsAtRight(frame) ? width - before - part.width : indentWidth + before
        let firstLink = store.links.count
        for link in part.store.links { store.links.append(LineStore.Link(href: link.href)) }
        for anchor in part.store.anchors {
            store.anchors.append(LineStore.Anchor(name: anchor.name, line: Int32(store.lineCount)))
        }
        return OpenCell(
            store: part.store, column: column, lastRow: cell.lastRow, firstLink: firstLink)
    }

    private mutating func placeRow(_ open: inout [OpenCell], height: Int, source: Int) {
        let order = open.indices.sorted { open[$0].column < open[$1].column }
        for _ in 0..<height {
            beginPlacedLine(source)
            for index in order where open[index].next < open[index].store.lineCount {
                copyLine(
                    open[index].next, of: open[index].store, at: open[index].column, open[index].firstLink)
                open[index].next += 1
            }
            endLine()
        }
    }

    /// Begins a line whose text has its places, so that it is not reordered.
    private mutating func beginPlacedLine(_ source: Int) {
        beginLine(source)
        isMixed = false
    }

    /// Whether the first column of a table is its rightmost.
    private func beginsAtRight(_ frame: Frame) -> Bool {
        if case .visual = order { return frame.direction == .rightToLeft }
        return false
    }

    /// Puts lines of a part of the page on lines of their own.
    private mutating func place(_ parts: [(store: LineStore, firstLink: Int)], _ column: Int) {
        for part in parts {
            for line in 0..<part.store.lineCount {
                beginPlacedLine(Int(part.store.offsets[line]))
                copyLine(line, of: part.store, at: column, part.firstLink)
                endLine()
            }
        }
    }

    private mutating func copyLine(_ line: Int, of part: LineStore, at column: Int, _ firstLink: Int) {
        for run in part.runs[part.runRange(ofLine: line)] {
            open.column = column + Int(run.column)
            open.startsRun = true
            let link = run.link < 0 ? -1 : run.link + Int32(firstLink)
            put(
                part.text[Int(run.start)..<Int(run.end)], columns: Int(run.width),
                Ink(style: run.style, link: link, source: Int(run.source)))
        }
        if Int(part.offsets[line]) < open.source { open.source = Int(part.offsets[line]) }
    }

    /// A line under the header of a table.
    private mutating func addRule(_ widths: [Int], _ frame: Frame, _ source: Int) {
        beginPlacedLine(source)
        var column =
            beginsAtRight(frame)
            ? self.width - widths.reduce(-TableGrid.gap) { $0 + $1 + TableGrid.gap } : indentWidth
        for width in beginsAtRight(frame) ? widths.reversed() : widths {
            open.column = column
            open.startsRun = true
            put(
                Array(String(repeating: "─", count: width).utf8)[...], columns: width,
                Ink(style: .dimmed, link: -1, source: source))
            column += width + TableGrid.gap
        }
        endLine()
    }
}
