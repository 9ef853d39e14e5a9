import CSS
import HTML

extension Flow {
    /// Tables nested more deeply than this are laid out as plain blocks.
    private static let deepestTable = 4
    /// The maximum depth of nested tables laid out as blocks.
    private static let deepestStack = 12

    /// What is separated by blank lines in tables that are laid out without columns.
    enum Stacking: Sendable { case none, cells }

    /// A part of the page that is laid out separately, whose lines are still to be placed. It does not contain the
    /// lines: many parts share one store.
    struct Part {
        /// Whether its lines are in the store of measured cells.
        var isMeasured = false
        /// The lines that remain to be placed.
        var lines: Range<Int>
        var column: Int
        var lastRow = 0
        /// The number to add to its link indices to get those of the page.
        var linkShift: Int
    }

    /// Lays out a table: in columns, or as records or rows if they do not fit.
    /// - Returns: False if it is not a real table, or is to be laid out as blocks.
    mutating func addTable(_ node: NodeID, _ frame: Frame, _ document: Document) -> Bool {
        stacking = .none
        placeholder = nil
        guard !document.isPlainTable(node), tableDepth < Self.deepestTable, frame.tables < Self.deepestStack
        else { return false }
        readSheets(within: node, document)
        if isScanning { return false }
        // Its rows are not aligned like lines of the text around it: moved one by one, their columns would not line up.
        let alignment = frames[frames.count - 1].alignment
        frames[frames.count - 1].alignment = .start
        defer { frames[frames.count - 1].alignment = alignment }
        // A local constant, because the closure would otherwise copy the flow.
        let rules = rules
        let grid = TableGrid(of: node, document) { Self.isHiddenPart($0, document, by: rules) }
        guard grid.columnCount > 1 else { return false }
        if grid.isTooWide {
            stacking = .cells
            return false
        }
        var around = cellFrames(of: frame, document)
        let measured = measure(grid, &around, document)
        generated = measured.generated
        let sizes = measured.sizes
        guard sizes.count(where: { $0.largest > 0 }) > 1 else { return false }
        let spacing = sizes[0].largest == 0 ? spacing(before: grid, document) : 0
        if spacing > 0 { indent(.spacing(spacing)) }
        defer { if spacing > 0 { removeIndents(1) } }
        let room = width - indentWidth
        if isMeasuring {
            measure(sizes)
            return true
        }
        if let columns = TableColumns(sizes, room: room) {
            endBlock(margin: 1)
            addCaptions(grid, &around, document)
            addRows(grid, columns, measured, frame, &around, document)
        } else if grid.headingCount > 0, grid.headingCount < grid.rows.count {
            endBlock(margin: 1)
            addCaptions(grid, &around, document)
            addRecords(grid, &around, document)
        } else if sizes.contains(where: { $0.largest > room }) {
            stacking = .cells
            return false
        } else {
            endBlock(margin: 1)
            addCaptions(grid, &around, document)
            addLooseRows(grid, &around, document)
        }
        endBlock(margin: 1)
        return true
    }

    /// Returns a flow for a part of the table.
    func part(width: Int, purpose: Purpose = .lines) -> Flow {
        var part = Flow(width: width, purpose: purpose, tableDepth: tableDepth + 1, order: order)
        part.rules = rules
        part.mainText = mainText
        part.generated = generated
        // Releasing the initial dictionary takes as long as laying out a small page.
        if !pictures.isEmpty { part.pictures = pictures }
        return part
    }

    // MARK: Rows

