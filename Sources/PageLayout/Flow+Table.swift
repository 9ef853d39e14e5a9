import Markup
import Styling

extension Flow {
    /// Tables inside more tables than this are laid out as plain blocks.
    private static let deepestTable = 4
    /// The most tables in blocks that are tried one inside the other.
    private static let deepestStack = 12

    /// What tables without columns keep apart with blank lines.
    enum Stacking: Sendable { case none, rows, cells }

    /// A part of the page laid out by itself whose lines are not all placed.
    struct Part {
        var store: LineStore
        var column: Int
        var lastRow = 0
        var next = 0
        /// What its links have become in the store of the page.
        var firstLink: Int

        var linesLeft: Int { store.lineCount - next }
    }

    /// Lays out a table: in columns, or as records where they do not fit.
    /// - Returns: False where it is no table to speak of, or is laid out as blocks.
    mutating func addTable(_ node: NodeID, _ frame: Frame, _ document: Document) -> Bool {
        stacking = .none
        guard tableDepth < Self.deepestTable, frame.tables < Self.deepestStack else { return false }
        takeSheets(within: node, document)
        // Not the flow itself: the closure would copy it.
        let rules = rules
        let grid = TableGrid(of: node, document) { Self.isHiddenPart($0, document, by: rules) }
        guard grid.columnCount > 1 else { return false }
        let room = width - indentWidth
        let (sizes, cells) = measure(grid, frame, document)
        guard sizes.count(where: { $0.largest > 0 }) > 1 else { return false }
        if isMeasuring {
            measure(sizes)
            return true
        }
        if let columns = TableColumns(sizes, room: room) {
            endBlock(margin: 1)
            addCaption(grid, frame, document)
            addRows(grid, columns, cells, frame, document)
        } else if grid.headingCount > 0, grid.headingCount < grid.rows.count {
            endBlock(margin: 1)
            addCaption(grid, frame, document)
            addRecords(grid, frame, document)
        } else {
            stacking = sizes.contains { $0.largest > room } ? .cells : .rows
            return false
        }
        endBlock(margin: 1)
        return true
    }

    private mutating func measure(_ sizes: [TableColumns.Size]) {
        let gaps = TableColumns.gap * (sizes.count { $0.largest > 0 } - 1) + indentWidth
        var all = TableColumns.Size(tightest: gaps, smallest: gaps, largest: gaps)
        for size in sizes {
            all.tightest += size.tightest
            all.smallest += size.smallest
            all.largest += size.largest
        }
        size.grow(to: all)
        endBlock(margin: 1)
        hasContent = true
    }

    /// A cell as it was laid out to be measured.
    private struct MeasuredCell {
        /// Its lines, which are the same at any width that they fit; nil where the width matters otherwise.
        var lines: LineStore?
        var head = PageHead()
        var largest = 0
    }

    /// What the columns need, and the cells of the rows that were measured, in their order.
    private func measure(
        _ grid: TableGrid, _ frame: Frame, _ document: Document
    ) -> (sizes: [TableColumns.Size], cells: [MeasuredCell]) {
        var cells: [MeasuredCell] = []
        var sizes = [TableColumns.Size](repeating: TableColumns.Size(), count: grid.columnCount)
        var wide: [(cell: TableGrid.Cell, size: TableColumns.Size)] = []
        var part = part(width: 100_000, isMeasuring: true)
        for row in grid.rows.prefix(256) {
            for cell in row.cells {
                part.beginAnew()
                part.walkContent(cellFrame(cell.node, .start, frame, document), document)
                let isKept = !isMeasuring && !part.hangsOnWidth
                cells.append(
                    MeasuredCell(lines: isKept ? part.store : nil, head: part.head, largest: part.size.largest))
                // Spaces need no room.
                if part.size.largest == 0 { continue }
                if cell.columns == 1 {
                    sizes[cell.column].grow(to: part.size)
                } else {
                    wide.append((cell, part.size))
                }
            }
        }
        // Cells over few columns first: what they need may be enough for the others.
        for columns in Set(wide.map(\.cell.columns)).sorted() {
            for (cell, size) in wide where cell.columns == columns {
                TableColumns.spread(size, over: cell.range, &sizes)
            }
        }
        // Rows that were not measured have columns too.
        if grid.rows.count > 256 {
            for index in sizes.indices where sizes[index].largest == 0 {
                sizes[index] = TableColumns.Size(tightest: 1, smallest: 1, largest: 1)
            }
        }
        return (sizes, cells)
    }

