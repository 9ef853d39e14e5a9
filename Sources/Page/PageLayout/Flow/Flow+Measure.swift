import HTML

// Measuring: the widths that the columns of a table need.
extension Flow {
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