    private mutating func addRows(
        _ grid: TableGrid, _ columns: TableColumns, _ measured: borrowing Measured, _ frame: Frame,
        _ around: inout CellFrames, _ document: Document
    ) {
        var cells = measured.cells[...]
        // Lays out the other cells, one after another.
        var bench = part(width: 1)
        let headings = headingAlignments(grid, &around, document)
        var open: [Part] = []
        var above = 0
        for (number, row) in grid.rows.enumerated() {
            let isOpenAbove = !open.isEmpty
            for cell in row.cells {
                var alignment = row.alignment ?? grid.alignments[cell.column] ?? .start
                if row.kind == .heading, cell.columns == 1 { alignment = headings[cell.column] ?? alignment }
                let room = columns.width(of: cell.range)
                let known = cells.popFirst()
                var part: Part
                if alignment == .start, let known, let extent = known.extent, known.largest <= room {
                    part = adopt(
                        extent, of: measured.lines, measured.heads[cells.startIndex - 1] ?? PageHead())
                    part.isMeasured = true
                } else {
                    let start = bench.store.mark
                    bench.beginAnew()
                    bench.resume(width: room, for: .lines)
                    bench.walkContent(cellFrame(cell.node, alignment, &around, document), document)
                    part = adopt(bench.store.extent(since: start), of: bench.store, bench.head)
                }
                let start = columns.starts[cell.column]
                part.column =
                    beginsAtRight(frame)
                    ? width - start - room : indentWidth + start
                part.lastRow = cell.lastRow
                open.append(part)
            }
            var height = 0
            for index in open.indices where open[index].lastRow <= number {
                height = max(height, open[index].lines.count)
            }
            if row.kind == .foot, number > 0, grid.rows[number - 1].kind == .body {
                addRule(columns, frame)
                above = 0
            }
            // Rows of several lines are separated.
            if height > 0, above > 0, !isOpenAbove, row.kind == .body, max(height, above) > 1 {
                endBlock(margin: 1)
            }
            noteAnchors(of: row, behind: number > 0 ? grid.rows[number - 1] : nil, document)
            for cell in row.cells { noteAnchorAhead(cell.node, document) }
            placeRow(&open, through: number, source: row.source, measured.lines, bench.store)
            open.removeAll { $0.lastRow <= number }
            if open.isEmpty { bench.store.removeAllIfMany() }
            if height > 0 { above = height }
            if number + 1 == grid.headingCount, number + 1 < grid.rows.count, hasContent {
                addRule(columns, frame)
                above = 0
            }
        }
        // For rows without text at the end of the table.
        endAnchors()
        generated = bench.generated
    }

    /// Assigns the names of a row, and of the section that it begins, to the next line.
    mutating func noteAnchors(of row: TableGrid.Row, behind last: TableGrid.Row?, _ document: Document) {
        let section = document.parent(of: row.node)
        if let section, section != last.flatMap({ document.parent(of: $0.node) }) {
            noteAnchorAhead(section, document)
        }
        noteAnchorAhead(row.node, document)
    }

    /// Returns the alignments of headings, which are those of the first cells below them.
    private func headingAlignments(
        _ grid: TableGrid, _ around: inout CellFrames, _ document: Document
    ) -> [Alignment?] {
        var result = [Alignment?](repeating: nil, count: grid.columnCount)
        guard grid.headingCount < grid.rows.count else { return result }
        let row = grid.rows[grid.headingCount]
        for cell in row.cells where cell.columns == 1 {
            let inherited = row.alignment ?? grid.alignments[cell.column] ?? .start
            result[cell.column] = cellFrame(cell.node, inherited, &around, document).alignment
        }
        return result
    }

    private mutating func placeRow(
        _ open: inout [Part], through row: Int, source: Int, _ measured: borrowing LineStore,
        _ others: borrowing LineStore
    ) {
        let isInOrder = open.indices.dropFirst().allSatisfy { open[$0 - 1].column <= open[$0].column }
        let order =
            isInOrder ? Array(open.indices) : open.indices.sorted { open[$0].column < open[$1].column }
        var hasNumbers = false
        for part in open where !hasNumbers && !others.continued.isEmpty {
            hasNumbers = part.isMeasured ? measured.areNumbers(part.lines) : others.areNumbers(part.lines)
        }
        func continues(_ part: Part) -> Bool {
            part.lines.first.map { !part.isMeasured && others.continued.contains(Int32($0)) } ?? false
        }
        while open.contains(where: { $0.lastRow <= row && !$0.lines.isEmpty }) {
            beginPlacedLine(source)
            // The number of the next line of code waits until this one ends.
            let isFolded = hasNumbers && open.contains(where: continues)
            for index in order
            where !open[index].lines.isEmpty && (!isFolded || continues(open[index])) {
                if open[index].isMeasured {
                    copyLine(of: open[index], measured)
                } else {
                    copyLine(of: open[index], others)
                }
                open[index].lines.removeFirst()
            }
            endLine()
        }
    }