    /// A flow for a part of the table.
    func part(width: Int, isMeasuring: Bool = false) -> Flow {
        var part = Flow(width: width, isMeasuring: isMeasuring, tableDepth: tableDepth + 1, order: order)
        part.rules = rules
        return part
    }

    /// The frame that the content of a cell is laid out in, with what it takes over from the table, its section
    /// and row.
    func cellFrame(_ node: NodeID, _ alignment: Alignment, _ table: Frame, _ document: Document) -> Frame {
        var frame = Frame(node: table.node, style: table.style, alignment: alignment)
        frame.look = table.look
        frame.ancestors = table.ancestors
        frame.direction = table.direction
        if let declared = declared(for: table.node, frames.last?.ancestors ?? .unknown, document) {
            apply(declared, to: &frame, .table, isBlock: true)
        }
        // A cell is below a row, and that below a section.
        let row = document.parent(of: node).flatMap { $0 == table.node ? nil : $0 }
        let section = row.flatMap { document.parent(of: $0) }.flatMap { $0 == table.node ? nil : $0 }
        for part in [section, row] {
            if let part { descend(to: part, &frame, document) }
        }
        let parent = frame
        let declared = descend(to: node, &frame, document, appliesDeclared: false)
        applyStyle(document.tag(of: node), to: &frame, declared, below: parent, document)
        return frame
    }

    @discardableResult
    private func descend(
        to node: NodeID, _ frame: inout Frame, _ document: Document, appliesDeclared: Bool = true
    ) -> Declared? {
        let parent = frame
        frame.node = node
        if !rules.isEmpty { frame.ancestors = parent.ancestors.adding(node, of: document) }
        frame.direction = direction(of: node, document) ?? parent.direction
        let declared = declared(for: node, parent.ancestors, document)
        if appliesDeclared, let declared {
            apply(declared, to: &frame, below: parent, document.tag(of: node), isBlock: true)
        }
        return declared
    }

    // MARK: Rows

