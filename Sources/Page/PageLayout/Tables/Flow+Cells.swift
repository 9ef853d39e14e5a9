import CSS
import HTML

// The properties that cells inherit from the table, its section and row.
extension Flow {
    /// The frames around the cells of a table, computed once for each row and not for each of its cells.
    struct CellFrames {
        fileprivate struct Level {
            var frame: Frame
            /// The alignment of text; nil if that of the cell's column applies.
            var alignment: Alignment?
        }

        fileprivate let table: Level
        fileprivate var section: Level
        fileprivate var row: Level
    }

    /// - Parameter table: The frame of the table without its declarations.
    func cellFrames(of table: Frame, _ document: Document) -> CellFrames {
        var level = CellFrames.Level(frame: Frame(node: table.node))
        level.frame.style = table.style
        level.frame.look = table.look
        level.frame.ancestors = table.ancestors
        level.frame.direction = table.direction
        level.frame.alignment = table.alignment
        if let declared = declared(for: table.node, frames.last?.ancestors ?? .unknown, document) {
            let parent = frames.last ?? level.frame
            Self.apply(declared, to: &level.frame, below: parent, .table, isBlock: true)
            switch declared.textAlign {
            case .missing: break
            case .inherited, .initial, .set: level.alignment = level.frame.alignment
            }
        }
        return CellFrames(table: level, section: level, row: level)
    }

    /// Returns the frame in which the content of a cell, or of a caption, is laid out.
    func cellFrame(
        _ node: NodeID, _ alignment: Alignment, _ around: inout CellFrames, _ document: Document
    ) -> Frame {
        let level = level(around: node, &around, document)
        var parent = level.frame
        parent.alignment = level.alignment ?? (alignment == .start ? level.frame.alignment : alignment)
        var frame = parent
        let declared = descend(to: node, &frame, document)
        let tag = document.tag(of: node)
        let display = Self.display(tag, declared, within: frames.last?.closing ?? .inline)
        Self.applyStyle(tag, to: &frame, document.knownAttributes(of: node), document)
        if let declared {
            Self.apply(declared, to: &frame, below: parent, tag, isBlock: Self.endsLines(display))
        }
        return frame
    }

    /// Returns the level around a cell or caption: a cell is inside a row, and a row inside a section; a caption is
    /// inside the table itself.
    private func level(
        around node: NodeID, _ around: inout CellFrames, _ document: Document
    ) -> CellFrames.Level {
        let table = around.table.frame.node
        guard let row = document.parent(of: node), row != table else { return around.table }
        if around.row.frame.node == row { return around.row }
        around.row = around.table
        if let section = document.parent(of: row), section != table {
            if around.section.frame.node != section {
                around.section = level(of: section, below: around.table, document)
            }
            around.row = around.section
        }
        around.row = level(of: row, below: around.row, document)
        return around.row
    }

    private func level(
        of node: NodeID, below parent: CellFrames.Level, _ document: Document
    ) -> CellFrames.Level {
        var level = parent
        guard let declared = descend(to: node, &level.frame, document) else { return level }
        Self.apply(declared, to: &level.frame, below: parent.frame, document.tag(of: node), isBlock: true)
        switch declared.textAlign {
        case .missing, .inherited: break
        case .initial, .set: level.alignment = level.frame.alignment
        }
        return level
    }

    /// Turns the frame of an element into that of one inside it.
    /// - Returns: The declarations for that one, which are still to be applied.
    private func descend(to node: NodeID, _ frame: inout Frame, _ document: Document) -> Declared? {
        let above = frame.ancestors
        frame.node = node
        if !rules.isEmpty { frame.ancestors = above.adding(node, of: document) }
        frame.direction = direction(of: node, document) ?? frame.direction
        return declared(for: node, above, document)
    }

    // Spacers: images that show nothing, and only position other content by their size.

    /// The number of CSS pixels per column (CSS Values §6.1.1 has `ch` at half an `em` of 16).
    static let pixelsOfColumn = 8
    /// The maximum number of columns of one image.
    private static let widestSpacing = 64
    /// The maximum number of nodes examined before a cell, or in it.
    private static let nodesOfCell = 4

    /// Whether an image is at most one pixel wide or high: a tracking pixel or a spacer.
    func isPoint(_ node: NodeID, _ document: Document) -> Bool {
        func isTiny(_ name: StaticString) -> Bool { pixels(name, node, document).map { $0 <= 1 } ?? false }
        return isTiny("width") || isTiny("height")
    }

    /// Returns the columns by which the cells after the first one of a row are indented: the width of a flat image that
    /// is all of the first one's content; otherwise 0.
    func spacing(before cell: NodeID, _ document: Document) -> Int {
        guard let row = document.parent(of: cell) else { return 0 }
        var next = document.firstChild(of: row)
        for _ in 0..<Self.nodesOfCell {
            guard let place = next, place != cell else { return 0 }
            if document.kind(of: place) == .element { return spacing(of: place, document) }
            next = document.nextSibling(of: place)
        }
        return 0
    }

    /// Returns the columns by which a table without text in its first column is indented.
    func spacing(before grid: TableGrid, _ document: Document) -> Int {
        grid.rows.prefix(Self.rowsForSpacing).reduce(0) { widest, row in
            guard let first = row.cells.first, first.column == 0 else { return widest }
            return max(widest, spacing(of: first.node, document))
        }
    }