    /// Begins a line whose text is already positioned, so that it is not reordered.
    private mutating func beginPlacedLine(_ source: Int) {
        beginLine(source)
        isMixed = false
    }

    /// Whether the first column of a table is the rightmost.
    private func beginsAtRight(_ frame: Frame) -> Bool {
        if case .visual = order { return frame.direction == .rightToLeft }
        return false
    }

    /// Adds a line below the headings of a table, or above its foot.
    private mutating func addRule(_ columns: TableColumns, _ frame: Frame) {
        // After the start of the line above, because lines are found by their start.
        let source = store.offsets.last.map { Int($0) + 1 } ?? 0
        beginPlacedLine(source)
        let isReversed = beginsAtRight(frame)
        for column in isReversed ? Array(columns.widths.indices.reversed()) : Array(columns.widths.indices) {
            let width = columns.widths[column]
            if width == 0 { continue }
            open.column =
                isReversed
                ? self.width - columns.starts[column] - width : indentWidth + columns.starts[column]
            open.startsRun = true
            putRule("─", columns: width, .dimmed, source)
        }
        endLine()
    }

    // MARK: Parts

    private mutating func addCaptions(_ grid: TableGrid, _ around: inout CellFrames, _ document: Document) {
        for caption in grid.captions {
            noteAnchorAhead(caption, document)
            var part = part(width: width - indentWidth)
            part.walkContent(cellFrame(caption, .start, &around, document), document)
            generated = part.generated
            place(part.store, part.head)
        }
    }

    /// Adds the links and anchors of separately laid-out lines to those of the page.
    private mutating func adopt(
        _ extent: LineStore.Extent, of lines: borrowing LineStore, _ head: PageHead
    ) -> Part {
        if !head.isEmpty { self.head.merge(head) }
        let linkShift = store.links.count - extent.links.lowerBound
        for index in extent.links { store.addLink(lines.links[index].target, lines.links[index].use) }
        let line = store.lineCount + (hasContent ? max(0, margin) : 0) - extent.lines.lowerBound
        for index in extent.anchors {
            let anchor = lines.anchors[index]
            store.anchors.append(LineStore.Anchor(name: anchor.name, line: Int32(line) + anchor.line))
        }
        return Part(lines: extent.lines, column: indentWidth, linkShift: linkShift)
    }

    /// Adds separately laid-out lines to the page.
    mutating func place(_ lines: borrowing LineStore, _ head: PageHead) {
        var part = adopt(lines.extent(since: LineStore.Mark()), of: lines, head)
        while let line = part.lines.first {
            beginPlacedLine(Int(lines.offsets[line]))
            copyLine(of: part, lines)
            endLine()
            part.lines.removeFirst()
        }
    }

    /// Adds the only line of a cell to the current line.
    mutating func placeLine(of lines: borrowing LineStore, _ head: PageHead, at column: Int, begins: Bool) {
        var part = adopt(lines.extent(since: LineStore.Mark()), of: lines, head)
        if begins { beginPlacedLine(Int(lines.offsets[0])) }
        part.column = indentWidth + column
        copyLine(of: part, lines)
    }

    /// Adds the next line of a part to the current line, at its position.
    private mutating func copyLine(of part: Part, _ lines: borrowing LineStore) {
        for number in lines.runRange(ofLine: part.lines.lowerBound) {
            let run = lines.runs[number]
            open.column = part.column + Int(run.column)
            open.startsRun = true
            let link = run.link < 0 ? -1 : run.link + Int32(part.linkShift)
            var ink = TextAttributes(style: run.style, link: link, source: Int(run.source))
            if run.colors > 0 { ink.colors = store.number(of: lines.colors(of: run)) }
            put(lines.text[Int(run.start)..<Int(run.end)], columns: Int(run.width), ink)
        }
        open.source = min(open.source, Int(lines.offsets[part.lines.lowerBound]))
    }
}