    private mutating func addRows(
        _ grid: TableGrid, _ columns: TableColumns, _ cells: [MeasuredCell], _ frame: Frame,
        _ document: Document
    ) {
        var cells = cells[...]
        let headings = headingAlignments(grid, frame, document)
        var open: [Part] = []
        var above = 0
        for (number, row) in grid.rows.enumerated() {
            let isOpenAbove = !open.isEmpty
            for cell in row.cells {
                var alignment = row.alignment ?? grid.alignments[cell.column] ?? .start
                if row.kind == .heading, cell.columns == 1 { alignment = headings[cell.column] ?? alignment }
                let room = columns.width(of: cell.range)
                let measured = cells.popFirst()
                var part: Part
                if alignment == .start, let measured, let lines = measured.lines, measured.largest <= room {
                    part = adopt(lines, measured.head)
                } else {
                    part = layOut(cellFrame(cell.node, alignment, frame, document), width: room, document)
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
                height = max(height, open[index].linesLeft)
            }
            if row.kind == .foot, number > 0, grid.rows[number - 1].kind == .body {
                addRule(columns, frame)
                above = 0
            }
            // Rows of several lines are kept apart.
            if height > 0, above > 0, !isOpenAbove, row.kind == .body, max(height, above) > 1 {
                endBlock(margin: 1)
            }
            placeRow(&open, height: height, source: row.source)
            open.removeAll { $0.lastRow <= number }
            if height > 0 { above = height }
            if number + 1 == grid.headingCount, number + 1 < grid.rows.count, hasContent {
                addRule(columns, frame)
                above = 0
            }
        }
    }

    /// Headings stand as the first cells below them do.
    private func headingAlignments(_ grid: TableGrid, _ frame: Frame, _ document: Document) -> [Alignment?] {
        var result = [Alignment?](repeating: nil, count: grid.columnCount)
        guard grid.headingCount < grid.rows.count else { return result }
        let row = grid.rows[grid.headingCount]
        for cell in row.cells where cell.columns == 1 {
            let inherited = row.alignment ?? grid.alignments[cell.column] ?? .start
            result[cell.column] = cellFrame(cell.node, inherited, frame, document).alignment
        }
        return result
    }

    private mutating func placeRow(_ open: inout [Part], height: Int, source: Int) {
        let isInOrder = open.indices.dropFirst().allSatisfy { open[$0 - 1].column <= open[$0].column }
        let order =
            isInOrder ? Array(open.indices) : open.indices.sorted { open[$0].column < open[$1].column }
        for _ in 0..<height {
            beginPlacedLine(source)
            for index in order where open[index].linesLeft > 0 {
                copyLine(of: open, index)
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

    /// A line below the headings of a table, or above its foot.
    private mutating func addRule(_ columns: TableColumns, _ frame: Frame) {
        // Behind the beginning of the line above: lines are found by where they begin.
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
            put(
                Array(String(repeating: "─", count: width).utf8)[...], columns: width,
                Ink(style: .dimmed, link: -1, source: source))
        }
        endLine()
    }

    // MARK: Parts

    private mutating func addCaption(_ grid: TableGrid, _ frame: Frame, _ document: Document) {
        guard let caption = grid.caption else { return }
        place(layOut(cellFrame(caption, .start, frame, document), width: width - indentWidth, document))
    }

    /// Lays out an element by itself and makes its links and anchors those of the page.
    private mutating func layOut(_ frame: Frame, width: Int, _ document: Document) -> Part {
        var part = part(width: width)
        part.walkContent(frame, document)
        return adopt(part.store, part.head)
    }

    /// Makes the links and anchors of lines laid out by themselves those of the page.
    mutating func adopt(_ lines: LineStore, _ head: PageHead) -> Part {
        self.head.take(head)
        let firstLink = store.links.count
        for link in lines.links { store.addLink(link.target) }
        let line = store.lineCount + (hasContent ? max(0, margin) : 0)
        for anchor in lines.anchors {
            store.anchors.append(LineStore.Anchor(name: anchor.name, line: Int32(line) + anchor.line))
        }
        return Part(store: lines, column: indentWidth, firstLink: firstLink)
    }

    /// Puts a part of the page on lines of its own.
    mutating func place(_ part: Part) {
        var parts = [part]
        while parts[0].linesLeft > 0 {
            beginPlacedLine(Int(part.store.offsets[parts[0].next]))
            copyLine(of: parts, 0)
            endLine()
            parts[0].next += 1
        }
    }

    /// Puts the next line of a part where it belongs on the line at hand. The parts are looked at in their place:
    /// a copy of one would cost more than its line.
    private mutating func copyLine(of parts: [Part], _ index: Int) {
        let firstLink = Int32(parts[index].firstLink)
        let line = parts[index].next
        for number in parts[index].store.runRange(ofLine: line) {
            let run = parts[index].store.runs[number]
            open.column = parts[index].column + Int(run.column)
            open.startsRun = true
            var ink = Ink(style: run.style, link: run.link < 0 ? -1 : run.link + firstLink, source: Int(run.source))
            if run.colors > 0 { ink.colors = store.number(of: parts[index].store.colors(of: run)) }
            put(parts[index].store.text[Int(run.start)..<Int(run.end)], columns: Int(run.width), ink)
        }
        open.source = min(open.source, Int(parts[index].store.offsets[line]))
    }
}
