import HTML

// How wide the columns of a table want to be.
extension Flow {
    /// The most cells that are measured: those of as many rows as are measured, in as many columns as are told
    /// apart.
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

    /// The first rows of a table as they were laid out to be measured.
    struct Measured {
        struct Cell {
            /// Its lines, which are the same at any width that they fit; nil where the width matters otherwise.
            var extent: LineStore.Extent?
            var largest = 0
        }

        /// What the columns need.
        var sizes: [TableColumns.Size]
        /// The cells in their order.
        var cells: [Cell] = []
        /// What the head of the page is told by those that tell it something.
        var heads: [Int: PageHead] = [:]
        var lines = LineStore()
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
        if grid.rows.count > 256 || count > Self.measuredCells {
            for index in sizes.indices where sizes[index].largest == 0 {
                sizes[index] = TableColumns.Size(tightest: 1, smallest: 1, largest: 1)
            }
        }
        return Measured(sizes: sizes, cells: cells, heads: heads, lines: part.store)
    }
}