    private static let rowsForSpacing = 256

    /// Returns the columns of a cell that contains only a flat image with a width; otherwise 0.
    private func spacing(of cell: NodeID, _ document: Document) -> Int {
        var image: NodeID?
        var next = document.firstChild(of: cell)
        for _ in 0..<Self.nodesOfCell {
            guard let place = next else { break }
            switch document.kind(of: place) {
            case .text: if !isBlank(place, document) { return 0 }
            case .element:
                guard image == nil, document.tag(of: place) == .img else { return 0 }
                image = place
            case .comment, .document, .doctype: break
            }
            next = document.nextSibling(of: place)
        }
        guard next == nil, let image, let height = pixels("height", image, document), height <= 1,
            let width = pixels("width", image, document), width > 0
        else { return 0 }
        return min((width + Self.pixelsOfColumn / 2) / Self.pixelsOfColumn, Self.widestSpacing)
    }

    /// Returns a length of an image in pixels, from its style or its attribute; nil if neither has it.
    private func pixels(_ name: StaticString, _ node: NodeID, _ document: Document) -> Int? {
        if document.knownAttributes(of: node).contains(.style),
            let style = document.attribute("style", of: node),
            let declared = Self.pixels(name, in: style)
        {
            return declared
        }
        return document.number(name, of: node)
    }

    private static func pixels(_ name: StaticString, in style: ArraySlice<UInt8>) -> Int? {
        for declaration in style.split(separator: 0x3B) {
            let parts = declaration.split(separator: 0x3A, maxSplits: 1)
            guard parts.count == 2, let property = parts[0].split(whereSeparator: ASCII.isBlank).first,
                ASCII.equal(property, name), let value = ListNumber.parse(parts[1])
            else { continue }
            let unit = parts[1].drop { ASCII.isBlank($0) || ASCII.isDigit($0) }.prefix { !ASCII.isBlank($0) }
            if ASCII.equal(unit, "px") || unit.isEmpty && value == 0 { return value }
        }
        return nil
    }

    // Measuring: the widths that the columns of a table need.

    /// The maximum number of cells measured: the product of the maximum numbers of rows and columns.
    private static let measuredCells = 256 * 64

    mutating func measure(_ sizes: [TableColumns.Size]) {
        let count = sizes.count { $0.largest > 0 } - 1
        let least = TableColumns.narrowGap * count + indentWidth
        var all = TableColumns.Size(
            tightest: least, smallest: least, largest: TableColumns.gap * count + indentWidth)
        for size in sizes {
            all.tightest += size.tightest
            all.smallest += size.smallest
            all.largest += size.largest
        }
        size.grow(to: all)
        endBlock(margin: 1)
        hasContent = true
    }

    /// The first rows of a table, laid out for measuring.
    struct Measured {
        struct Cell {
            /// Its lines, if they are the same at every width that they fit; otherwise nil.
            var extent: LineStore.Extent?
            var largest = 0
        }

        /// The widths that the columns need.
        var sizes: [TableColumns.Size]
        /// The cells in their order.
        var cells: [Cell] = []
        /// The page metadata of cells that contain any, by the index of the cell.
        var heads: [Int: PageHead] = [:]
        var lines = LineStore()
        var generated: GeneratedTextLimit
    }

    func measure(_ grid: TableGrid, _ around: inout CellFrames, _ document: Document) -> Measured {
        var heads: [Int: PageHead] = [:]
        var count = 0
        var cells: [Measured.Cell] = []
        var sizes = [TableColumns.Size](repeating: TableColumns.Size(), count: grid.columnCount)
        var wide: [(cell: TableGrid.Cell, size: TableColumns.Size)] = []
        var part = part(width: 100_000, purpose: .measure)
        for row in grid.rows.prefix(256) {
            for cell in row.cells {
                count += 1
                if count > Self.measuredCells { break }
                let start = part.store.mark
                part.beginAnew()
                part.walkContent(cellFrame(cell.node, .start, &around, document), document)
                if isMeasuring {
                    part.store.removeAllIfMany()
                } else {
                    let extent = part.hangsOnWidth ? nil : part.store.extent(since: start)
                    if !part.head.isEmpty { heads[cells.count] = part.head }
                    cells.append(Measured.Cell(extent: extent, largest: part.size.largest))
                }
                // Spaces need no columns.
                if part.size.largest == 0 { continue }
                if cell.columns == 1 {
                    sizes[cell.column].grow(to: part.size)
                } else {
                    wide.append((cell, part.size))
                }
            }
        }
        // Cells that span few columns first: what they need may be enough for the others.
        for columns in Set(wide.map(\.cell.columns)).sorted() {
            for (cell, size) in wide where cell.columns == columns {
                TableColumns.spread(size, over: cell.range, &sizes)
            }
        }
        // Columns of rows that were not measured need space, too.
        if grid.rows.count > 256 || count > Self.measuredCells {
            for index in sizes.indices where sizes[index].largest == 0 {
                sizes[index] = TableColumns.Size(tightest: 1, smallest: 1, largest: 1)
            }
        }
        return Measured(
            sizes: sizes, cells: cells, heads: heads, lines: part.store, generated: part.generated)
    }
}
